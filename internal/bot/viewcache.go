package bot

import (
	"sync/atomic"
	"time"

	"factbot/internal/fact"
)

// viewSlots is how many views are kept: a power of two, about a megabyte.
const viewSlots = 1024

// viewCache keeps the views of facts that were shown lately. A fact never
// changes in place, so a view is good for as long as the fact it was made of is
// the one to be shown, and until its verification expires. Each view has one
// slot it may be in, so nothing grows and nothing is locked.
type viewCache struct {
	slots [viewSlots]atomic.Pointer[keptView]
}

// viewKey is what a view depends on beside its fact.
type viewKey struct {
	locale Locale
	across bool
	full   bool // without the menu entry that leads to the fact in full
}

// keptView is a view in the cache. Its slices are full, so that appending to a
// copy leaves them alone.
type keptView struct {
	key   viewKey
	until time.Time // zero: for as long as the fact
	view  FactView
}

func (vc *viewCache) slot(f *fact.Fact, k viewKey) *atomic.Pointer[keptView] {
	h := uint(f.ID.N)*8 + uint(len(f.ID.Prefix))*31
	if k.locale == LocaleZH {
		h++
	}
	if k.across {
		h += 2
	}
	if k.full {
		h += 4
	}
	return &vc.slots[h%viewSlots]
}

// get is the kept view of a fact, or nil.
func (vc *viewCache) get(f *fact.Fact, k viewKey, now time.Time) *FactView {
	kept := vc.slot(f, k).Load()
	if kept == nil || kept.view.Fact != f || kept.key != k || !kept.until.IsZero() && now.After(kept.until) {
		return nil
	}
	return &kept.view
}

// put keeps a view.
func (vc *viewCache) put(v *FactView, k viewKey, now time.Time) {
	kept := &keptView{key: k, view: *v}
	if f := v.Fact; f.Verified != nil && f.Status == fact.Verified && !f.Expired(now) {
		kept.until = f.Verified.Until
	}
	kept.view.Line = kept.view.Line[:len(v.Line):len(v.Line)]
	kept.view.Menu = kept.view.Menu[:len(v.Menu):len(v.Menu)]
	kept.view.Kept = &Kept{Fact: v.Fact, Line: kept.view.Line, Menu: kept.view.Menu}
	vc.slot(v.Fact, k).Store(kept)
}
