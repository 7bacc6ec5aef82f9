package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const sample = `export default {"all":[
["網絡","网络","wang3 luo4",["network (computing); net","CL:個|个[ge4]"],[],[]],
["內存","内存","nei4 cun2","internal storage; computer memory",[],[]],
["後","后","hou4","back; behind",[],[]],
["皇后","皇后","huang2 hou4","empress",[],[]],
["後臺","后台","hou4 tai2","backstage; back-end/backdrop",[],[]],
["王","王","Wang2","surname Wang",[],[]],
["異體","异体","yi4 ti3","variant of 异[yi4]",[],[]]
]};
`

func TestCompile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := filepath.Join(dir, "all.js")
	if err := os.WriteFile(in, []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
	var first []byte
	for range 2 {
		if err := compile(in, dir); err != nil {
			t.Fatal(err)
		}
		table, err := os.ReadFile(filepath.Join(dir, "cedict.bin"))
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, table) {
			t.Error("the same input gives other bytes")
		}
		first = table
	}
	for _, want := range []string{"络", "comput memori", "empress"} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("the table has no %q", want)
		}
	}
	pairs, err := os.ReadFile(filepath.Join(dir, "simplified.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"網网", "後后", "內内"} {
		if !bytes.Contains(pairs, []byte(want)) {
			t.Errorf("simplified.txt %q has no %s", pairs, want)
		}
	}
}

func TestGlosses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gloss []string
		want  []string
	}{
		{[]string{"network (computing); net", "CL:個|个[ge4]"}, []string{"network", "net"}},
		{[]string{"to reduce; to lower"}, []string{"reduc", "lower"}},
		{[]string{"surname Wang"}, nil},
		{[]string{"variant of 异[yi4]"}, nil},
		{[]string{"one of a long row of words that nobody would type"}, nil},
		{[]string{"back-end/backdrop"}, []string{"back end", "backdrop"}},
	} {
		if got := glosses(entry{glosses: c.gloss}); !slices.Equal(got, c.want) {
			t.Errorf("%q gives %q, want %q", c.gloss, got, c.want)
		}
	}
}

func TestDamagedInput(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"empty": "", "no JSON": "export default {nonsense}", "few fields": `{"all":[["a","b"]]}`, "a number": `{"all":[[1,"b","c","d"]]}`,
	} {
		if entries, err := parse([]byte(raw)); err == nil {
			t.Errorf("%s: %v and no error", name, entries)
		}
	}
}
