package topicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// docExample is a fenced example of docs/topic-files.md. Its fence names the
// language and the file: "```yaml net.yaml".
type docExample struct {
	lang, name, text string
	line             int
}

// docExamples reads the examples of a page, sh and console ones left aside.
func docExamples(t *testing.T, page string) []docExample {
	t.Helper()
	var all []docExample
	var open *docExample
	for i, line := range strings.Split(page, "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && open != nil:
			all = append(all, *open)
			open = nil
		case isFence:
			lang, name, _ := strings.Cut(fence, " ")
			open = &docExample{lang: lang, name: name, line: i + 1}
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("line %d: this example is never closed", open.line)
	}
	files := all[:0]
	for _, e := range all {
		switch e.lang {
		case "text", "yaml", "csv":
			files = append(files, e)
		case "sh", "console":
		default:
			t.Errorf("line %d: the example's language %q is neither text, yaml, csv, sh nor console", e.line, e.lang)
		}
	}
	return files
}

func readDocs(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "topic-files.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestDocsExamples holds every topic file that the page shows to the readers: it
// parses without a problem, sidecars together with their page.
func TestDocsExamples(t *testing.T) {
	t.Parallel()
	examples := docExamples(t, readDocs(t))
	sidecars, kinds := map[string]*File{}, map[string]int{}
	for _, e := range examples {
		if e.name == "" {
			t.Fatalf("line %d: the example names no file", e.line)
		}
		sidecars[e.name] = &File{Name: e.name, Data: []byte(e.text)}
		kinds[e.lang]++
	}
	for _, lang := range []string{"text", "yaml", "csv"} {
		if kinds[lang] == 0 {
			t.Errorf("the page has no %s example", lang)
		}
	}
	for _, e := range examples {
		stem := strings.TrimSuffix(e.name, filepath.Ext(e.name))
		if e.lang == "yaml" && sidecars[stem+".txt"] != nil {
			continue // read with its page
		}
		var beside *File
		if e.lang == "text" {
			beside = sidecars[stem+".yaml"]
		}
		src, problems := Parse(File{Name: e.name, Data: []byte(e.text)}, beside)
		for _, p := range problems {
			t.Errorf("line %d: %s", e.line, Format(p))
		}
		if src != nil && Command(src) != stem {
			t.Errorf("line %d: %s is the topic %q; the page calls it %q", e.line, e.name, Command(src), stem)
		}
	}
}

// TestDocsWarnings holds the page's list of warnings to the program's: each of
// these files is warned of in words that the page explains.
func TestDocsWarnings(t *testing.T) {
	t.Parallel()
	tests := []struct{ phrase, name, text, sidecar string }{
		{"has no status in the file", "a.txt", "A\nAll Facts (2)\nOne.\n75%VerifiedTwo.\n50%\n", ""},
		{"gives no fact a status", "a.csv", "statement,confidence\nOne.,1\nTwo.,2\n", ""},
		{"but lists", "a.txt", "A\nAll Facts (3)\nOne.\n75%Verified\n", ""},
		{"is not among All Facts word for word", "a.txt", "A\nCore Facts\nOne\nAll Facts\nOne.\n75%Verified\n", ""},
		{"reads the same as", "a.txt", "A\nAll Facts\nOne.\n75%VerifiedOne.\n75%Verified\n", ""},
		{"apart from case, width or spaces", "a.txt", "A\nAll Facts\nOne.\n75%Verifiedone.\n75%Verified\n", ""},
		{"itself begins like a marker", "a.txt", "A\nAll Facts\n75%VerifiedOne.\n75%Verified\n", ""},
		{"leads no fact and is not used", "a.txt", "A\nAll Facts\nOne.\n75%VerifiedTwo.\n75%Verified\n", "status: leads\n"},
		{"which is no group of the glossary", "a.txt", "A\nAll Facts\nOne.\n75%Verified\n", "glossary: [{name: x, forms: [y], near: [z]}]\n"},
		{"is not known and was not read", "a.csv", "statement,confidence,status,colour\nOne.,1,verified,red\n", ""},
	}
	page := readDocs(t)
	for _, tt := range tests {
		var beside *File
		if tt.sidecar != "" {
			beside = &File{Name: "a.yaml", Data: []byte(tt.sidecar)}
		}
		warned := false
		_, problems := Parse(File{Name: tt.name, Data: []byte(tt.text)}, beside)
		for _, p := range problems {
			if !p.Warning {
				t.Errorf("%q: %s", tt.phrase, Format(p))
			}
			warned = warned || strings.Contains(p.Message, tt.phrase)
		}
		if !warned {
			t.Errorf("no warning says %q: %v", tt.phrase, problems)
		}
		if !strings.Contains(page, "| `"+tt.phrase+"` |") {
			t.Errorf("docs/topic-files.md does not explain the warning %q", tt.phrase)
		}
	}
	_, table, _ := strings.Cut(page, "## What the warnings mean")
	table, _, _ = strings.Cut(table, "\n## ")
	if rows := strings.Count(table, "\n| `"); rows != len(tests) {
		t.Errorf("the page explains %d warnings; this test knows %d", rows, len(tests))
	}
}
