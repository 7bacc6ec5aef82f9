package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"factbot/internal/fact"
)

// audienceEvery is how long readings wait to be written together, and
// audienceMost how many may wait; more are dropped and counted.
const (
	audienceEvery = time.Second
	audienceMost  = 50_000
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

	mu      sync.Mutex
	waiting []fact.Reading
	dropped int
}

// Shown implements bot.Audience.
func (a *audience) Shown(user fact.UserID, refs []fact.Ref, at time.Time) {
	if user == "" || len(refs) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, ref := range refs {
		if len(a.waiting) >= audienceMost {
			a.dropped++
			continue
		}
		a.waiting = append(a.waiting, fact.Reading{User: user, Fact: ref.ID, Version: ref.Version, At: at})
	}
}

// run writes what waits until ctx is done, and then once more.
func (a *audience) run(ctx context.Context) {
	tick := time.NewTicker(audienceEvery)
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
	readings, dropped := a.waiting, a.dropped
	a.waiting, a.dropped = nil, 0
	a.mu.Unlock()
	if dropped > 0 {
		a.log.Warn("readings dropped", "count", dropped)
	}
	if len(readings) == 0 {
		return
	}
	if err := a.store.AddReadings(ctx, readings); err != nil {
		a.log.Warn("readings not stored", "count", len(readings), "err", err)
	}
}
