package topicfile

import (
	"testing"

	"factbot/internal/fact"
)

// FuzzParse feeds any bytes to every reader: each gives either a sound source
// or a reason why not, and what it accepts can be exported and compared.
func FuzzParse(f *testing.F) {
	names := []string{"a.txt", "a.yaml", "a.csv"}
	f.Add(uint8(0), seed(f).Data, []byte("status: leads\nfacts: [{number: 1, status: verified}]"))
	f.Add(uint8(0), []byte("T\nAll Facts (1)\nx\n５０％"), []byte(nil))
	f.Add(uint8(1), []byte("title: x\nfacts:\n- {id: A-1, statement: y, confidence: 5, relations: [{kind: refines, to: 2}]}"), []byte(nil))
	f.Add(uint8(1), []byte("a: &a [*a]\n? {b: c}\n"), []byte(nil))
	f.Add(uint8(2), []byte("sep=;\nid;statement;confidence\nA-1;\"x\n\"\"y\";50%"), []byte(nil))
	f.Add(uint8(2), []byte("\xff\xfes\x00"), []byte(nil))
	f.Fuzz(func(t *testing.T, which uint8, main, side []byte) {
		file := File{Name: names[int(which)%len(names)], Data: main}
		var sidecar *File
		if file.Name == "a.txt" && side != nil {
			sidecar = &File{Name: "a.yaml", Data: side}
		}
		src, problems := Parse(file, sidecar)
		broken := false
		for _, p := range problems {
			broken = broken || !p.Warning
			if p.Message == "" || p.File == "" || p.Line < 0 {
				t.Errorf("problem %+v", p)
			}
		}
		if broken != (src == nil) {
			t.Fatalf("source %v with problems:\n%s", src, render(problems))
		}
		if src == nil {
			return
		}
		stored := storedFrom(src)
		for i, f := range src.Facts {
			if err := fact.CheckStatement(f.Statement); err != nil || !f.Confidence.Valid() {
				t.Fatalf("fact %d: %+v", i, f)
			}
		}
		if plan := Diff(src, stored, nil); !plan.Empty() {
			t.Fatalf("not empty:\n%s", FormatPlan(plan))
		}
	})
}
