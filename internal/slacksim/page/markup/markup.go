// Package markup turns Slack's ways of writing text into HTML.
//
// It reads mrkdwn (the control sequences in <…>, *bold*, _italic_, ~struck~,
// `code`, quotes, :emoji:), plain text and the pieces of rich_text blocks.
// Text is hostile: everything that is not markup of Slack's own ends up
// escaped, only http, https and mailto addresses become links, and nothing is
// loaded from anywhere. Mentions appear as names, asked of the [Names] that
// the caller brings. Dates are shown in the caller's zone.
package markup

import (
	"html"
	"strings"
	"time"
)

// Names tells what to call the people and places that text mentions. An empty
// answer means unknown; the id is shown then.
type Names interface {
	UserName(id string) string
	ChannelName(id string) string
	GroupName(id string) string
}

// Writer renders text for one reader. Now and Zone are required.
type Writer struct {
	Names Names
	// Reader is the user who looks: mentions of them stand out.
	Reader string
	Now    time.Time
	Zone   *time.Location
}

// Plain renders plain text: line breaks kept, :emoji: replaced if asked.
func (w *Writer) Plain(s string, emoji bool) HTML {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteString("<br>")
		}
		if emoji {
			line = ReplaceEmoji(line)
		}
		b.WriteString(html.EscapeString(line))
	}
	return HTML(b.String())
}

// mention renders a name that stands for a person, group or everybody.
func (w *Writer) mention(b *strings.Builder, label string, me bool) {
	class := "mention"
	if me {
		class += " me"
	}
	b.WriteString(`<span class="` + class + `">` + html.EscapeString(label) + `</span>`)
}

func (w *Writer) user(b *strings.Builder, id, label string) {
	name := w.Names.UserName(id)
	if name == "" {
		name = label
	}
	if name == "" {
		name = id
	}
	w.mention(b, "@"+strings.TrimPrefix(name, "@"), id == w.Reader)
}

func (w *Writer) channel(b *strings.Builder, id, label string) {
	name := w.Names.ChannelName(id)
	if name == "" {
		name = label
	}
	if name == "" {
		name = id
	}
	w.mention(b, "#"+strings.TrimPrefix(name, "#"), false)
}

func (w *Writer) group(b *strings.Builder, id, label string) {
	name := w.Names.GroupName(id)
	if name == "" {
		name = label
	}
	if name == "" {
		name = id
	}
	w.mention(b, "@"+strings.TrimPrefix(name, "@"), false)
}

// anchor renders a link, or only its label when the address is not one that
// may be opened. inner is HTML already.
func anchor(b *strings.Builder, address, inner string) {
	if !Openable(address) {
		b.WriteString(inner)
		return
	}
	b.WriteString(`<a href="` + html.EscapeString(address) + `" target="_blank" rel="noopener noreferrer nofollow">` + inner + `</a>`)
}

// Openable reports whether an address may become a link.
func Openable(address string) bool {
	lower := strings.ToLower(address)
	for _, scheme := range []string{"https://", "http://", "mailto:"} {
		if strings.HasPrefix(lower, scheme) && len(lower) > len(scheme) {
			return !strings.ContainsAny(lower, " \t\r\n\"<>\x00")
		}
	}
	return false
}
