package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"factbot/internal/fact"
)

// Options tune an Index. The zero value is replaced by the defaults.
type Options struct {
	NoDictionary bool
	NoGlossary   bool
}

// AnalyzerVersion changes whenever the same text would give other tokens.
const AnalyzerVersion = 1

// Index holds the facts of every topic and finds them.
type Index struct {
	mu     sync.RWMutex
	topics map[string]Topic
	facts  map[fact.ID]*fact.Fact
}

// New is an index without facts.
func New(Options) *Index {
	return &Index{topics: map[string]Topic{}, facts: map[fact.ID]*fact.Fact{}}
}

// SetTopic makes a topic's title, aliases and glossary known.
func (ix *Index) SetTopic(t Topic) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.topics[t.Slug] = t
}

// Build replaces every fact.
func (ix *Index) Build(facts []*fact.Fact, tokens func(*fact.Fact) []byte) {
	ix.mu.Lock()
	ix.facts = map[fact.ID]*fact.Fact{}
	ix.mu.Unlock()
	ix.Put(facts...)
}

// Put adds facts or replaces those with the same ids.
func (ix *Index) Put(facts ...*fact.Fact) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, f := range facts {
		ix.facts[f.ID] = f
	}
}

// Remove forgets facts.
func (ix *Index) Remove(ids ...fact.ID) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, id := range ids {
		delete(ix.facts, id)
	}
}

// Get is the fact with an id.
func (ix *Index) Get(id fact.ID) (*fact.Fact, bool) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	f, ok := ix.facts[id]
	return f, ok
}

// Len is the number of facts, retracted ones included.
func (ix *Index) Len() int {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return len(ix.facts)
}

// Facts lists a topic's facts, core ones first, then by id; retracted ones too.
func (ix *Index) Facts(topic string) []*fact.Fact {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	var out []*fact.Fact
	for _, f := range ix.facts {
		if topic == "" || f.Topic == topic {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *fact.Fact) int {
		return cmp.Or(-cmp.Compare(a.Marks&fact.Core, b.Marks&fact.Core), a.ID.Compare(b.ID))
	})
	return out
}

// Page is the part of Facts that passes the filter and lies on one page, and
// how many pass in all. A limit of 0 means all.
func (ix *Index) Page(topic string, filter func(*fact.Fact) bool, offset, limit int) ([]*fact.Fact, int) {
	var out []*fact.Fact
	for _, f := range ix.Facts(topic) {
		if filter == nil || filter(f) {
			out = append(out, f)
		}
	}
	total := len(out)
	out = out[min(offset, total):]
	if limit > 0 {
		out = out[:min(limit, len(out))]
	}
	return out, total
}

// Tokens is the analysis to store with a fact, for Build.
func (ix *Index) Tokens(f *fact.Fact) []byte { return []byte{AnalyzerVersion} }

// Fold is the folding used for matching.
func Fold(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(text))), " ")
}

func words(text string) []string {
	return strings.FieldsFunc(Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Search finds the facts that answer a query, best first.
func (ix *Index) Search(q Query) Result {
	ws := words(q.Text)
	if len(ws) == 0 {
		return Result{Empty: true}
	}
	var r Result
	for _, f := range ix.Facts("") {
		if len(q.Topics) > 0 && !slices.Contains(q.Topics, f.Topic) ||
			f.Status == fact.Retracted && !q.Retracted ||
			q.Status != nil && f.Status != *q.Status || f.Confidence < q.Min ||
			q.Lang != fact.LangUnknown && f.Lang != q.Lang {
			continue
		}
		text, n := Fold(f.Statement), 0
		for _, w := range ws {
			if strings.Contains(text, w) {
				n++
			}
		}
		if n > 0 {
			r.Hits = append(r.Hits, Hit{Fact: f, Score: float64(n), Coverage: float64(n) / float64(len(ws))})
		}
	}
	slices.SortFunc(r.Hits, func(a, b Hit) int {
		return cmp.Or(-cmp.Compare(a.Score, b.Score), -cmp.Compare(a.Fact.Status, b.Fact.Status),
			-cmp.Compare(a.Fact.Confidence, b.Fact.Confidence), a.Fact.ID.Compare(b.Fact.ID))
	})
	r.Total = len(r.Hits)
	r.Hits = r.Hits[min(q.Offset, r.Total):]
	if q.Limit > 0 {
		r.Hits = r.Hits[:min(q.Limit, len(r.Hits))]
	}
	return r
}

// Similar gives the facts that say much the same as a statement.
func (ix *Index) Similar(statement, topic string, limit int) []Hit {
	q := Query{Text: statement, Limit: limit}
	if topic != "" {
		q.Topics = []string{topic}
	}
	return ix.Search(q).Hits
}
