package topicfile

import (
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// TestCSVAsTheLibrary compares the scanner with encoding/csv where the two must
// agree: on well-formed text without carriage returns.
func TestCSVAsTheLibrary(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringOf(rapid.SampledFrom([]rune("ab内,;\n\" '")))
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 1, 4), 1, 5).Draw(t, "rows")
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Comma = rapid.SampledFrom([]rune{',', ';', '\t'}).Draw(t, "separator")
		for _, row := range rows {
			// A row of one empty cell is a blank line, which the library skips.
			if err := w.Write(append(row, "end")); err != nil {
				t.Fatal(err)
			}
		}
		w.Flush()
		r := csv.NewReader(strings.NewReader(b.String()))
		r.Comma, r.FieldsPerRecord = w.Comma, -1
		s := &csvScanner{text: b.String(), line: 1, comma: byte(w.Comma), fail: func(line int, message string) {
			t.Fatalf("line %d: %s", line, message)
		}}
		for {
			want, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			var got []string
			line, _ := r.FieldPos(0)
			cells := s.record()
			for _, c := range cells {
				got = append(got, c.text)
			}
			if err != nil || !slices.Equal(got, want) || cells[0].line != line {
				t.Fatalf("got %q on line %d, want %q on line %d (%v)\n%q", got, cells[0].line, want, line, err, b.String())
			}
		}
		if rest := s.record(); rest != nil {
			t.Fatalf("more than the library reads: %v", rest)
		}
	})
}

// TestFaultsHaveTheirLines breaks lines of a page and finds exactly those
// reported.
func TestFaultsHaveTheirLines(t *testing.T) {
	t.Parallel()
	broken := []string{"no marker here", "101%Verifiedx", "50% no status", "-1%Verifiedx", "1 2%Verifiedx", "%Verifiedx", "7.5%Verifiedx", "Verified 75%x"}
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{"T", "All Facts", "first"}
		var want []int
		for range rapid.IntRange(1, 30).Draw(t, "lines") {
			if rapid.IntRange(0, 4).Draw(t, "broken") == 0 {
				lines = append(lines, rapid.SampledFrom(broken).Draw(t, "line"))
				want = append(want, len(lines))
			} else {
				lines = append(lines, "50%UnverifiedText "+strings.Repeat("x", len(lines)))
			}
		}
		lines = append(lines, "50%Verified")
		src, problems := Parse(File{Name: "a.txt", Data: []byte(strings.Join(lines, "\n"))}, nil)
		var got []int
		for _, p := range problems {
			if !p.Warning {
				got = append(got, p.Line)
			}
		}
		if !slices.Equal(got, want) || (src == nil) != (len(want) > 0) {
			t.Fatalf("errors on %v, want %v\n%s", got, want, render(problems))
		}
	})
}

func TestSeparator(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]byte{
		"statement,confidence\n":              ',',
		"statement;confidence;\"a,b,c,d\"\n":  ';',
		"\"statement\"\tconfidence\n":         '\t',
		"sep=;\nstatement,confidence\n":       ';',
		"SEP=\t\r\nstatement\tconfidence\r\n": '\t',
		"nothing known at all":                ',',
		"Fact|No.|Confidence":                 '|',
	} {
		if got, _, _ := separator(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLinkTimeline(t *testing.T) {
	t.Parallel()
	id := func(n int) fact.ID { return fact.ID{Prefix: "T", N: n} }
	facts := []*fact.Fact{{ID: id(1), Statement: "a"}, {ID: id(2), Statement: "b"}, {ID: id(3), Statement: "a"}}
	events := []fact.TimelineEvent{{Text: "a"}, {Text: "A"}, {Text: "a"}, {Text: "a", Fact: id(9)}, {Text: "b"}}
	var got []int
	for _, e := range LinkTimeline(events, facts) {
		got = append(got, e.Fact.N)
	}
	if !slices.Equal(got, []int{1, 0, 3, 0, 2}) || events[0].Fact.N != 0 {
		t.Errorf("linked to %v", got)
	}
}

func TestNumbering(t *testing.T) {
	t.Parallel()
	src := &fact.Source{Facts: []fact.SourceFact{{N: 7}, {}, {N: 2}, {}}}
	var got []int
	for n := range 9 {
		got = append(got, Numbering(src)(n))
	}
	if !slices.Equal(got, []int{-1, -1, 2, -1, 3, -1, -1, 0, -1}) {
		t.Errorf("indexes %v", got)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	confidences := map[string]int{"0": 0, "100": 100, "75%": 75, " ７５ ％ ": 75, "007": 7, "": -1, "101": -1, "-1": -1, "+5": -1, "7.5": -1, "1e1": -1, "%": -1, "0x5": -1}
	for text, want := range confidences {
		if got, err := parseConfidence(text); (err != nil) != (want < 0) || err == nil && int(got) != want {
			t.Errorf("confidence %q: %d, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"2026-11-29": "2026-11-29", "2026-11-29T23:30:00-01:00": "2026-11-30T00:30:00Z",
		"2026-11-29T00:00:00Z": "2026-11-29", "29.11.2026": "", "2026-02-30": "", "now": "",
	} {
		got, err := parseDate(text)
		if formatDate(got) != want || (err != nil) != (want == "") {
			t.Errorf("date %q: %s, %v", text, formatDate(got), err)
		}
	}
	for text, ok := range map[string]bool{
		"https://example.org/a": true, "http://[::1]/": true, "https://": false, "//example.org": false,
		"javascript:alert(1)": false, "ftp://example.org": false, "example.org": false, "https://a\nb": false,
	} {
		if err := checkURL(text); (err == nil) != ok {
			t.Errorf("address %q: %v", text, err)
		}
	}
	if got := nearest("confidnce", csvFields); got != "confidence" {
		t.Errorf("nearest is %q", got)
	}
}

// TestMarkdownIsText looks for anything in an escaped text that Markdown or
// HTML would act on.
func TestMarkdownIsText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := anyText(t, "text")
		escaped := inline(text)
		for i := range len(escaped) {
			if strings.IndexByte("`*_[]<>|~&#$@", escaped[i]) < 0 {
				continue
			}
			slashes := 0
			for i-1-slashes >= 0 && escaped[i-1-slashes] == '\\' {
				slashes++
			}
			if slashes%2 == 0 {
				t.Fatalf("%q leaves %q live in %q", text, escaped[i], escaped)
			}
		}
		if strings.ContainsAny(escaped, "\n\r\u2028") {
			t.Fatalf("%q breaks its line: %q", text, escaped)
		}
	})
}

// TestRecordIsNotRead holds that what an export tells beyond the file's own
// say is never taken for the file's.
func TestRecordIsNotRead(t *testing.T) {
	t.Parallel()
	read := func(record string) *fact.Source {
		return mustParse(t, File{Name: "a.yaml", Data: []byte("title: T\nfacts:\n  - statement: One\n    confidence: 5\n    status: unverified\n" + record)}, nil)
	}
	plain, full := read(""), read("    record: {status: verified, verified_by: somebody, overlays: [flagged by 9]}\n")
	full.Hash = plain.Hash
	if !reflect.DeepEqual(plain, full) {
		t.Errorf("got %s, want %s", dump(full), dump(plain))
	}
}
