package page

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page/html"
)

func rendered(n html.Node) string { return html.Group{n}.String() }

// TestFirstLineBreak keeps the line break that a browser skips at the start of a text area.
func TestFirstLineBreak(t *testing.T) {
	t.Parallel()
	if got := rendered(message{Mine: true, Source: "\nsecond line"}.view()); !strings.Contains(got, "rows=\"2\">\n\nsecond line</textarea>") {
		t.Errorf("got %s", got)
	}
}

// pageOf is a page that shows words wherever somebody's words can stand.
func pageOf(words string) screen {
	body := newSurface(true).render([]any{
		object{"type": words},
		object{"type": "header", "text": object{"type": "plain_text", "text": words}},
		object{"type": "image", "alt_text": words, "title": object{"type": "plain_text", "text": words}},
		object{"type": "input", "block_id": "b", "label": object{"type": "plain_text", "text": words}, "element": object{
			"type": "plain_text_input", "action_id": words, "multiline": true, "initial_value": words, "placeholder": object{"text": words},
		}},
		object{"type": "actions", "block_id": words, "elements": []any{
			object{"type": "button", "action_id": words, "style": words, "text": object{"type": "plain_text", "text": words}, "confirm": object{}},
			object{"type": "overflow", "options": []any{object{"text": object{"type": "plain_text", "text": words}, "value": words}}},
			object{"type": "static_select", "option_groups": []any{object{"label": object{"text": "g" + words}, "options": []any{object{"text": object{"text": words}, "value": words}}}}},
		}},
	})
	co := composer{
		ID: "c", At: words, Thread: "t", Label: words, Hint: words, BotName: words,
		Commands:  []slacksim.Command{{Command: words, UsageHint: words}},
		Shortcuts: []slacksim.AppShortcut{{Name: words, CallbackID: words}},
	}
	m := message{
		ID: "m" + words, TS: words, At: words, Author: words, Initials: words, Elsewhere: "e" + words, Day: "d" + words, Time: words, ISO: words,
		Mine: true, Edited: true, Source: words, Body: body, Replies: "r" + words, ThreadURL: "/?" + url.QueryEscape(words), BotName: words,
		Reactions: []reaction{{Name: words, Emoji: words, Who: words}}, Shortcuts: co.Shortcuts,
	}
	f := &form{At: words, ID: words, Title: words, Submit: "s" + words, Close: words, Notice: "n" + words, Depth: 2, Body: body}
	return screen{
		Workspace: words, Title: words, Topic: words, BotName: words, Me: person{Name: words, Role: words}, TrafficURL: "/?" + url.QueryEscape(words),
		People: []person{{ID: words, Label: words}}, Channels: []channelLink{{ID: words, Name: words, URL: "/?" + url.QueryEscape(words), Shared: true}},
		Connection: connection{words, words}, Tries: []string{words}, Messages: []message{m}, Composer: co, Home: f, Modal: f,
		Thread:  &thread{Where: words, CloseURL: "/?" + url.QueryEscape(words), Key: words, Messages: []message{m}, Composer: co},
		Traffic: &traffic{Summary: words, CloseURL: "/?" + url.QueryEscape(words), Rows: []exchange{{Time: words, Kind: words, Name: words, Error: "e" + words}}},
	}
}

var (
	openTag   = regexp.MustCompile(`<(/?[a-zA-Z0-9!]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>`)
	itsValues = regexp.MustCompile(`="[^"]*"`)
)

// skeleton is a page without its text: its tags with the names of their
// attributes. The second result is what is left between them.
func skeleton(page string) (tags, rest string) {
	var b strings.Builder
	for _, m := range openTag.FindAllStringSubmatch(page, -1) {
		b.WriteString("<" + m[1] + itsValues.ReplaceAllString(m[2], "") + ">\n")
	}
	return b.String(), openTag.ReplaceAllString(page, "")
}

// FuzzPage wants what people write to be text and nothing else: whatever they
// write, the page has the same elements and attributes.
func FuzzPage(f *testing.F) {
	for _, words := range []string{
		"plain", `"><script>alert(1)</script>`, "' onclick='x", "</textarea><b>", "</title><i>", "<!--", "&lt;b&gt; &#60;", "\x00<\xff\"", "]]>", "\u2028\r\n",
	} {
		f.Add(words)
	}
	skeletonOf := func(tab, words string) (tags, rest string) {
		p := pageOf(words)
		p.At.Tab = tab
		return skeleton(rendered(p.view()))
	}
	f.Fuzz(func(t *testing.T, words string) {
		// What text itself may be made of, such as line breaks, is for FuzzMrkdwn.
		words = "w" + strings.NewReplacer("\n", " ", ":", " ").Replace(words)
		for _, tab := range []string{"", "home"} {
			want, _ := skeletonOf(tab, "w")
			got, rest := skeletonOf(tab, words)
			if got != want || strings.ContainsAny(rest, "<>") {
				t.Errorf("%q changed the elements of the page, or stands between them as it is:\n%s", words, got)
			}
		}
	})
}
