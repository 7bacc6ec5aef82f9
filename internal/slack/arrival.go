package slack

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// outcome is what became of a message that an answer speaks of.
type outcome struct {
	topic   string
	command string // what it was to show
	code    string // why it can never arrive; "" it has
	late    bool   // it has neither arrived nor failed yet
	at      time.Time
}

// arrivals brings answers together with what became of the messages that they speak of, whichever is there first. It
// forgets both after a while, and with the program.
type arrivals struct {
	clock    func() time.Time
	within   time.Duration
	mu       sync.Mutex
	waiting  map[string]*waiter
	outcomes map[string]outcome
}

// waiter is an answer that waits for its message. It is told once in time or, after it was told that the message is late,
// only that it failed.
type waiter struct {
	tell  func(outcome)
	late  bool // it was told so
	done  bool // the message arrived or failed
	at    time.Time
	timer *time.Timer
}

const (
	arrivalKept  = 25 * time.Minute // a response_url takes answers for thirty
	arrivalsKept = 256              // of each; more push the oldest out
)

func newArrivals(clock func() time.Time, within time.Duration) *arrivals {
	return &arrivals{clock: clock, within: within, waiting: map[string]*waiter{}, outcomes: map[string]outcome{}}
}

// await calls tell when the message of a key has arrived or failed, perhaps now.
func (m *arrivals) await(key string, tell func(outcome)) {
	m.mu.Lock()
	o, known := m.outcomes[key]
	delete(m.outcomes, key)
	if !known {
		w := &waiter{tell: tell, at: m.clock()}
		w.timer = time.AfterFunc(m.within, func() { m.expire(w) })
		makeRoom(m.waiting, w.at, func(w *waiter) time.Time { return w.at })
		m.waiting[key] = w
	}
	m.mu.Unlock()
	if known {
		tell(o)
	}
}

// arrived takes what became of the message of a key.
func (m *arrivals) arrived(key string, o outcome) {
	m.mu.Lock()
	w, late := m.waiting[key], false
	if w != nil {
		delete(m.waiting, key)
		w.timer.Stop()
		w.done, late = true, w.late
	} else {
		o.at = m.clock()
		makeRoom(m.outcomes, o.at, func(o outcome) time.Time { return o.at })
		m.outcomes[key] = o
	}
	m.mu.Unlock()
	if w != nil && (!late || o.code != "") {
		w.tell(o)
	}
}

// expire tells a waiter that its message is late.
func (m *arrivals) expire(w *waiter) {
	m.mu.Lock()
	tell := !w.done && !w.late
	w.late = true
	m.mu.Unlock()
	if tell {
		w.tell(outcome{late: true})
	}
}

// overdue tells every waiter that its message is late, before a stop.
func (m *arrivals) overdue() {
	m.mu.Lock()
	all := slices.Collect(maps.Values(m.waiting))
	m.mu.Unlock()
	for _, w := range all {
		w.timer.Stop()
		m.expire(w)
	}
}

// waits reports whether an answer waits that was not told anything yet.
func (m *arrivals) waits() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.waiting {
		if !w.late {
			return true
		}
	}
	return false
}

// makeRoom forgets what is too old and, where that is not enough, the oldest.
func makeRoom[T any](kept map[string]T, now time.Time, at func(T) time.Time) {
	if len(kept) < arrivalsKept {
		return
	}
	oldest := ""
	for key, v := range kept {
		if now.Sub(at(v)) >= arrivalKept {
			delete(kept, key)
		} else if oldest == "" || at(v).Before(at(kept[oldest])) {
			oldest = key
		}
	}
	if len(kept) >= arrivalsKept {
		delete(kept, oldest)
	}
}
