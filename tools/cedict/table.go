package main

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"factbot/internal/search"
)

// Limits that keep the table small and its translations useful.
const (
	maxHeadword  = 6  // characters of a Chinese word
	maxGloss     = 3  // words of an English gloss
	maxPerWord   = 10 // glosses kept for a Chinese word
	maxPerGloss  = 16 // Chinese words kept for a gloss
	blockEntries = 16
)

var (
	brackets = regexp.MustCompile(`\([^()]*\)|\[[^\]]*\]`)
	nothing  = regexp.MustCompile(`(?i)variant of|^see |see also|used in|surname |abbr\. for|CL:|erhua|Japanese |radical in|component|dynasty|county|district|prefecture|township|courtesy name|\bcity in\b|^\W*$`)
)

// glosses gives the keys of an entry's English glosses, in the entry's order.
func glosses(e entry) []string {
	var keys []string
	for _, group := range e.glosses {
		for g := range strings.SplitSeq(brackets.ReplaceAllString(group, " "), ";") {
			g = strings.TrimSpace(g)
			if g == "" || nothing.MatchString(g) {
				continue
			}
			for alt := range strings.SplitSeq(g, "/") {
				key := search.GlossKey(alt)
				if key != "" && strings.Count(key, " ") < maxGloss && len(key) <= 40 && !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}

// dictionary lays the table out: see internal/search's dictionary.go for how
// it is read.
func dictionary(entries []entry, f folding) ([]byte, string) {
	words := map[string][]string{}
	for _, e := range entries {
		if strings.HasSuffix(e.pinyin, "5") && strings.Contains(e.traditional, "，") {
			continue
		}
		head := f.fold(e.simplified)
		if n := len([]rune(head)); n == 0 || n > maxHeadword || !han(head) {
			continue
		}
		if unicode.IsUpper(rune(e.pinyin[0])) && len([]rune(head)) == 1 {
			continue // surnames and the like
		}
		for _, key := range glosses(e) {
			if !slices.Contains(words[head], key) {
				words[head] = append(words[head], key)
			}
		}
	}
	back := map[string][]weighed{}
	for head, keys := range words {
		if len(keys) > maxPerWord {
			keys = keys[:maxPerWord]
			words[head] = keys
		}
		for rank, key := range keys {
			back[key] = append(back[key], weighed{head, rank})
		}
	}
	return layout(words, back)
}

// weighed is a translation and how far from the front the gloss stands in its
// entry: the first gloss tells what a word mostly means.
type weighed struct {
	word string
	rank int
}

func layout(words map[string][]string, back map[string][]weighed) ([]byte, string) {
	zh, en := sortedKeys(words), sortedKeys(back)
	zhID, enID := ids(zh), ids(en)
	chinese := section(zh, func(w string) []int {
		var refs []int
		for _, key := range words[w] {
			refs = append(refs, enID[key])
		}
		return refs
	})
	english := section(en, func(key string) []int {
		list := back[key]
		slices.SortFunc(list, func(a, b weighed) int {
			if a.rank != b.rank {
				return a.rank - b.rank
			}
			if la, lb := fitness(a.word), fitness(b.word); la != lb {
				return la - lb
			}
			return strings.Compare(a.word, b.word)
		})
		var refs []int
		for _, w := range list[:min(len(list), maxPerGloss)] {
			refs = append(refs, zhID[w.word])
		}
		return refs
	})
	out := []byte("CEDICT1\n")
	out = binary.LittleEndian.AppendUint32(out, uint32(len(chinese)))
	out = append(out, chinese...)
	out = append(out, english...)
	return out, fmt.Sprintf("%d words, %d glosses", len(zh), len(en))
}

// fitness orders words of the same rank: two characters are the commonest
// length of a term, single ones the most ambiguous.
func fitness(word string) int {
	switch n := len([]rune(word)); n {
	case 2:
		return 0
	case 1:
		return 9
	default:
		return n
	}
}

// section lays out sorted strings, each sharing the prefix of the one before
// it in its block, with their references; a directory of block offsets leads.
func section(keys []string, refs func(string) []int) []byte {
	var body, dir []byte
	prev := ""
	for i, key := range keys {
		if i%blockEntries == 0 {
			dir = binary.LittleEndian.AppendUint32(dir, uint32(len(body)))
			prev = ""
		}
		same := 0
		for same < min(len(prev), len(key)) && prev[same] == key[same] {
			same++
		}
		body = append(body, byte(same), byte(len(key)-same))
		body = append(body, key[same:]...)
		list := refs(key)
		body = append(body, byte(len(list)))
		for _, r := range list {
			body = binary.AppendUvarint(body, uint64(r))
		}
		prev = key
	}
	var out []byte
	out = binary.LittleEndian.AppendUint32(out, uint32(len(keys)))
	out = append(out, dir...)
	return append(out, body...)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func ids(keys []string) map[string]int {
	m := make(map[string]int, len(keys))
	for i, k := range keys {
		m[k] = i
	}
	return m
}

func han(text string) bool {
	for _, r := range text {
		if !unicode.Is(unicode.Han, r) {
			return false
		}
	}
	return true
}
