package app

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"factbot/internal/fact"
)

// audienceEvery is how long readings wait to be written together, and
// audienceMost how many may wait: four hundred pages a second, more than people
// read. In a flood the rest are dropped and counted, so that remembering them
// never slows the answers.
const (
	audienceEvery = time.Second
	audienceMost  = 2000
)

// readingWriter stores readings.
type readingWriter interface {
	AddReadings(ctx context.Context, readings []fact.Reading) error
}

// audience remembers what people were privately shown. A question is answered
// before its reading is written, so a crash may lose the last second's.
type audience struct {
	store readingWriter
	log   *slog.Logger
	every time.Duration // how long readings wait to be written together

	mu      sync.Mutex
	waiting map[readingKey]time.Time
	dropped int
}

// readingKey is a reading but for its time: within a moment the first counts.
type readingKey struct {
	user fact.UserID
	ref  fact.Ref
}

// Shown implements bot.Audience.
func (a *audience) Shown(user fact.UserID, refs []fact.Ref, at time.Time) {
	if user == "" || len(refs) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = make(map[readingKey]time.Time)
	}
	if len(a.waiting) >= audienceMost {
		a.dropped += len(refs)
		return
	}
	for _, ref := range refs {
		key := readingKey{user, ref}
		if _, ok := a.waiting[key]; !ok {
			a.waiting[key] = at
		}
	}
}

// run writes what waits until ctx is done, and then once more.
func (a *audience) run(ctx context.Context) {
	tick := time.NewTicker(a.every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			a.flush(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopBound)
			a.flush(last)
			cancel()
			return
		}
	}
}

func (a *audience) flush(ctx context.Context) {
	a.mu.Lock()
	waiting, dropped := a.waiting, a.dropped
	a.waiting, a.dropped = nil, 0
	a.mu.Unlock()
	if dropped > 0 {
		a.log.Warn("readings dropped", "count", dropped)
	}
	if len(waiting) == 0 {
		return
	}
	readings := make([]fact.Reading, 0, len(waiting))
	for key, at := range waiting {
		readings = append(readings, fact.Reading{User: key.user, Fact: key.ref.ID, Version: key.ref.Version, At: at})
	}
	slices.SortFunc(readings, func(a, b fact.Reading) int {
		return cmp.Or(cmp.Compare(a.User, b.User), a.Fact.Compare(b.Fact), cmp.Compare(a.Version, b.Version))
	})
	if err := a.store.AddReadings(ctx, readings); err != nil {
		a.log.Warn("readings not stored", "count", len(readings), "err", err)
	}
}
