package markup

import (
	"encoding/json"
	"html"
	"strconv"
	"strings"
)

type object = map[string]any

// RichText renders the elements of a rich_text block.
func (w *Writer) RichText(elements []any) HTML {
	var b strings.Builder
	for i := range elements {
		part, _ := elements[i].(object)
		switch word(part, "type") {
		case "rich_text_section":
			b.WriteString(`<div class="rich">`)
			w.pieces(&b, items(part))
			b.WriteString("</div>")
		case "rich_text_quote":
			b.WriteString("<blockquote>")
			w.pieces(&b, items(part))
			b.WriteString("</blockquote>")
		case "rich_text_preformatted":
			b.WriteString("<pre>")
			w.pieces(&b, items(part))
			b.WriteString("</pre>")
		case "rich_text_list":
			w.list(&b, part)
		}
	}
	return HTML(b.String())
}

func (w *Writer) list(b *strings.Builder, part object) {
	tag, open := "ul", "<ul"
	if word(part, "style") == "ordered" {
		tag, open = "ol", "<ol"
		if offset := integer(part["offset"]); offset > 0 {
			open += ` start="` + strconv.FormatInt(offset+1, 10) + `"`
		}
	}
	indent := min(max(integer(part["indent"]), 0), 8)
	b.WriteString(open + ` class="indent-` + strconv.FormatInt(indent, 10) + `">`)
	for _, it := range items(part) {
		section, _ := it.(object)
		b.WriteString("<li>")
		w.pieces(b, items(section))
		b.WriteString("</li>")
	}
	b.WriteString("</" + tag + ">")
}

func (w *Writer) pieces(b *strings.Builder, pieces []any) {
	for _, it := range pieces {
		piece, ok := it.(object)
		if !ok {
			continue
		}
		open, shut := styleTags(piece)
		b.WriteString(open)
		w.piece(b, piece)
		b.WriteString(shut)
	}
}

func styleTags(piece object) (open, shut string) {
	style, _ := piece["style"].(object)
	for _, s := range []struct{ name, tag string }{
		{"bold", "b"}, {"italic", "i"}, {"strike", "s"}, {"underline", "u"}, {"code", "code"},
	} {
		if on, _ := style[s.name].(bool); on {
			open, shut = open+"<"+s.tag+">", "</"+s.tag+">"+shut
		}
	}
	return open, shut
}

func (w *Writer) piece(b *strings.Builder, piece object) {
	text := word(piece, "text")
	switch word(piece, "type") {
	case "text":
		b.WriteString(string(w.Plain(text, false)))
	case "link":
		if text == "" {
			text = word(piece, "url")
		}
		anchor(b, word(piece, "url"), string(w.Plain(text, false)))
	case "user":
		w.user(b, word(piece, "user_id"), "")
	case "channel":
		w.channel(b, word(piece, "channel_id"), "")
	case "usergroup":
		w.group(b, word(piece, "usergroup_id"), "")
	case "broadcast":
		w.mention(b, "@"+word(piece, "range"), true)
	case "team":
		w.mention(b, "@"+word(piece, "team_id"), false)
	case "emoji":
		b.WriteString(`<span class="emoji">` + html.EscapeString(Emoji(word(piece, "name"))) + `</span>`)
	case "date":
		w.datePiece(b, piece)
	case "color":
		b.WriteString("<code>" + html.EscapeString(word(piece, "value")) + "</code>")
	case "citation":
		b.WriteString("<sup>")
		anchor(b, word(piece, "url"), "["+html.EscapeString(text)+"]")
		b.WriteString("</sup>")
	}
}

func (w *Writer) datePiece(b *strings.Builder, piece object) {
	unix := integer(piece["timestamp"])
	if !plausible(unix) {
		b.WriteString(html.EscapeString(word(piece, "fallback")))
		return
	}
	w.dateElement(b, unix, word(piece, "format"), word(piece, "fallback"), word(piece, "url"))
}

func word(o object, key string) string { s, _ := o[key].(string); return s }

func items(o object) []any { l, _ := o["elements"].([]any); return l }

func integer(v any) int64 {
	switch n := v.(type) {
	case float64:
		return int64(n)
	case json.Number:
		i, _ := n.Int64()
		return i
	}
	return 0
}
