package search

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDictionary looks words up in both directions in the compiled table.
func TestDictionary(t *testing.T) {
	t.Parallel()
	d := openDictionary()
	for word, want := range map[string]string{
		"内存": "comput memori", "网络": "network", "服务器": "server", "苹果": "appl", "操作系统": "oper system", "加密": "encrypt", "数据库": "databas",
	} {
		if got := d.english(word, 20); !slices.ContainsFunc(got, func(g string) bool { return g == want || strings.HasPrefix(g, want) }) {
			t.Errorf("%s is %v, want %q among them", word, got, want)
		}
	}
	for gloss, want := range map[string]string{
		"network": "网络", "server": "服务器", "apple": "苹果", "operating system": "操作系统", "to encrypt": "加密", "a database": "数据库",
	} {
		if got := d.chinese(GlossKey(gloss), 20); !slices.Contains(got, want) {
			t.Errorf("%q (%s) is %v, want %s among them", gloss, GlossKey(gloss), got, want)
		}
	}
	for _, word := range []string{"", "没有这个词条", "latency", "𠮷𠮷"} {
		if d.hasChinese(word) || len(d.english(word, 5)) > 0 {
			t.Errorf("%q is in the dictionary", word)
		}
	}
	for _, key := range []string{"", "zzzz", "\xff", "内存"} {
		if d.hasEnglish(key) {
			t.Errorf("%q is in the dictionary", key)
		}
	}
}

// TestDictionaryTable walks the whole table: strings rise, and every reference
// leads somewhere.
func TestDictionaryTable(t *testing.T) {
	t.Parallel()
	d := openDictionary()
	for name, pair := range map[string][2]dictSection{"zh": {d.zh, d.en}, "en": {d.en, d.zh}} {
		prev, seen := "", 0
		for block := range len(pair[0].dir) / 4 {
			var e entries
			for pair[0].open(&e, block); e.next(); seen++ {
				key := string(e.key[:e.n])
				if key <= prev {
					t.Errorf("%s: %q after %q", name, key, prev)
				}
				if got := pair[0].at(seen); got != key {
					t.Errorf("%s: entry %d is %q, not %q", name, seen, got, key)
				}
				prev = key
				if seen%97 == 0 {
					for _, other := range translations(e.refs, pair[1], 99) {
						if other == "" {
							t.Errorf("%s: %q leads nowhere", name, key)
						}
					}
				}
			}
		}
		if seen != pair[0].n || seen < 50_000 {
			t.Errorf("%s: %d entries, the head says %d", name, seen, pair[0].n)
		}
	}
}

// TestStartsAgreesWithFind: the words that start at a place are those that are
// found one by one.
func TestStartsAgreesWithFind(t *testing.T) {
	t.Parallel()
	d := openDictionary()
	var text strings.Builder
	for k := 0; k < d.zh.n; k += 911 {
		text.WriteString(d.zh.at(k))
	}
	text.WriteString("中国人民的网络")
	runes, words := []rune(text.String()), 0
	for from := range runes {
		run := string(runes[from:min(len(runes), from+maxHeadword)])
		var ends []int
		for i := range run {
			ends = append(ends, i)
		}
		ends = append(ends, len(run))
		if len(ends) < 3 {
			continue
		}
		got := d.zh.starts("x"+run, 1, shifted(ends[2:]))
		for k, end := range ends[2:] {
			want := d.hasChinese(run[:end])
			if want {
				words++
			}
			if want != (got>>k&1 == 1) {
				t.Errorf("%q: found %v", run[:end], !want)
			}
		}
	}
	if words < 50 {
		t.Errorf("%d words only", words)
	}
}

func shifted(ends []int) []int {
	out := make([]int, len(ends))
	for k, end := range ends {
		out[k] = end + 1
	}
	return out
}

func TestSegments(t *testing.T) {
	t.Parallel()
	d := openDictionary()
	for run, want := range map[string]string{
		"操作系统内核": "操作系统|内核", "如何降低延迟": "如何|降低|延迟", "网络通信": "网络|通信", "是什么": "是什么", "训": "训", "": "",
	} {
		var words []string
		start := 0
		for _, end := range d.segments(Fold(run)) {
			words = append(words, run[start:end]) // folding keeps a character's length
			start = end
		}
		if got := strings.Join(words, "|"); got != want {
			t.Errorf("%s is cut %s, want %s", run, got, want)
		}
	}
}

// TestLicence: the compiled dictionary says whose it is and under what terms.
func TestLicence(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("dict/LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"CC-CEDICT", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("dict/LICENSE does not name %s", want)
		}
	}
	if len(cedict)+len(simplifiedPairs) > 3<<20 {
		t.Errorf("the tables take %d bytes, at most 3 MB are embedded", len(cedict)+len(simplifiedPairs))
	}
}
