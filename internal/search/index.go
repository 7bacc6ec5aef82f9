package search

import (
	"cmp"
	"slices"
	"sync"

	"factbot/internal/fact"
)

// Index holds the facts of every topic and finds them. It is safe for any
// number of readers beside a writer.
type Index struct {
	opts Options
	dict *dictionary

	writing sync.Mutex       // one writer at a time
	mu      sync.RWMutex     // guards what the shelves hold and which there are
	topics  map[string]Topic // that have no shelf yet; the writer's
	shelves map[string]*shelf
	order   []*shelf // by slug

	lexers    sync.Pool
	scratches sync.Pool
}

// New is an index without topics and facts.
func New(o Options) *Index {
	ix := &Index{opts: o.withDefaults(), dict: openDictionary(), topics: map[string]Topic{}, shelves: map[string]*shelf{}}
	ix.lexers.New = func() any { return new(lexer) }
	ix.scratches.New = func() any { return new(scratch) }
	return ix
}

// SetTopic makes a topic's title, aliases and glossary known, before or after
// its facts. Where any of them changes, the topic is indexed anew.
func (ix *Index) SetTopic(t Topic) {
	ix.writing.Lock()
	defer ix.writing.Unlock()
	old := ix.shelves[t.Slug]
	if old != nil && sameTopic(old.topic, t) {
		return
	}
	if old == nil {
		ix.topics[t.Slug] = t // its shelf is made with its first facts
		return
	}
	ix.swap(buildShelf(t, &ix.opts, draft{facts: old.all()}))
}

func sameTopic(a, b Topic) bool {
	return a.Title == b.Title && slices.Equal(a.Aliases, b.Aliases) &&
		slices.EqualFunc(a.Glossary, b.Glossary, func(x, y fact.GlossaryGroup) bool {
			return x.Name == y.Name && slices.Equal(x.Forms, y.Forms) && slices.Equal(x.Near, y.Near)
		})
}

// swap puts shelves in the place of those with the same slugs.
func (ix *Index) swap(shelves ...*shelf) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, s := range shelves {
		ix.shelves[s.topic.Slug] = s
	}
	ix.order = ix.order[:0]
	for _, s := range ix.shelves {
		ix.order = append(ix.order, s)
	}
	slices.SortFunc(ix.order, func(a, b *shelf) int { return cmp.Compare(a.topic.Slug, b.topic.Slug) })
}

// Build replaces every fact, analysing in parallel. tokens are the stored Tokens
// of the facts, by their place in the list, nil where there are none; nil
// instead of a list says so for all. Build takes them, to let them go while it
// goes on: none is left in the list.
func (ix *Index) Build(facts []*fact.Fact, tokens [][]byte) {
	ix.writing.Lock()
	defer ix.writing.Unlock()
	byTopic := map[string]draft{}
	for slug := range ix.shelves {
		byTopic[slug] = draft{}
	}
	for from := 0; from < len(facts); {
		slug := facts[from].Topic
		to := from + 1
		for to < len(facts) && facts[to].Topic == slug {
			to++
		}
		d := byTopic[slug]
		if d.facts = joined(d.facts, facts[from:to]); tokens != nil {
			d.tokens = joined(d.tokens, tokens[from:to])
		}
		byTopic[slug] = d
		from = to
	}
	var built []*shelf
	for slug, d := range byTopic {
		built = append(built, buildShelf(ix.topic(slug), &ix.opts, d))
	}
	clear(tokens)
	ix.swap(built...)
}

// joined appends a list to another; to none, without copying it.
func joined[T any](to, more []T) []T {
	if to == nil {
		return slices.Clip(more)
	}
	return append(to, more...)
}

// topic is what is known of a topic, perhaps only its slug.
func (ix *Index) topic(slug string) Topic {
	if s := ix.shelves[slug]; s != nil {
		return s.topic
	}
	t := ix.topics[slug]
	t.Slug = slug
	return t
}

