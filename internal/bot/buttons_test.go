package bot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// checkReply holds what every reply must be, whatever it answers.
func checkReply(t *testing.T, r bot.Reply) {
	t.Helper()
	if r.Form != nil {
		checkForm(t, r.Form)
	}
	checkButtons(t, r.Buttons, 25)
	for _, s := range r.Sections {
		checkButtons(t, s.Buttons, 25)
		if s.View != nil {
			checkButtons(t, s.View.Entries(), 5)
			for _, b := range s.View.Entries() {
				if utf8.RuneCountInString(b.Command) > 150 || utf8.RuneCountInString(b.Label) > 75 {
					t.Errorf("menu entry %q is too long: %q", b.Label, b.Command)
				}
			}
		}
	}
}

// checkButtons: a button's command is one that the parser reads as what it says.
func checkButtons(t *testing.T, buttons []bot.Button, most int) {
	t.Helper()
	if len(buttons) > most {
		t.Errorf("%d buttons in a row", len(buttons))
	}
	scope := bot.Scope{Topics: []*fact.Topic{
		{Slug: "tea", Title: "Green tea", Prefix: "TEA", Command: "tea"},
		{Slug: "t", Title: "T", Prefix: "T", Command: "t"},
	}}
	for _, b := range buttons {
		verb, _, _ := strings.Cut(b.Command, " ")
		cmd := bot.Parse(b.Command, scope)
		if string(cmd.Verb) != verb || cmd.Usage || cmd.TooLong || cmd.Unfit != "" || cmd.Content != "" {
			t.Errorf("button %q carries %q, read as %+v", b.Label, b.Command, cmd)
		}
		if n := utf8.RuneCountInString(b.Label); n == 0 || n > 75 || utf8.RuneCountInString(b.Command) > 2000 {
			t.Errorf("button %q carries %q", b.Label, b.Command)
		}
	}
}

func checkForm(t *testing.T, f *bot.Form) {
	t.Helper()
	for _, s := range []string{f.Title, f.Submit} {
		if n := utf8.RuneCountInString(s); n == 0 || n > 24 {
			t.Errorf("form %q: %q has %d characters", f.Command, s, n)
		}
	}
	names := map[string]bool{}
	for _, field := range f.Fields {
		if names[field.Name] || field.Name == "" || field.Label == "" {
			t.Errorf("form %q: field %+v", f.Command, field)
		}
		names[field.Name] = true
		found := field.Value == "" || len(field.Choices) == 0
		for _, c := range field.Choices {
			found = found || c.Value == field.Value
			if n := utf8.RuneCountInString(c.Label); n == 0 || n > 75 || len(c.Value) > 150 {
				t.Errorf("form %q: choice %+v", f.Command, c)
			}
		}
		if !found {
			t.Errorf("form %q: %q is no choice of %s", f.Command, field.Value, field.Name)
		}
	}
	checkButtons(t, []bot.Button{{Label: f.Title, Command: f.Command}}, 1)
}

// TestExamples: every example in the help is the command it is an example of.
func TestExamples(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	for _, name := range []string{"reader", "reviewer"} {
		help := r.play(t, name+": help")
		for line := range strings.Lines(help) {
			usage, what, ok := strings.Cut(strings.TrimSpace(line), ": ")
			command, isCommand := strings.CutPrefix(usage, "/tea ")
			if !ok || !isCommand {
				continue
			}
			if what == "" {
				t.Errorf("%q is not explained", command)
			}
			verb, _, _ := strings.Cut(command, " ")
			detail := r.play(t, name+": help "+verb)
			examples := 0
			for example := range strings.Lines(detail) {
				example, is := strings.CutPrefix(strings.TrimSpace(example), "/tea ")
				if !is || strings.Contains(example, "How to use") {
					continue
				}
				examples++
				cmd := bot.Parse(strings.ReplaceAll(example, "RDMA", "TEA"), bot.Scope{Topics: r.Topics(), Topic: "tea"})
				if string(cmd.Verb) != verb || cmd.Unfit != "" || cmd.Usage || cmd.Decision.Bad != "" {
					t.Errorf("example %q of %s is read as %+v", example, verb, cmd)
				}
			}
			if examples == 0 {
				t.Errorf("%s has no example: %s", verb, detail)
			}
		}
	}
}
