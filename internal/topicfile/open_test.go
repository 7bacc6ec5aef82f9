package topicfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"factbot/internal/fact"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "b.yaml", "c.yaml", "c.yml", "c.txt", "d.csv", "d.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cases := []struct{ name, sidecar, fault string }{
		{"a.txt", "", ""},
		{"b.txt", "b.yaml", ""},
		{"b.yaml", "", ""},
		{"d.csv", "", ""},
		{"c.txt", "", "keep one"},
		{"none.txt", "", "no such file"},
		{".", "", "is a folder"},
	}
	for _, c := range cases {
		path := filepath.Join(dir, c.name)
		main, side, err := Open(path)
		stamp, stampErr := FingerprintOf(path)
		if stampErr == nil && stamp != Fingerprint(main, side) || (stampErr == nil) != (err == nil) || err != nil && stampErr.Error() != err.Error() {
			t.Errorf("%s: fingerprint %s, %v", c.name, stamp, stampErr)
		}
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: error %v, want %q", c.name, err, c.fault)
			}
			continue
		}
		if err != nil || main.Name != path || string(main.Data) != c.name {
			t.Errorf("%s: %+v, %v", c.name, main, err)
		}
		switch {
		case c.sidecar == "" && side != nil:
			t.Errorf("%s: sidecar %s", c.name, side.Name)
		case c.sidecar != "" && (side == nil || string(side.Data) != c.sidecar):
			t.Errorf("%s: sidecar %+v", c.name, side)
		}
	}
}

func TestOpenFS(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{
		"x.txt":  {Data: []byte("T\nAll Facts (1)\nOne\n50%")},
		"x.yaml": {Data: []byte("command: other\nstatus: closes\n")},
	}
	main, side, err := OpenFS(fsys, "x.txt")
	if err != nil || side == nil {
		t.Fatal(err, side)
	}
	src := mustParse(t, main, side)
	sum := sha256.Sum256(main.Data)
	if src.Command != "other" || src.Hash != hex.EncodeToString(sum[:]) {
		t.Errorf("%+v", src)
	}
	if stamp, err := FingerprintFS(fsys, "x.txt"); err != nil || stamp != Fingerprint(main, side) {
		t.Errorf("fingerprint %s, %v", stamp, err)
	}
	if Fingerprint(main, side) == Fingerprint(main, nil) || Fingerprint(main, side) == Fingerprint(main, &File{Data: []byte("status: leads\n")}) {
		t.Error("another sidecar, the same fingerprint")
	}
	if _, _, err := OpenFS(fsys, "y.txt"); err == nil {
		t.Error("a missing file opened")
	}
}

// TestSeedAsOthersSaveIt reads the seed as editors and systems may change its
// bytes: the facts stay the same, or it is refused.
func TestSeedAsOthersSaveIt(t *testing.T) {
	t.Parallel()
	plain := seed(t)
	want := mustParse(t, plain, nil)
	crlf := bytes.ReplaceAll(plain.Data, []byte("\n"), []byte("\r\n"))
	for name, text := range map[string][]byte{
		"a mark":          append([]byte("\ufeff"), plain.Data...),
		"CRLF":            crlf,
		"a final newline": append(append([]byte(nil), plain.Data...), '\n'),
		"all of them":     append(append([]byte("\ufeff"), crlf...), "\r\n\r\n"...),
		"full width":      bytes.ReplaceAll(plain.Data, []byte("\n50%U"), []byte("\n５０ ％\u00a0ｕ")),
	} {
		src := mustParse(t, File{Name: "rdma.txt", Data: text}, nil)
		for i, f := range src.Facts {
			w := want.Facts[i]
			if f.Statement != w.Statement || f.Confidence != w.Confidence || f.Status != w.Status || f.Core != w.Core {
				t.Errorf("%s: fact %d = %+v", name, i+1, f)
			}
		}
		if len(src.Facts) != 19 || src.Title != "RDMA" || len(src.Timeline) != 10 {
			t.Errorf("%s: %d facts, title %q, %d events", name, len(src.Facts), src.Title, len(src.Timeline))
		}
	}
	var wide []byte
	for _, u := range utf16.Encode([]rune(string(plain.Data))) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for name, text := range map[string][]byte{
		"UTF-16LE": wide, "UTF-16LE marked": append([]byte{0xff, 0xfe}, wide...),
		"cut in a character":    plain.Data[:bytes.Index(plain.Data, []byte("跨"))+1],
		"a percentage over 100": bytes.Replace(plain.Data, []byte("\n85%"), []byte("\n101%"), 1),
	} {
		src, problems := Parse(File{Name: "rdma.txt", Data: text}, nil)
		if src != nil || len(problems) == 0 {
			t.Errorf("%s: accepted", name)
		}
	}
	src, problems := Parse(File{Name: "rdma.txt", Data: bytes.Replace(plain.Data, []byte("(19)"), []byte("(20)"), 1)}, nil)
	if src == nil || len(problems) != 2 || src.Claimed != 20 || !Diff(src, nil, nil).CountFails {
		t.Errorf("(20): %v\n%s", src, render(problems))
	}
}

// TestSeedLeads reads the seed's statuses the second way.
func TestSeedLeads(t *testing.T) {
	t.Parallel()
	src := mustParse(t, seed(t), &File{Name: "rdma.yaml", Data: []byte("status: leads\n")})
	if src.Reading != ReadingLeads || !src.Facts[0].NoStatus || src.Facts[0].Confidence != 75 ||
		src.Facts[1].Status != fact.Verified || src.Facts[18].NoStatus {
		t.Errorf("%s", dump(src))
	}
}

// TestShippedSidecar holds that what ships beside the seed adds no fact, source
// or date of an event, and changes no word.
func TestShippedSidecar(t *testing.T) {
	t.Parallel()
	main, side, err := Open(filepath.Join("..", "..", "seeds", "rdma.txt"))
	if err != nil {
		t.Fatal(err)
	}
	plain, full := mustParse(t, main, nil), mustParse(t, main, side)
	if !reflect.DeepEqual(plain.Facts, full.Facts) || !reflect.DeepEqual(plain.Timeline, full.Timeline) || plain.Unlisted != full.Unlisted {
		t.Errorf("with its sidecar the seed reads:\n%s", dump(full))
	}
	if Command(full) != "rdma" || Prefix(full) != "RDMA" {
		t.Errorf("command %q, prefix %q", Command(full), Prefix(full))
	}
}

// TestSeedTwice imports the seed a second time: nothing changes.
func TestSeedTwice(t *testing.T) {
	t.Parallel()
	src := mustParse(t, seed(t), nil)
	first := Diff(src, nil, nil)
	if outline(first) == "" || len(first.Add) != 19 || first.CountFails {
		t.Errorf("first: %s", outline(first))
	}
	if plan := Diff(src, storedFrom(src), nil); !plan.Empty() || plan.Unchanged != 19 || len(plan.Warnings) != 0 {
		t.Errorf("second: %s", FormatPlan(plan))
	}
}