// Put adds facts or replaces those with the same ids: all of them at once for
// every reader.
func (ix *Index) Put(facts ...*fact.Fact) {
	ix.writing.Lock()
	defer ix.writing.Unlock()
	if len(facts) > addedAlways+ix.Len()/addedShare {
		ix.putMany(facts)
		return
	}
	x := ix.lexers.Get().(*lexer)
	defer ix.lexers.Put(x)
	tokens := make([][]byte, len(facts))
	for k, f := range facts {
		tokens[k] = appendUnits(nil, x, f, nil)
		if ix.shelves[f.Topic] == nil {
			ix.swap(buildShelf(ix.topic(f.Topic), &ix.opts, draft{}))
		}
	}
	ix.mu.Lock()
	for k, f := range facts {
		for _, s := range ix.order {
			if s.topic.Slug != f.Topic {
				s.remove(f.ID)
			}
		}
		ix.shelves[f.Topic].put(f, tokens[k])
	}
	for _, s := range ix.order {
		s.settle()
	}
	ix.mu.Unlock()
	ix.compact()
}

// Remove forgets facts.
func (ix *Index) Remove(ids ...fact.ID) {
	ix.writing.Lock()
	defer ix.writing.Unlock()
	ix.mu.Lock()
	for _, id := range ids {
		for _, s := range ix.order {
			s.remove(id)
		}
	}
	for _, s := range ix.order {
		s.settle()
	}
	ix.mu.Unlock()
	ix.compact()
}

// Since its last build a shelf may have got so many facts, and a share of those
// it had. What was added since is found more slowly, but with these bounds a
// fact is built anew only a few times, whatever the order of additions.
const (
	addedAlways = 2048
	addedShare  = 2 // one of so many
)

// compact builds shelves anew that hold mostly what was replaced, or much that
// was added since the last build. Readers keep the old ones meanwhile.
func (ix *Index) compact() {
	for _, s := range slices.Clone(ix.order) {
		if added := len(s.facts) - s.forward.inBase; s.dead > 1024+len(s.facts)/2 || added > addedAlways+s.forward.inBase/addedShare {
			ix.swap(buildShelf(s.topic, &ix.opts, draft{facts: s.all()}))
		}
	}
}

// Get is the fact with an id.
func (ix *Index) Get(id fact.ID) (*fact.Fact, bool) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for _, s := range ix.order {
		if doc, ok := s.numbers.get(id); ok {
			return s.facts[doc], true
		}
	}
	return nil, false
}

// Len is the number of facts, retracted ones included.
func (ix *Index) Len() int {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	n := 0
	for _, s := range ix.order {
		n += s.numbers.n
	}
	return n
}

// all gives the facts of a shelf in the order of their ids.
func (s *shelf) all() []*fact.Fact {
	out := make([]*fact.Fact, 0, s.numbers.n)
	for _, f := range s.facts {
		if f != nil {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })
	return out
}

// Facts lists a topic's facts, or with "" those of all topics: core ones
// first, then by id; retracted ones too.
func (ix *Index) Facts(topic string) []*fact.Fact {
	out, _ := ix.Page(topic, nil, 0, 0)
	return out
}

// Page is the part of Facts that passes the filter and lies on one page, and
// how many pass in all. A limit of 0 means all.
func (ix *Index) Page(topic string, filter func(*fact.Fact) bool, offset, limit int) ([]*fact.Fact, int) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	var out []*fact.Fact
	total := 0
	visit := func(core bool) func(*fact.Fact) {
		return func(f *fact.Fact) {
			if f.Has(fact.Core) != core || filter != nil && !filter(f) {
				return
			}
			if total >= offset && (limit <= 0 || len(out) < limit) {
				out = append(out, f)
			}
			total++
		}
	}
	for _, core := range []bool{true, false} {
		for _, s := range ix.order {
			if topic == "" || topic == s.topic.Slug {
				s.eachByID(visit(core))
			}
		}
	}
	return out, total
}

// eachByID visits the facts of a shelf in the order of their ids.
func (s *shelf) eachByID(visit func(*fact.Fact)) {
	if len(s.numbers.dense) != 1 || len(s.numbers.sparse) > 0 {
		for _, f := range s.all() {
			visit(f)
		}
		return
	}
	for _, list := range s.numbers.dense {
		for _, doc := range list {
			if doc != 0 {
				visit(s.facts[doc-1])
			}
		}
	}
}
