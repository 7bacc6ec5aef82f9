package search

import (
	_ "embed"
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

// cedict is CC-CEDICT compiled by tools/cedict: see dict/LICENSE. After a
// header it holds two sections, Chinese words and English glosses, each a list
// of sorted strings with references into the other. A section is a count, the
// offsets of its blocks of 16 strings, and the blocks; in a block each string
// gives how much it shares with the one before. Nothing is decoded before it
// is looked up.
//
//go:embed dict/cedict.bin
var cedict string

const (
	cedictHeader = "CEDICT1\n"
	cedictBlock  = 16
	maxHeadword  = 6  // characters of the longest Chinese word
	shortRun     = 32 // characters of a run from which on it takes room of its own to cut
)

// dictSection reads one section of the table.
type dictSection struct {
	n         int
	dir, body string
}

func openSection(table string) dictSection {
	n := int(u32(table))
	dir := 4 * ((n + cedictBlock - 1) / cedictBlock)
	return dictSection{n: n, dir: table[4 : 4+dir], body: table[4+dir:]}
}

func u32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// dictionary translates words between Chinese and English.
type dictionary struct{ zh, en dictSection }

func openDictionary() *dictionary {
	table := cedict[len(cedictHeader):]
	n := u32(table)
	return &dictionary{zh: openSection(table[4 : 4+n]), en: openSection(table[4+n:])}
}

// entries goes through the strings of a block.
type entries struct {
	rest string
	left int
	n    int
	refs string // of the present one
	key  [256]byte
}

// open goes before the first string of a block.
func (d *dictSection) open(e *entries, block int) {
	e.rest = d.body[u32(d.dir[4*block:]):]
	e.left = min(d.n-block*cedictBlock, cedictBlock)
	e.n = 0
}

// next goes to the next string; false after the last.
func (e *entries) next() bool {
	if e.left == 0 {
		return false
	}
	e.left--
	rest := e.rest
	same, more := int(rest[0]), int(rest[1])
	e.n = same + copy(e.key[same:], rest[2:2+more])
	rest = rest[2+more:]
	count := int(rest[0])
	rest = rest[1:]
	end := 0
	for ; count > 0; end++ { // a reference ends with a byte below 0x80
		if rest[end] < 0x80 {
			count--
		}
	}
	e.refs, e.rest = rest[:end], rest[end:]
	return true
}

// head is the first string of a block.
func (d *dictSection) head(block int) string {
	rest := d.body[u32(d.dir[4*block:]):]
	return rest[2 : 2+int(rest[1])]
}

// block is the one that a string is in, if it is in any; -1 if it comes before all.
func (d *dictSection) block(want string) int {
	lo, hi := 0, len(d.dir)/4
	for lo < hi {
		mid := (lo + hi) / 2
		if d.head(mid) <= want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// find gives the references of a string.
func (d *dictSection) find(want string) (refs string, ok bool) {
	block := d.block(want)
	if block < 0 {
		return "", false
	}
	var e entries
	for d.open(&e, block); e.next(); {
		switch key := e.key[:e.n]; {
		case string(key) == want:
			return e.refs, true
		case string(key) > want:
			return "", false
		}
	}
	return "", false
}

// starts tells which words at a place of a text are strings of the section: bit k
// for the one that ends at ends[k], which rise. They lie between the shortest and
// the longest, and few others do.
func (d *dictSection) starts(text string, from int, ends []int) (found uint) {
	first, last := text[from:ends[0]], text[from:ends[len(ends)-1]]
	var e entries
	for block := max(0, d.block(first)); block < len(d.dir)/4; block++ {
		for d.open(&e, block); e.next(); {
			key := e.key[:e.n]
			if string(key) < first {
				continue
			}
			if string(key) > last {
				return found
			}
			for k, end := range ends {
				if string(key) == text[from:end] {
					found |= 1 << k
				}
			}
		}
	}
	return found
}

// at gives the string with a number.
func (d *dictSection) at(k int) string {
	var e entries
	d.open(&e, k/cedictBlock)
	for range k%cedictBlock + 1 {
		e.next()
	}
	return string(e.key[:e.n])
}

// translations resolves references into the other section, at most limit.
func translations(refs string, other dictSection, limit int) []string {
	var out []string
	for len(refs) > 0 && len(out) < limit {
		v, n := uvarint(refs)
		if n <= 0 {
			break
		}
		refs = refs[n:]
		out = append(out, other.at(int(v)))
	}
	return out
}

// uvarint reads a reference and how many bytes it takes; 0 where there is none.
func uvarint(refs string) (v uint64, n int) {
	var first [5]byte
	return binary.Uvarint(first[:copy(first[:], refs)])
}

// english gives the glosses of a Chinese word, as keys, the likeliest first.
func (d *dictionary) english(word string, limit int) []string {
	refs, _ := d.zh.find(word)
	return translations(refs, d.en, limit)
}

// chinese gives the words for an English gloss key, the likeliest first.
func (d *dictionary) chinese(key string, limit int) []string {
	refs, _ := d.en.find(key)
	return translations(refs, d.zh, limit)
}

// hasChinese reports whether a Chinese word is in the dictionary.
func (d *dictionary) hasChinese(word string) bool {
	_, ok := d.zh.find(word)
	return ok
}

// hasEnglish reports whether a gloss key is in the dictionary.
func (d *dictionary) hasEnglish(key string) bool {
	_, ok := d.en.find(key)
	return ok
}

// segments cuts a run of Han characters into words: as few as the dictionary
// and the stop words allow, earlier words the longer. It gives the ends of the
// words as byte offsets.
func (d *dictionary) segments(run string) []int {
	n := utf8.RuneCountInString(run)
	var short [3 * shortRun]int // is seldom too short
	room := short[:]
	if n >= shortRun {
		room = make([]int, 3*(n+1))
	}
	at := room[: 0 : n+1]
	cost := room[n+1 : 2*n+2] // of the rest from a character on
	next := room[2*n+2 : 3*n+3]
	for i := range run {
		at = append(at, i)
	}
	at = append(at, len(run))
	for i := n - 1; i >= 0; i-- {
		longest := min(n, i+maxHeadword)
		var known uint // bit k: the word of k+2 characters
		if longest > i+1 {
			known = d.zh.starts(run, at[i], at[i+2:longest+1])
		}
		cost[i], next[i] = 1<<30, i+1
		for j := longest; j > i; j-- {
			word := run[at[i]:at[j]]
			c := cost[j] + 10
			switch {
			case chineseStops[word]:
				c -= 2
			case j == i+1:
				c += 3
			case known>>(j-i-2)&1 == 0:
				continue
			}
			if c < cost[i] {
				cost[i], next[i] = c, j
			}
		}
	}
	ends := make([]int, 0, n)
	for i := 0; i < n; i = next[i] {
		ends = append(ends, at[next[i]])
	}
	return ends
}

// keyWords splits a gloss key into its stems.
func keyWords(key string) []string { return strings.Split(key, " ") }
