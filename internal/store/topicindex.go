package store

import (
	"context"
	"fmt"
	"sync"

	"factbot/internal/fact"
)

// topicRef ties a topic's row to the names it never changes.
type topicRef struct {
	id     int64
	slug   string
	prefix string
}

// numberBits is how many bits of a fact's key hold its number.
const numberBits = 32

func (r topicRef) key(n int) int64      { return r.id<<numberBits | int64(n) }
func (r topicRef) factID(n int) fact.ID { return fact.ID{Prefix: r.prefix, N: n} }

// span is the range of keys of the topic's facts.
func (r topicRef) span() (from, to int64) { return r.id << numberBits, (r.id + 1) << numberBits }

// topicIndex remembers topics' rows, which are never changed or deleted.
type topicIndex struct {
	mu       sync.RWMutex
	byID     map[int64]topicRef
	byPrefix map[string]topicRef
	bySlug   map[string]topicRef
}

func (x *topicIndex) add(r topicRef) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.byID == nil {
		x.byID, x.byPrefix, x.bySlug = map[int64]topicRef{}, map[string]topicRef{}, map[string]topicRef{}
	}
	x.byID[r.id], x.byPrefix[r.prefix], x.bySlug[r.slug] = r, r, r
}

// learn takes over what another index knows.
func (x *topicIndex) learn(from *topicIndex) {
	for _, r := range from.byID {
		x.add(r)
	}
}

func (x *topicIndex) forget(refs []topicRef) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range refs {
		delete(x.byID, r.id)
		delete(x.byPrefix, r.prefix)
		delete(x.bySlug, r.slug)
	}
}

func (x *topicIndex) lookID(id int64) (topicRef, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	r, ok := x.byID[id]
	return r, ok
}

func (x *topicIndex) lookPrefix(prefix string) (topicRef, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	r, ok := x.byPrefix[prefix]
	return r, ok
}

func (x *topicIndex) lookSlug(slug string) (topicRef, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	r, ok := x.bySlug[slug]
	return r, ok
}

// find looks a topic up in memory, then in the table. What a writing
// transaction reads may be its own and is remembered only there.
func (v *View) find(ctx context.Context, look func(*topicIndex) (topicRef, bool), column string, value any) (topicRef, bool, error) {
	if r, ok := look(v.topics); ok {
		return r, true, nil
	}
	keep := v.topics
	if v.local != nil {
		if r, ok := look(v.local); ok {
			return r, true, nil
		}
		keep = nil
	}
	var r topicRef
	found, err := v.conn.get(ctx, "SELECT id, slug, prefix FROM topics WHERE "+column+" = ?", []any{value}, &r.id, &r.slug, &r.prefix)
	if found && keep != nil {
		keep.add(r)
	}
	return r, found, err
}

func (v *View) topicBySlug(ctx context.Context, slug string) (topicRef, error) {
	r, found, err := v.find(ctx, func(x *topicIndex) (topicRef, bool) { return x.lookSlug(slug) }, "slug", slug)
	if err == nil && !found {
		err = fact.NotFound("topic.none", "There is no such topic here.").With("topic", slug)
	}
	return r, err
}

func noFact(id fact.ID) error {
	return fact.NotFound("fact.none", fmt.Sprintf("There is no fact %s.", id)).With("id", id.String())
}

// keyOf is the key of a fact, which need not exist.
func (v *View) keyOf(ctx context.Context, id fact.ID) (int64, error) {
	r, found, err := v.find(ctx, func(x *topicIndex) (topicRef, bool) { return x.lookPrefix(id.Prefix) }, "prefix", id.Prefix)
	if err == nil && (!found || id.N <= 0 || id.N >= 1<<numberBits) {
		err = noFact(id)
	}
	if err != nil {
		return 0, err
	}
	return r.key(id.N), nil
}

// refOf is the topic of a fact's key.
func (v *View) refOf(ctx context.Context, key int64) (topicRef, error) {
	id := key >> numberBits
	r, found, err := v.find(ctx, func(x *topicIndex) (topicRef, bool) { return x.lookID(id) }, "id", id)
	if err == nil && !found {
		err = fmt.Errorf("fact key %d: its topic is missing", key)
	}
	return r, err
}

// idOf is the fact of a key; key 0 is the zero ID.
func (v *View) idOf(ctx context.Context, key int64) (fact.ID, error) {
	if key == 0 {
		return fact.ID{}, nil
	}
	r, err := v.refOf(ctx, key)
	return r.factID(int(key & (1<<numberBits - 1))), err
}

// optionalKey is a fact's key, nil for the zero ID.
func (v *View) optionalKey(ctx context.Context, id fact.ID) (any, error) {
	if id.IsZero() {
		return nil, nil
	}
	key, err := v.keyOf(ctx, id)
	return key, err
}

// span adds the condition that a key is of a topic, if one is named.
func (v *View) span(ctx context.Context, w *where, column, slug string) error {
	if slug == "" {
		return nil
	}
	r, err := v.topicBySlug(ctx, slug)
	if err != nil {
		return err
	}
	from, to := r.span()
	w.add(column+" >= ? AND "+column+" < ?", from, to)
	return nil
}
