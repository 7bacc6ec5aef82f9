package search

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"factbot/internal/fact"
)

// TestLex holds the analyzer to testdata/lex.tsv: a text and its units, where
// +unit is a whole beside its parts and Han runs stand in brackets.
func TestLex(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/lex.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var x lexer
	for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, want, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		var got []string
		for _, u := range x.lex(text) {
			switch {
			case u.kind == kindHan:
				got = append(got, "["+u.text+"]")
			case u.extra:
				got = append(got, "+"+u.text)
			default:
				got = append(got, u.text)
			}
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%q gives %q, want %q", text, g, want)
		}
	}
}

func TestStem(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"latency", "latencies"},
		{"bypass", "bypasses", "bypassing", "bypassed"},
		{"replicate", "replication", "replicated"},
		{"optimise", "optimize", "optimised", "optimising"},
		{"optimisation", "optimization"},
		{"behaviour", "behavior"},
		{"centre", "center"},
		{"gpu", "gpus"},
		{"query", "queries"},
		{"index", "indices", "indexes"},
		{"cache", "caches", "caching", "cached"},
	} {
		for _, w := range same[1:] {
			if stem(w) != stem(same[0]) {
				t.Errorf("%s is %s, %s is %s", w, stem(w), same[0], stem(same[0]))
			}
		}
	}
	for _, differ := range [][2]string{{"precise", "precinct"}, {"rise", "rose"}, {"cost", "cast"}, {"enterprise", "enter"}} {
		if stem(differ[0]) == stem(differ[1]) {
			t.Errorf("%s and %s are both %s", differ[0], differ[1], stem(differ[0]))
		}
	}
	if stem("precise")+"ly" == "" || stem("precisely") != stem("precise") {
		t.Errorf("precisely is %s, precise is %s", stem("precisely"), stem("precise"))
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ＲＤＭＡ　延迟":              "rdma 延迟",
		"  A\u00a0\u2003B\nC ": "a b c",
		"記憶體":                  "记忆体",
		"naïve Ångström":       "naive angstrom",
		"zero\u200bwidth":      "zerowidth",
		"２０％":                  "20%",
		"":                     "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) is %q, want %q", in, got, want)
		}
	}
}

// FuzzAnalyzer: any bytes give units that are valid, folded and bounded, that
// survive storing, and that a query cuts as a fact does.
func FuzzAnalyzer(f *testing.F) {
	for _, s := range []string{
		"RDMA允许一台机器", "3,200 Gbps", "20%-50%", "macOS 26.2", "all-to-all", "don't", "c++ c#", "\xff\xfe", "ＲＤＭＡ", "a\u0300", "1.5 µs",
		"GPUDirect pg_stat_statements", "记忆體", "-_/.'&:@", "10us", "ﬁ", "한국어", "ｶﾀｶﾅ", strings.Repeat("x", 300), "v1.2.3-rc.1+b",
	} {
		f.Add(s)
	}
	ix := New(Options{})
	f.Fuzz(func(t *testing.T, text string) {
		var x lexer
		units := fmt.Sprint(x.lex(text))
		if again := fmt.Sprint(x.lex(text)); again != units {
			t.Fatalf("%q is cut in two ways: %s and %s", text, units, again)
		}
		primary := 0
		for _, u := range x.lex(text) {
			if u.text == "" || !utf8.ValidString(u.text) {
				t.Fatalf("%q gives the unit %q", text, u.text)
			}
			if u.kind != kindHan && len(u.text) > maxWord {
				t.Fatalf("%q gives a unit of %d bytes", text, len(u.text))
			}
			if u.extra && int(u.parts) > primary {
				t.Fatalf("%q: the whole %q has %d parts after %d units", text, u.text, u.parts, primary)
			}
			if !u.extra {
				primary++
			}
		}
		stored := appendTokens(nil, &x, text)
		if !usable(stored, text) {
			t.Fatalf("%q: its stored tokens are not usable", text)
		}
		var back []string
		for rest := stored[tokensHeader:]; len(rest) > 0; {
			u, word, after := nextToken(rest)
			if word == nil {
				t.Fatalf("%q: its stored tokens end early", text)
			}
			u.text = string(word)
			back = append(back, fmt.Sprint(u.text, u.kind, u.extra, u.glued))
			rest = after
		}
		var cut []string
		for _, u := range x.lex(text) {
			cut = append(cut, fmt.Sprint(u.text, u.kind, u.extra, u.glued))
		}
		if fmt.Sprint(back) != fmt.Sprint(cut) {
			t.Fatalf("%q: stored %v, cut %v", text, back, cut)
		}
		ix.Put(&fact.Fact{ID: fact.ID{Prefix: "F", N: 1}, Topic: "f", Statement: text, Confidence: 50})
		r := ix.Search(Query{Text: text, Explain: true})
		if !r.Empty && len(r.Hits) != 1 {
			t.Fatalf("%q does not find itself: %+v", text, r)
		}
		if r.Empty != (primary == 0) {
			t.Fatalf("%q: empty is %v with %d units", text, r.Empty, primary)
		}
	})
}

// TestDamagedTokens: stored tokens that are stale or damaged are not used.
func TestDamagedTokens(t *testing.T) {
	t.Parallel()
	ix := New(Options{})
	f := &fact.Fact{ID: fact.ID{Prefix: "F", N: 1}, Topic: "f", Statement: "The gateway restarts.", Confidence: 50}
	good := ix.Tokens(f)
	if !usable(good, f.Statement) {
		t.Fatal("fresh tokens are not usable")
	}
	old := bytes.Clone(good)
	old[0]++
	other := ix.Tokens(&fact.Fact{Statement: "The switch burns."})
	for name, tokens := range map[string][]byte{"none": nil, "short": good[:3], "of another version": old, "of another statement": other} {
		if usable(tokens, f.Statement) {
			t.Errorf("tokens %s are used", name)
		}
		ix.Build([]*fact.Fact{f}, [][]byte{tokens})
		if r := ix.Search(Query{Text: "gateway"}); len(r.Hits) != 1 {
			t.Errorf("with tokens %s the fact is not found", name)
		}
	}
	for n := range good {
		ix.Build([]*fact.Fact{f}, [][]byte{good[:n]}) // must not panic
	}
}
