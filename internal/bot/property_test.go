package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/search"
)

// shelf is a bot over facts made up on the spot, without a database.
type shelf struct {
	bot.Records
	topic *fact.Topic
}

func (s shelf) Topics() []*fact.Topic { return []*fact.Topic{s.topic} }

func (shelf) Events(context.Context, fact.EventFilter) ([]fact.Event, error) { return nil, nil }
func (shelf) Flags(context.Context, fact.FlagFilter) ([]fact.Flag, error)    { return nil, nil }

// newShelf makes a bot that serves the facts given.
func newShelf(facts ...*fact.Fact) *bot.Bot {
	index := search.New(search.Options{})
	index.SetTopic(search.Topic{Slug: "t", Title: "T"})
	s := shelf{topic: &fact.Topic{Slug: "t", Title: "T", Prefix: "T", Command: "t"}}
	for i, f := range facts {
		f.ID, f.Topic, f.Version, f.Lang = fact.ID{Prefix: "T", N: i + 1}, "t", 1, fact.DetectLang(f.Statement)
	}
	index.Put(facts...)
	return bot.New(bot.Config{
		Index: index, Catalog: s, Records: s, Review: review.New(review.Config{Roster: &rig{}}),
		Clock: func() time.Time { return start }, Name: "factbot",
	})
}

// statements are any statements: any valid text of 1 to 4,000 code points.
func statements() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.StringMatching(`[一-龥a-z ]{1,300}`),
		rapid.SampledFrom([]string{
			"20%-50%", "Ask <!channel> and <@U1>", "use <foo|bar>", "*粗体* _x_ ~y~ `z`", "%d %s %!(EXTRA)", "=HYPERLINK(1)",
			"👩‍👩‍👧 e\u0301", "a\u202eb", "line\nline", "\x00\x1b[31m", strings.Repeat("延", 4000), "{query}", "&amp; &lt;",
		}),
	).Filter(func(s string) bool { return fact.CheckStatement(s) == nil })
}

// TestVerbatim: whatever a fact says is in the text byte for byte, but for
// control and bidi characters, which are shown by marks.
func TestVerbatim(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		statement := statements().Draw(t, "statement")
		b := newShelf(&fact.Fact{Statement: statement, Confidence: fact.Confidence(rapid.IntRange(0, 100).Draw(t, "confidence"))})
		for _, text := range []string{"fact 1", "facts", "flag 1", "facts " + statement} {
			reply := b.Handle(context.Background(), bot.Request{Text: text, Topic: "t", Via: bot.ViaCommand})
			if reply.Kind == bot.KindBroken {
				t.Fatalf("%q breaks: %s", text, reply.Text())
			}
			got := reply.Text()
			if !utf8.ValidString(got) || strings.ContainsFunc(got, hidden) {
				t.Fatalf("the text of %q hides something: %q", text, got)
			}
			if text != "facts "+statement && !strings.ContainsFunc(statement, hidden) && !strings.Contains(statement, "\n") &&
				!strings.Contains(got, statement) {
				t.Fatalf("%q: %q is not whole in %q", text, statement, got)
			}
			if shown := reply.Shown(); len(shown) == 1 && bot.AskJSON(reply).Facts != nil {
				for _, f := range append(bot.AskJSON(reply).Facts, bot.AskJSON(reply).Nearest...) {
					if f.Text != statement {
						t.Fatalf("JSON has %q, want %q", f.Text, statement)
					}
				}
			}
		}
	})
}

// hidden reports whether a character must not reach a reader as it is.
func hidden(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// TestPagesLoseNothing: however long the facts, following the next page shows
// each of them once, at most five a page and within the size of one.
func TestPagesLoseNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "facts")
		facts := make([]*fact.Fact, n)
		for i := range facts {
			facts[i] = &fact.Fact{Statement: "word " + strings.Repeat("长", rapid.SampledFrom([]int{1, 300, 1500, 3990}).Draw(t, "length"))}
		}
		b := newShelf(facts...)
		command := rapid.SampledFrom([]string{"facts", "facts word", "facts --all", "facts --min 0"}).Draw(t, "command")
		var seen []int
		for pages := 0; command != ""; pages++ {
			reply := b.Handle(context.Background(), bot.Request{Text: command, Topic: "t", Via: bot.ViaButton})
			shown := ids(reply)
			chars := 0
			for _, s := range reply.Sections {
				if s.View != nil {
					chars += utf8.RuneCountInString(s.View.Fact.Statement)
				}
			}
			most := 5
			if strings.Contains(command, "--all") {
				most = 20
			}
			if len(shown) == 0 || len(shown) > most || chars > 8000 && len(shown) > 1 || pages > n {
				t.Fatalf("%s: page %d shows %v, %d characters", command, pages, shown, chars)
			}
			if chars > 0 && len(shown) < min(most, n-len(seen)) && !strings.Contains(reply.Text(), "showing "+itoa(len(shown))) && strings.HasPrefix(command, "facts word") && n <= 20 {
				t.Fatalf("%s: a short page does not say so: %s", command, reply.Notes[0].String())
			}
			seen = append(seen, shown...)
			command = ""
			if reply.More != nil {
				command = reply.More.Next
			}
		}
		slices.Sort(seen)
		for i, id := range seen {
			if id != i+1 {
				t.Fatalf("%d facts, but the pages show %v", n, seen)
			}
		}
		if len(seen) != n {
			t.Fatalf("%d facts, but the pages show %v", n, seen)
		}
	})
}

// FuzzHandle: any text through any door is answered, visibly and distinctly.
func FuzzHandle(f *testing.F) {
	for _, seed := range []string{"", "facts x", "fact 1", "flag 1", "check a. b! 中。", "timeline 30d x", "add y", "why 1 word", "\xff", "flag-one 1 2", "share facts word"} {
		f.Add(seed)
	}
	b := newShelf(&fact.Fact{Statement: "one word"}, &fact.Fact{Statement: "中文 two"})
	f.Fuzz(func(t *testing.T, text string) {
		for _, via := range []bot.Via{bot.ViaTerminal, bot.ViaMention} {
			reply := b.Handle(context.Background(), bot.Request{ID: "1", Text: text, Via: via, Place: channel})
			if reply.Kind == "" || reply.Kind == bot.KindBroken && !needsStore(text) || len(strings.TrimSpace(reply.Text())) == 0 {
				t.Fatalf("%s %q: %s %q", via, text, reply.Kind, reply.Text())
			}
		}
	})
}

// needsStore reports whether a text asks for what a shelf does not have: the
// review process and what only a database keeps.
func needsStore(text string) bool {
	cmd := bot.Parse(text, bot.Scope{Topics: shelf{topic: &fact.Topic{Slug: "t", Title: "T", Prefix: "T", Command: "t"}}.Topics(), Name: "factbot"})
	switch cmd.Verb {
	case bot.VerbFacts, bot.VerbFact, bot.VerbCard, bot.VerbHelp, bot.VerbTimeline, bot.VerbCheck, bot.VerbTopics, bot.VerbWhy, bot.VerbLookup:
		return false
	}
	return true
}
