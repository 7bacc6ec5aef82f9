package topicfile

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// anyText is valid UTF-8 of any kind but NUL and blanks, with the characters
// that formats and spreadsheets stumble over drawn often.
func anyText(t *rapid.T, label string) string {
	awkward := rapid.SampledFrom([]rune("\n\r\t\v\f\x01\x1b\x7f\u0085\u00a0\u2028\u2029\ufeff\ufffe\uffff\u202e" +
		"'\"\\=+-@,;|:#%&*!?<>[]{}` \U0001f469\u200d\U0010ffffé內％０"))
	r := rapid.OneOf(awkward, rapid.Rune()).Filter(func(r rune) bool { return r != 0 && r != utf8.RuneError })
	return rapid.StringOfN(r, 1, 60, -1).
		Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(t, label)
}

func maybeText(t *rapid.T, label string) string {
	if rapid.Bool().Draw(t, "has "+label) {
		return anyText(t, label)
	}
	return ""
}

func anyDate(t *rapid.T) time.Time {
	switch rapid.IntRange(0, 2).Draw(t, "date") {
	case 0:
		return time.Time{}
	case 1:
		return time.Date(2026, 1, rapid.IntRange(1, 400).Draw(t, "day"), 0, 0, 0, 0, time.UTC)
	default:
		return time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, "micros")).UTC()
	}
}

func anyCitation(t *rapid.T) fact.Citation {
	c := fact.Citation{Title: anyText(t, "title"), Quote: maybeText(t, "quote"), Author: maybeText(t, "author"), Date: anyDate(t)}
	if rapid.Bool().Draw(t, "url") {
		c.URL = "https://example.org/?a=b&c=%20" + rapid.StringMatching(`[a-z'=;,"]{0,8}`).Draw(t, "path")
	}
	return c
}

func anyFact(t *rapid.T, n int) *fact.Fact {
	f := &fact.Fact{
		ID: fact.ID{Prefix: "RDMA", N: n}, Statement: anyText(t, "statement"), Version: 1, Line: n,
		Confidence: fact.Confidence(rapid.IntRange(0, 100).Draw(t, "confidence")),
		Lang:       fact.Lang(rapid.IntRange(0, 2).Draw(t, "lang")),
	}
	switch rapid.IntRange(0, 3).Draw(t, "status") {
	case 0:
		f.Marks |= fact.StatusMissing
	case 1:
		f.Status, f.Marks = fact.Verified, fact.VerifiedInFile
	case 2:
		f.Status = fact.Retracted
	}
	if rapid.Bool().Draw(t, "core") {
		f.Marks |= fact.Core
	}
	f.Marks |= fact.Mark(rapid.Uint16().Draw(t, "marks")) &
		(fact.MissingInFile | fact.SourceDiffers | fact.AddedHere | fact.Reworded | fact.Rerated | fact.SecondNeeded)
	for range rapid.IntRange(0, 3).Draw(t, "citations") {
		f.Sources = append(f.Sources, anyCitation(t))
	}
	return f
}

