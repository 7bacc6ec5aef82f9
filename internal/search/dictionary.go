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
	maxHeadword  = 6 // characters of the longest Chinese word
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

// entryAt walks a block: it calls visit with each string of the block and its
// references, until visit says stop.
func (d dictSection) walk(block int, visit func(k int, key []byte, refs string) bool) {
	rest := d.body[u32(d.dir[4*block:]):]
	var key [256]byte
	n := 0
	for k := block * cedictBlock; k < min(d.n, (block+1)*cedictBlock); k++ {
		same, more := int(rest[0]), int(rest[1])
		n = same + copy(key[same:], rest[2:2+more])
		rest = rest[2+more:]
		count := int(rest[0])
		rest = rest[1:]
		refs := rest
		for range count {
			i := 0
			for rest[i]&0x80 != 0 {
				i++
			}
			rest = rest[i+1:]
		}
		if !visit(k, key[:n], refs[:len(refs)-len(rest)]) {
			return
		}
	}
}

// head is the first string of a block.
func (d dictSection) head(block int) string {
	rest := d.body[u32(d.dir[4*block:]):]
	return rest[2 : 2+int(rest[1])]
}

// find gives the references of a string.
func (d dictSection) find(want string) (refs string, ok bool) {
	after := d.after(want)
	if after == 0 {
		return "", false
	}
	d.walk(after-1, func(_ int, key []byte, r string) bool {
		if string(key) == want {
			refs, ok = r, true
		}
		return !ok && string(key) < want
	})
	return refs, ok
}

// after is the first block whose strings all come after one.
func (d dictSection) after(want string) int {
	lo, hi := 0, len(d.dir)/4
	for lo < hi {
		mid := (lo + hi) / 2
		if d.head(mid) <= want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// begins reports whether a string is in the section, and whether some longer
// one begins with it.
func (d dictSection) begins(want string) (whole, part bool) {
	after := d.after(want)
	past := false
	if after > 0 {
		d.walk(after-1, func(_ int, key []byte, _ string) bool {
			if string(key) == want {
				whole = true
				return true
			}
			past = string(key) > want
			part = past && len(key) > len(want) && string(key[:len(want)]) == want
			return !past
		})
	}
	if !past && after < len(d.dir)/4 {
		part = strings.HasPrefix(d.head(after), want)
	}
	return whole, part
}

// at gives the string with a number.
func (d dictSection) at(k int) string {
	var out string
	d.walk(k/cedictBlock, func(i int, key []byte, _ string) bool {
		if i == k {
			out = string(key)
		}
		return i < k
	})
	return out
}

// translations resolves references into the other section, at most limit.
func translations(refs string, other dictSection, limit int) []string {
	var out []string
	for len(refs) > 0 && len(out) < limit {
		v, n := binary.Uvarint([]byte(refs[:min(len(refs), 5)]))
		if n <= 0 {
			break
		}
		refs = refs[n:]
		out = append(out, other.at(int(v)))
	}
	return out
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
	at := make([]int, 0, n+1)
	for i := range run {
		at = append(at, i)
	}
	at = append(at, len(run))
	cost := make([]int, n+1) // of the rest from a character on
	next := make([]int, n+1)
	for i := n - 1; i >= 0; i-- {
		cost[i], next[i] = 1<<30, i+1
		longer := true // a word of the dictionary may begin with this one
		for j := i + 1; j <= min(n, i+maxHeadword); j++ {
			word, known := run[at[i]:at[j]], false
			if longer && j > i+1 {
				known, longer = d.zh.begins(word)
			}
			c := cost[j] + 10
			switch {
			case chineseStops[word]:
				c -= 2
			case j == i+1:
				c += 3
			case !known:
				continue
			}
			if c <= cost[i] {
				cost[i], next[i] = c, j
			}
		}
	}
	var ends []int
	for i := 0; i < n; i = next[i] {
		ends = append(ends, at[next[i]])
	}
	return ends
}

// keyWords splits a gloss key into its stems.
func keyWords(key string) []string { return strings.Split(key, " ") }
