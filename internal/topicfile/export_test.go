package topicfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

func day(month time.Month, d int) time.Time { return time.Date(2026, month, d, 8, 0, 0, 0, time.UTC) }

// hostile is a small topic with everything that an export shows, and texts
// that try to be more than text.
func hostile() Document {
	from := &fact.Import{Document: "net.txt", Hash: strings.Repeat("ab", 32), At: day(11, 30), Reading: ReadingCloses}
	id := func(n int) fact.ID { return fact.ID{Prefix: "NET", N: n} }
	facts := []*fact.Fact{
		{
			ID: id(1), Statement: "Plain 20%-50% text，内存", Lang: fact.Chinese, Confidence: 75, Status: fact.Verified,
			Marks: fact.Core | fact.VerifiedInFile, Version: 1, Line: 19, Import: from,
		},
		{
			ID: id(2), Statement: "=HYPERLINK(\"http://x.example\",\"click\")\r\n# <script>alert(1)</script>\n   1. ![x](javascript:1) *b* <!channel> a\u202eb\x1b[2J",
			Lang: fact.English, Confidence: 85, Marks: fact.StatusMissing | fact.SourceDiffers | fact.MissingInFile | fact.Reworded | fact.Rerated, Version: 2, Line: 20, Import: from,
			Doubts:    &fact.Doubts{Count: 2},
			Sources:   []fact.Citation{{URL: "https://example.org/a?b=1&c=2", Title: "A [title]</script>", Quote: "the \"passage\"", Date: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Author: "its author"}, {URL: "javascript:alert(1)", Title: "+bad"}},
			Relations: []fact.Relation{{Kind: fact.Contradicts, Other: id(1)}, {Kind: fact.DuplicateOf, Other: id(3), Inverse: true}},
		},
		{
			ID: id(3), Statement: "Verified here", Lang: fact.English, Confidence: 0, Status: fact.Verified, Version: 3,
			Marks: fact.AddedHere, Makers: &fact.Makers{Wording: "U1"},
			Verified:  &fact.Verification{By: "U2", Name: "reviewer", At: day(11, 1), Until: day(11, 2)},
			Relations: []fact.Relation{{Kind: fact.DuplicateOf, Other: id(2)}},
		},
		{ID: id(4), Statement: "- Gone", Lang: fact.LangUnknown, Confidence: 100, Status: fact.Retracted, Marks: fact.DecidedStatus, Version: 4, Line: 22, Import: from},
	}
	return Document{ExportedAt: day(12, 1), Facts: facts, Topic: &fact.Topic{
		Slug: "net", Title: "Net # <b>", Definition: "1) What\nit is",
		Prefix: "NET", Command: "net", Aliases: []string{"=alias"}, CapturedAt: time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC),
		Window: 90, Unlisted: 5, Import: from,
		Timeline: []fact.TimelineEvent{{Text: "Verified here", Fact: id(3)}, {Text: "Dated *event*", Date: day(10, 1)}},
		Glossary: []fact.GlossaryGroup{{Name: "memory", Forms: []string{"内存", "memory"}, Near: []string{"cache"}}},
	}}
}

func TestExports(t *testing.T) {
	t.Parallel()
	for _, format := range Formats {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := Write(&b, format, hostile()); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", "export", "net."+format)
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("got:\n%s\nwant:\n%s", b.Bytes(), want)
			}
		})
	}
	if err := Write(&bytes.Buffer{}, "xml", hostile()); fact.CodeOf(err) != fact.CodeInvalid {
		t.Errorf("xml: %v", err)
	}
}

// TestExportsAreSafe holds the formats for machines to what they promise.
func TestExportsAreSafe(t *testing.T) {
	t.Parallel()
	doc := hostile()
	for _, format := range []string{"json", "claimreview"} {
		var b bytes.Buffer
		if err := Write(&b, format, doc); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(b.Bytes()) || strings.ContainsAny(b.String(), "<>\u2028") || strings.Contains(b.String(), "U1") {
			t.Errorf("%s:\n%s", format, b.String())
		}
	}
	var b bytes.Buffer
	if err := WriteClaimReview(&b, doc); err != nil {
		t.Fatal(err)
	}
	var graph struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(b.Bytes(), &graph); err != nil || len(graph.Graph) != len(doc.Facts) {
		t.Fatalf("%v: %d items", err, len(graph.Graph))
	}
	for i, item := range graph.Graph {
		_, author := item["author"]
		_, published := item["datePublished"]
		if here := doc.Facts[i].Verified != nil; author != here || published != here || item["url"] != nil {
			t.Errorf("fact %d tells what nobody recorded: %v", i+1, item)
		}
		if item["claimReviewed"] != doc.Facts[i].Statement {
			t.Errorf("fact %d is %q", i+1, item["claimReviewed"])
		}
	}
}

// failing is a writer that refuses everything.
type failing struct{}

var errFull = errors.New("disk full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestExportReportsAFullDisk(t *testing.T) {
	t.Parallel()
	for _, format := range Formats {
		if err := Write(failing{}, format, hostile()); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", format, err)
		}
	}
	doc := hostile()
	doc.Facts[0].Sources = make([]fact.Citation, maxCitations+1)
	if err := WriteCSV(&bytes.Buffer{}, doc); err == nil {
		t.Error("citations without columns were dropped in silence")
	}
}
