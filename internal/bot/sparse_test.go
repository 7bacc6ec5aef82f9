package bot_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// TestBlanksAreShownAsBlanks: a topic whose file gives little gets no invented
// line for what it lacks.
func TestBlanksAreShownAsBlanks(t *testing.T) {
	t.Parallel()
	r := newRig(t, "coffee.txt")
	for text, want := range map[string][]string{
		"":         {"2 facts · none verified", "A drink brewed from roasted beans.", "Imported coffee.txt · 2 facts added"},
		"timeline": {"Last 90 days · 1 dated event · 0 undated events in the file", "Imported coffee.txt"},
		"fact 1":   {"no external source recorded", "coffee.txt imported 30 Nov 2026"},
		"facts":    {"2 facts on Coffee"},
	} {
		got := r.Handle(context.Background(), bot.Request{Text: text, Topic: "coffee", Actor: r.actor("reader"), Place: channel, Via: bot.ViaCommand}).Text()
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q: no %q in\n%s", text, w, got)
			}
		}
		for _, bad := range []string{"core fact", "captured", "further event", "http", "%!", "{"} {
			if strings.Contains(got, bad) {
				t.Errorf("%q: %q is made up in\n%s", text, bad, got)
			}
		}
	}
}

// TestNothingServed: a bot without topics says so, whatever is asked.
func TestNothingServed(t *testing.T) {
	t.Parallel()
	b := newShelf()
	b.Catalog = none{}
	for _, text := range []string{"", "topics", "facts", "timeline", "queue", "help"} {
		reply := b.Handle(context.Background(), bot.Request{Text: text, Via: bot.ViaTerminal, Actor: fact.Actor{Origin: fact.OriginTerminal}})
		if reply.Kind == bot.KindBroken || strings.TrimSpace(reply.Text()) == "" {
			t.Errorf("%q: %s %q", text, reply.Kind, reply.Text())
		}
	}
}

type none struct{}

func (none) Topics() []*fact.Topic { return nil }

// TestMenusAndButtonsStayShort: with the longest query, every command still
// fits where it goes.
func TestMenusAndButtonsStayShort(t *testing.T) {
	t.Parallel()
	facts := make([]*fact.Fact, 30)
	for i := range facts {
		facts[i] = &fact.Fact{Statement: "word"}
	}
	b := newShelf(facts...)
	for _, query := range []string{"word", "word " + strings.Repeat("词", 400), "word " + strings.Repeat("x", 90), strings.Repeat("word ", 99)} {
		reply := b.Handle(context.Background(), bot.Request{Text: "facts " + query, Topic: "t", Via: bot.ViaCommand, Actor: fact.Actor{User: "U1"}})
		checkReply(t, reply)
		for _, s := range reply.Sections {
			if s.View == nil {
				continue
			}
			for _, m := range s.View.Entries() {
				if len(m.Command) > 150 {
					t.Errorf("menu command of %d bytes", len(m.Command))
				}
			}
		}
		if n := utf8.RuneCountInString(reply.Lead.String()); n > 300 {
			t.Errorf("a lead of %d characters", n)
		}
	}
}
