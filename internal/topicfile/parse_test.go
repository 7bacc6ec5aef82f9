package topicfile

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"factbot/internal/fact"
)

var update = flag.Bool("update", false, "rewrite the expected parts of testdata")

// TestParse reads the archives of testdata/parse. Each holds a topic file,
// perhaps a sidecar, and "want": the problems, and what was read where nothing
// is wrong. Files whose names end in .q hold Go escapes, line by line.
func TestParse(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/parse/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			main, side, want := archived(t, a)
			src, problems := Parse(main, side)
			got := render(problems) + dump(src)
			if *update {
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(a.Files[want].Data) {
				t.Errorf("got:\n%s\nwant:\n%s", got, a.Files[want].Data)
			}
		})
	}
}

func archived(t *testing.T, a *txtar.Archive) (main File, side *File, want int) {
	t.Helper()
	want = len(a.Files) - 1
	if a.Files[want].Name != "want" {
		t.Fatal("the last file must be want")
	}
	for i, f := range a.Files[:want] {
		read := File{Name: f.Name, Data: f.Data}
		if name, ok := strings.CutSuffix(f.Name, ".q"); ok {
			read = File{Name: name, Data: []byte(unescape(t, string(f.Data)))}
		}
		if i == 0 {
			main = read
		} else {
			side = &read
		}
	}
	return main, side, want
}

// unescape reads Go escapes; a line that ends in \c is joined to the next.
func unescape(t *testing.T, text string) string {
	t.Helper()
	text = strings.ReplaceAll(text, "\\c\n", "")
	s, err := strconv.Unquote(`"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`).Replace(text) + `"`)
	if err != nil {
		t.Fatalf("unescape %q: %v", text, err)
	}
	return s
}

// dump writes a source so that every byte of it can be compared.
func dump(src *fact.Source) string {
	if src == nil {
		return "refused\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "title %q definition %q command %q prefix %q aliases %q\n", src.Title, src.Definition, Command(src), Prefix(src), src.Aliases)
	fmt.Fprintf(&b, "window %d unlisted %d claimed %d reading %q captured %q\n", src.Window, src.Unlisted, src.Claimed, src.Reading, formatDate(src.CapturedAt))
	for _, f := range src.Facts {
		fmt.Fprintf(&b, "%d: #%d %s %s", f.Line, f.N, axes(f), f.Lang)
		if f.Core {
			b.WriteString(" core")
		}
		fmt.Fprintf(&b, " %q\n", f.Statement)
		for _, c := range f.Sources {
			fmt.Fprintf(&b, "  source %q %q %q %q %q\n", c.URL, c.Title, c.Quote, c.Author, formatDate(c.Date))
		}
	}
	for _, e := range src.Timeline {
		fmt.Fprintf(&b, "event %d: %q %q\n", e.Line, formatDate(e.Date), e.Text)
	}
	for _, g := range src.Glossary {
		fmt.Fprintf(&b, "group %q %q %q\n", g.Name, g.Forms, g.Near)
	}
	for _, r := range src.Relations {
		fmt.Fprintf(&b, "relation %d %s %d\n", r.From, r.Kind, r.To)
	}
	return b.String()
}
