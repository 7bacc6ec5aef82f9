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
			pair[0].walk(block, func(k int, key []byte, refs string) bool {
				if string(key) <= prev {
					t.Errorf("%s: %q after %q", name, key, prev)
				}
				if k != seen {
					t.Errorf("%s: entry %d is numbered %d", name, seen, k)
				}
				prev = string(key)
				if seen++; seen%97 == 0 {
					for _, other := range translations(refs, pair[1], 99) {
						if other == "" {
							t.Errorf("%s: %q leads nowhere", name, key)
						}
					}
				}
				return true
			})
		}
		if seen != pair[0].n || seen < 50_000 {
			t.Errorf("%s: %d entries, the head says %d", name, seen, pair[0].n)
		}
	}
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

// TestBegins: what is said of the beginnings of words is what going through
// the whole table tells.
func TestBegins(t *testing.T) {
	t.Parallel()
	d := openDictionary()
	var keys []string
	for block := range len(d.zh.dir) / 4 {
		d.zh.walk(block, func(_ int, key []byte, _ string) bool {
			keys = append(keys, string(key))
			return true
		})
	}
	for k := 0; k < len(keys); k += 61 {
		for _, want := range []string{keys[k], keys[k] + "网", string([]rune(keys[k])[:1]), keys[min(k+15, len(keys)-1)]} {
			whole, part := d.zh.begins(want)
			at, found := slices.BinarySearch(keys, want)
			longer := at + btoi(found)
			if truly := longer < len(keys) && strings.HasPrefix(keys[longer], want); whole != found || part != truly {
				t.Fatalf("%s: a word %v, begins one %v; want %v, %v", want, whole, part, found, truly)
			}
		}
	}
}
