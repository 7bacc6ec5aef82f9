package search

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

// TestCompiledGlossary holds the compiled glossary to its sources: run it with
// -update after changing one.
func TestCompiledGlossary(t *testing.T) {
	paths, err := filepath.Glob("glossary/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no glossary sources", err)
	}
	var out strings.Builder
	names := map[string]string{}
	var x lexer
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var groups [][]string
		if err := yaml.Unmarshal(raw, &groups); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, forms := range groups {
			if other, ok := names[forms[0]]; ok {
				t.Errorf("%s: group %q is in %s too", path, forms[0], other)
			}
			names[forms[0]] = filepath.Base(path)
			out.WriteString(forms[0])
			seen := map[string]bool{}
			for _, form := range forms {
				for _, seq := range formUnits(&x, form) {
					for k, u := range seq {
						if u[0] < 0x80 {
							seq[k] = u + "=" + stem(u)
						}
					}
					if line := strings.Join(seq, " "); !seen[line] {
						seen[line] = true
						out.WriteString("\t" + line)
					}
				}
			}
			out.WriteByte('\n')
		}
	}
	const path = "glossary/compiled.txt"
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != out.String() {
		t.Errorf("%s is not what its sources give (%v): run this test with -update", path, err)
	}
}
