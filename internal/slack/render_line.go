package slack

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// small draws a line as small print. Its words are plain text, whatever they hold; only a link or a mention is mark-up,
// as an element of its own.
func (c *canvas) small(l bot.Line) {
	if len(l) == 0 {
		return
	}
	if !hasLinks(l) {
		if !c.smallOf(l) {
			c.smallPlain(joined(l))
		}
		return
	}
	opened, n := false, 0
	put := func(draw func()) {
		switch {
		case !opened:
			c.block(`{"type":"context","elements":[`)
			opened = true
		case n == maxContext:
			c.raw(`]}`)
			c.block(`{"type":"context","elements":[`)
			n = 0
		default:
			c.raw(",")
		}
		draw()
		n++
	}
	text := ""
	flush := func() {
		if t := strings.TrimSpace(visible(text)); t != "" {
			for _, p := range pieces(t, maxText) {
				put(func() { c.plain(p) })
			}
		}
		text = ""
	}
	for _, span := range l {
		mark, before := spanMark(span)
		text += before
		if mark != "" {
			flush()
			put(func() { c.mrkdwn(mark) })
		}
	}
	flush()
	if opened {
		c.raw(`]}`)
	}
}

// smallOf draws a line without links as it is; false where there is more to it.
func (c *canvas) smallOf(l bot.Line) bool {
	var all traits
	chars := 0
	for i := range l {
		text := l[i].Text
		t := traitsOf(text)
		if !t.clean(text) {
			return false
		}
		all |= t
		chars += t.chars(text)
	}
	if chars == 0 || chars > maxText {
		return false
	}
	c.block(`{"type":"context","elements":[{"type":"plain_text","text":"`)
	for i := range l {
		c.buf = all.quoted(c.buf, l[i].Text)
	}
	c.raw(`","emoji":false}]}`)
	c.chars += chars
	return true
}

func (c *canvas) smallPlain(text string) {
	text = visible(text)
	if text == "" {
		return
	}
	c.block(`{"type":"context","elements":[`)
	if !longer(text, maxText) {
		c.plain(text)
	} else {
		for i, p := range pieces(text, maxText) {
			if i == maxContext {
				break
			}
			if i > 0 {
				c.raw(",")
			}
			c.plain(p)
		}
	}
	c.raw(`]}`)
}

// mrkdwn writes mark-up that is complete and escaped already.
func (c *canvas) mrkdwn(mark string) {
	c.chars += utf8.RuneCountInString(mark)
	c.raw(`{"type":"mrkdwn","verbatim":true,"text":`)
	c.buf = appendJSON(c.buf, mark)
	c.raw(`}`)
}

// spanMark gives the mark-up of a link or mention, and the words that stand before it as plain text. A link shows its
// words only where they cannot be taken for formatting, and always the host that it leads to.
func spanMark(s bot.Span) (mark, before string) {
	if userID(s.Mention) {
		return "<@" + string(s.Mention) + ">", ""
	}
	href, host, ok := safeURL(s.URL)
	if !ok {
		if s.URL != "" && s.URL != s.Text {
			return "", s.Text + " (" + s.URL + ")"
		}
		return "", s.Text
	}
	label := visible(strings.Join(strings.Fields(s.Text), " "))
	switch {
	case label == "" || label == s.URL || strings.ContainsAny(label, "*_~`|") || longer(label, maxLinkLabel):
		if label == s.URL {
			before, label = "", host
		} else {
			before, label = s.Text, host
		}
		if before != "" {
			before += " "
		}
	case !strings.Contains(label, host):
		label += " (" + host + ")"
	}
	return "<" + escape(href) + "|" + escape(label) + ">", before
}

const maxLinkLabel = 200

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// escape makes text literal in Slack's mark-up as far as Slack has a way to.
func escape(s string) string { return escaper.Replace(s) }

// safeURL admits http and https addresses that fit, and gives them with what could end a link percent-encoded.
func safeURL(raw string) (href, host string, ok bool) {
	if raw == "" || longer(raw, maxURL) {
		return "", "", false
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", "", false
	}
	href = linkBreakers.Replace(u.String())
	if longer(escape(href), maxURL) || href != visible(href) {
		return "", "", false
	}
	host = linkBreakers.Replace(visible(u.Host))
	if strings.ContainsAny(host, "*_~`") {
		return "", "", false
	}
	return href, host, true
}

var linkBreakers = strings.NewReplacer("|", "%7C", "<", "%3C", ">", "%3E", " ", "%20", "\n", "", "\t", "", "`", "%60")

// userID reports whether an id has the shape of a person's.
func userID(id fact.UserID) bool {
	if len(id) < 3 || len(id) > 32 || id[0] != 'U' && id[0] != 'W' {
		return false
	}
	for i := 1; i < len(id); i++ {
		if c := id[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func (c *canvas) richText(text string, first *bool) {
	text = visible(text)
	if text == "" {
		return
	}
	c.comma(first)
	c.chars += utf8.RuneCountInString(text)
	c.raw(`{"type":"text","text":`)
	c.buf = appendJSON(c.buf, text)
	c.raw(`}`)
}

func (c *canvas) richSpan(s bot.Span, first *bool) {
	if userID(s.Mention) {
		c.comma(first)
		c.raw(`{"type":"user","user_id":"` + string(s.Mention) + `"}`)
		return
	}
	href, host, ok := safeURL(s.URL)
	if !ok {
		_, text := spanMark(s)
		c.richText(text, first)
		return
	}
	label := visible(s.Text)
	if label == "" || label == s.URL {
		label = host
	} else if !strings.Contains(label, host) {
		label += " (" + host + ")"
	}
	c.comma(first)
	c.chars += utf8.RuneCountInString(label)
	c.raw(`{"type":"link","url":`)
	c.buf = appendJSON(c.buf, href)
	c.raw(`,"text":`)
	c.buf = appendJSON(c.buf, label)
	c.raw(`}`)
}

func (c *canvas) comma(first *bool) {
	if !*first {
		c.raw(",")
	}
	*first = false
}

func hasLinks(l bot.Line) bool {
	for i := range l {
		if l[i].URL != "" || l[i].Mention != "" {
			return true
		}
	}
	return false
}

// joined is the text of a line without links.
func joined(l bot.Line) string {
	switch len(l) {
	case 0:
		return ""
	case 1:
		return l[0].Text
	}
	var b strings.Builder
	for i := range l {
		b.WriteString(l[i].Text)
	}
	return b.String()
}
