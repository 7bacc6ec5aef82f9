package topicfile

import (
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"factbot/internal/fact"
)

// checkSource holds a source from any kind of file to the rules of all of them.
func checkSource(p *problems, file string, src *fact.Source) {
	if utf8.RuneCountInString(src.Definition) > fact.MaxStatement {
		p.fail(file, 0, "the definition is longer than %d characters: shorten it", fact.MaxStatement)
	}
	for i, f := range src.Facts {
		checkStatement(p, file, i, f)
	}
	checkNumbers(p, file, src)
	checkDuplicates(p, file, src)
	if p.failed() {
		return // what seems to lack may be what could not be read
	}
	checkStatuses(p, file, src)
	if src.Claimed >= 0 && src.Claimed != len(src.Facts) {
		p.warn(file, 0, "the file says that it has %s but lists %d: check that none was lost", plural(src.Claimed, "fact"), len(src.Facts))
	}
}

func checkStatement(p *problems, file string, i int, f fact.SourceFact) {
	n := utf8.RuneCountInString(f.Statement)
	switch {
	case strings.TrimSpace(f.Statement) == "":
		p.fail(file, f.Line, "fact %d is empty: write its text or remove it", i+1)
	case n > fact.MaxStatement:
		p.fail(file, f.Line, "fact %d has %d characters, more than %d: shorten it or split it into several facts", i+1, n, fact.MaxStatement)
	case strings.IndexByte(f.Statement, 0) >= 0:
		p.fail(file, f.Line, "fact %d holds a NUL character: remove it", i+1)
	}
}

// checkStatuses warns of each fact without a status, or once of all of them.
func checkStatuses(p *problems, file string, src *fact.Source) {
	missing := 0
	for _, f := range src.Facts {
		if f.NoStatus {
			missing++
		}
	}
	if missing > 1 && missing == len(src.Facts) {
		p.warn(file, 0, "the file gives no fact a status, so all %d count as unverified", missing)
		return
	}
	for i, f := range src.Facts {
		if f.NoStatus {
			p.warn(file, f.Line, "fact %d has no status in the file, so it counts as unverified: add Verified or Unverified to its confidence", i+1)
		}
	}
}

func checkNumbers(p *problems, file string, src *fact.Source) {
	at := map[int]int{}
	for _, f := range src.Facts {
		if f.N == 0 {
			continue
		}
		if f.N > fact.MaxFiled {
			p.fail(file, f.Line, "the number %d is over %d, and new facts are numbered from the highest on: give a lower one, or leave it out", f.N, fact.MaxFiled)
			continue
		}
		if first, ok := at[f.N]; ok {
			p.fail(file, f.Line, "the number %d is already used on line %d: give each fact its own, or leave it out for a new fact", f.N, first)
			continue
		}
		at[f.N] = f.Line
	}
}

// checkDuplicates warns of facts that say the same; none is ever merged.
func checkDuplicates(p *problems, file string, src *fact.Source) {
	seed := maphash.MakeSeed()
	byFold := make(map[uint64]int, len(src.Facts)) // by hash: the folds of a large file are as large as it
	var fold []byte
	for i, f := range src.Facts {
		fold = appendFold(fold[:0], f.Statement)
		if len(fold) == 0 || f.Statement == unread {
			continue
		}
		key := maphash.Bytes(seed, fold)
		first, ok := byFold[key]
		if !ok {
			byFold[key] = i
			continue
		}
		if Fold(src.Facts[first].Statement) != string(fold) {
			continue
		}
		how := "the same as"
		if src.Facts[first].Statement != f.Statement {
			how = "the same, apart from case, width or spaces, as"
		}
		p.warn(file, f.Line, "fact %d reads %s fact %d (line %d): both are kept; remove one if it is a slip",
			i+1, how, first+1, src.Facts[first].Line)
	}
}

// LinkTimeline gives the events with the ids of the facts that have the same
// words, each fact at most once, in order. The events given are not modified.
func LinkTimeline(events []fact.TimelineEvent, facts []*fact.Fact) []fact.TimelineEvent {
	ids := make(map[string][]fact.ID, len(events))
	for _, e := range events {
		ids[e.Text] = nil
	}
	for _, f := range facts {
		if _, ok := ids[f.Statement]; ok {
			ids[f.Statement] = append(ids[f.Statement], f.ID)
		}
	}
	linked := append([]fact.TimelineEvent(nil), events...)
	for i := range linked {
		linked[i].Fact = fact.ID{}
		if same := ids[linked[i].Text]; len(same) > 0 {
			linked[i].Fact, ids[linked[i].Text] = same[0], same[1:]
		}
	}
	return linked
}

// Numbering gives a function that finds the index of the fact that a
// relation's number means: the fact that the file gives that number, else the
// one in that place, counted from 1, if it has no number. It is -1 for none.
func Numbering(src *fact.Source) func(n int) int {
	given := make(map[int]int)
	for i, f := range src.Facts {
		if f.N != 0 {
			given[f.N] = i
		}
	}
	return func(n int) int {
		if i, ok := given[n]; ok {
			return i
		}
		if n >= 1 && n <= len(src.Facts) && src.Facts[n-1].N == 0 {
			return n - 1
		}
		return -1
	}
}