func anyDocument(t *rapid.T) Document {
	topic := &fact.Topic{
		Slug: "rdma", Title: anyText(t, "title"), Definition: maybeText(t, "definition"), Prefix: "RDMA",
		Command: "rdma", CapturedAt: anyDate(t), Window: rapid.IntRange(0, 400).Draw(t, "window"),
		Unlisted: rapid.IntRange(0, 9).Draw(t, "unlisted"),
		Import:   &fact.Import{Document: anyText(t, "document"), Hash: "00", At: time.Unix(1, 0)},
	}
	for range rapid.IntRange(0, 2).Draw(t, "aliases") {
		topic.Aliases = append(topic.Aliases, anyText(t, "alias"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "events") {
		topic.Timeline = append(topic.Timeline, fact.TimelineEvent{Text: anyText(t, "event"), Date: anyDate(t)})
	}
	if rapid.Bool().Draw(t, "glossary") {
		topic.Glossary = []fact.GlossaryGroup{{Name: anyText(t, "name"), Forms: []string{anyText(t, "form")}, Near: []string{anyText(t, "near")}}}
	}
	doc := Document{Topic: topic, ExportedAt: time.Unix(2, 0)}
	n := rapid.IntRange(1, 6).Draw(t, "facts")
	for i := range n {
		doc.Facts = append(doc.Facts, anyFact(t, 2*i+1))
	}
	if n > 1 {
		doc.Facts[0].Relations = []fact.Relation{{Kind: fact.Contradicts, Other: doc.Facts[1].ID}, {Kind: fact.Refines, Other: fact.ID{Prefix: "ELSE", N: 1}}}
		doc.Facts[1].Relations = []fact.Relation{{Kind: fact.Contradicts, Other: doc.Facts[0].ID, Inverse: true}}
	}
	return doc
}

// reread exports a document and imports it again.
func reread(t *rapid.T, doc Document, name string, write func(*bytes.Buffer) error) *fact.Source {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	src, problems := Parse(File{Name: name, Data: b.Bytes()}, nil)
	if src == nil {
		t.Fatalf("refused:\n%s\n%s", render(problems), b.String())
	}
	if len(src.Facts) != len(doc.Facts) {
		t.Fatalf("%d facts of %d", len(src.Facts), len(doc.Facts))
	}
	for i, f := range doc.Facts {
		want, got := current(f), src.Facts[i]
		want.Line = got.Line
		want.Marks = f.Marks & (fact.MissingInFile | fact.SourceDiffers | fact.Reworded | fact.Rerated)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("fact %d\n got %#v\nwant %#v\n%s", i, got, want, b.String())
		}
	}
	if len(doc.Facts) > 1 && !reflect.DeepEqual(src.Relations, []fact.SourceRelation{{From: 1, To: 3, Kind: fact.Contradicts}}) {
		t.Fatalf("relations %v", src.Relations)
	}
	if plan := Diff(src, doc.Facts, nil); !plan.Empty() || plan.Unchanged != len(doc.Facts) {
		t.Fatalf("the plan is not empty:\n%s", FormatPlan(plan))
	}
	return src
}

func TestYAMLIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyDocument(t)
		src := reread(t, doc, "a.yaml", func(b *bytes.Buffer) error { return WriteYAML(b, doc) })
		got := fact.Topic{
			Slug: "rdma", Title: src.Title, Definition: src.Definition, Prefix: src.Prefix, Command: src.Command,
			Aliases: src.Aliases, CapturedAt: src.CapturedAt, Window: src.Window, Unlisted: src.Unlisted,
			Timeline: src.Timeline, Glossary: src.Glossary, Import: doc.Topic.Import,
		}
		for i := range got.Timeline {
			got.Timeline[i].Line = 0
		}
		if !reflect.DeepEqual(&got, doc.Topic) {
			t.Fatalf("topic\n got %#v\nwant %#v", got, doc.Topic)
		}
	})
}

func TestCSVIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyDocument(t)
		reread(t, doc, "a.csv", func(b *bytes.Buffer) error { return WriteCSV(b, doc) })
	})
}

// TestPageKeepsBytes writes pages from statements that a line can hold.
func TestPageKeepsBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		page, want := "T\nAll Facts\n", []string(nil)
		for range rapid.IntRange(1, 6).Draw(t, "facts") {
			s := anyText(t, "statement")
			s = strings.TrimRight(strings.ReplaceAll(s, "\n", " "), "\r")
			if strings.TrimSpace(s) == "" {
				s = "x"
			}
			want = append(want, s)
			page += s + "\n7 ％verified"
		}
		src, problems := Parse(File{Name: "a.txt", Data: []byte(page)}, nil)
		if src == nil {
			t.Fatalf("refused:\n%s\n%q", render(problems), page)
		}
		for i, f := range src.Facts {
			if f.Statement != want[i] || f.Confidence != 7 || f.Status != fact.Verified {
				t.Fatalf("fact %d is %q, want %q", i, f.Statement, want[i])
			}
		}
		if len(src.Facts) != len(want) {
			t.Fatalf("%d facts, want %d", len(src.Facts), len(want))
		}
	})
}
