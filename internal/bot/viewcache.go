package bot

import (
	"sync/atomic"
	"time"

	"factbot/internal/fact"
)

// viewSlots is how many views are kept: a power of two, about a megabyte.
const viewSlots = 512

// viewCache keeps the views of facts that are shown again and again. A fact
// never changes in place, so a view is good for as long as the fact it was made
// of is the one to be shown, and until its verification expires. Each view has
// one slot it may be in, so nothing grows and nothing is locked. To be kept, a
// fact has to be asked for twice before another one at its slot that is not kept:
// among many facts that are shown now and then, keeping each costs more than it
// saves.
type viewCache struct {
	slots  [viewSlots]atomic.Pointer[keptView]
	sought [viewSlots]atomic.Uint64 // what was asked for last at the slot
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

// name tells views apart as far as the cache needs it.
func (k viewKey) name(f *fact.Fact) uint64 {
	h := uint64(f.ID.N)*8 + uint64(len(f.ID.Prefix))*(31<<32)
	if k.locale == LocaleZH {
		h++
	}
	if k.across {
		h += 2
	}
	if k.full {
		h += 4
	}
	return h * 0x9e3779b97f4a7c15
}

// viewSlot is where a view of that name may be.
func viewSlot(name uint64) uint64 { return name >> 32 % viewSlots }

// get is the kept view of a fact, or nil, and then whether it is to be kept.
func (vc *viewCache) get(f *fact.Fact, k viewKey, now time.Time) (_ *FactView, wanted bool) {
	name := k.name(f)
	at := viewSlot(name)
	kept := vc.slots[at].Load()
	if kept != nil && kept.view.Fact == f && kept.key == k && (kept.until.IsZero() || !now.After(kept.until)) {
		return &kept.view, false
	}
	if vc.sought[at].Load() == name {
		return nil, true
	}
	vc.sought[at].Store(name)
	return nil, false
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
	vc.slots[viewSlot(k.name(v.Fact))].Store(kept)
}
