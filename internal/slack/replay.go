package slack

import (
	"sync"
	"time"
)

// replays remembers the deliveries of the window by the start of their signature, which nobody can choose. It is bounded:
// past replayKept in half a window the oldest are forgotten early, and a repeat of those would be answered once more.
// That is harmless, since acts and events commit a key of their own.
type replays struct {
	clock    func() time.Time
	mu       sync.Mutex
	now, old nameSet
	since    time.Time
}

func newReplays(clock func() time.Time) *replays { return &replays{clock: clock} }

// first reports whether the delivery is new, and remembers it.
func (r *replays) first(name uint64) bool {
	now := r.clock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.len >= replayKept || now.Sub(r.since) > 2*window {
		r.old, r.now, r.since = r.now, nameSet{}, now
	}
	if r.old.has(name) {
		return false
	}
	return r.now.add(name)
}

// nameSet is a set of names that are spread evenly by themselves. It takes a quarter of the room that a map does, which
// counts because there are many in a flood.
type nameSet struct {
	slots []uint64 // a power of two of them, at most three quarters in use; 0 is free
	len   int
}

func (s *nameSet) has(name uint64) bool {
	if s.len == 0 {
		return false
	}
	_, found := s.slot(named(name))
	return found
}

// add reports whether the name is new.
func (s *nameSet) add(name uint64) bool {
	name = named(name)
	if 4*(s.len+1) > 3*len(s.slots) {
		s.grow()
	}
	at, found := s.slot(name)
	if found {
		return false
	}
	s.slots[at] = name
	s.len++
	return true
}

// slot is where a name is, or would be.
func (s *nameSet) slot(name uint64) (at int, found bool) {
	mask := len(s.slots) - 1
	for at = int(name) & mask; s.slots[at] != 0; at = (at + 1) & mask {
		if s.slots[at] == name {
			return at, true
		}
	}
	return at, false
}

func (s *nameSet) grow() {
	was := s.slots
	s.slots = make([]uint64, max(64, 2*len(was)))
	for _, name := range was {
		if name != 0 {
			at, _ := s.slot(name)
			s.slots[at] = name
		}
	}
}

// named gives another name to 0, which stands for a free slot.
func named(name uint64) uint64 {
	if name == 0 {
		return ^uint64(0)
	}
	return name
}
