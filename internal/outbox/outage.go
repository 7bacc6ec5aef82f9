package outbox

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"factbot/internal/fact"
)

// source is how Slack's absence is noticed.
type source uint8

const (
	bySending source = 1 << iota // messages do not get through
	bySocket                     // nothing is heard
)

// awayKey names the value that remembers since when Slack is away.
const awayKey = "outbox/away"

// reach keeps since when Slack is away. An absence begins when one source reports
// it and is over when none does any more.
type reach struct {
	mu    sync.Mutex
	by    source
	since time.Time
	over  []span // absences that are over and not yet looked at
	saved string // what is remembered under awayKey
	late  atomic.Int64
}

// span is a time without Slack.
type span struct{ from, to time.Time }

// set takes a report in; true if it ends an absence.
func (r *reach) set(s source, gone bool, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if gone {
		if r.by == 0 {
			r.since = now
		}
		r.by |= s
		return false
	}
	was := r.by
	r.by &^= s
	if was == 0 || r.by != 0 {
		return false
	}
	r.over = append(r.over, span{r.since, now})
	r.since = time.Time{}
	return true
}

func (r *reach) away() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.since
}

// load goes on with an absence that began before a restart.
func (r *reach) load(ctx context.Context, values Values) error {
	if values == nil {
		return nil
	}
	text, err := values.Value(ctx, awayKey)
	if err != nil || text == "" {
		return err
	}
	since, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return fmt.Errorf("value %q: %w", awayKey, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saved, r.since = text, since
	r.by |= bySending
	return nil
}

// tellOutage records an absence that has begun or ended.
func (l *loop) tellOutage(ctx context.Context) {
	if err := l.reach.save(ctx, l.Values); err != nil {
		l.Logger.ErrorContext(ctx, "outage cannot be remembered", "error", err)
	}
	l.reach.mu.Lock()
	over := l.reach.over
	l.reach.over = nil
	l.reach.mu.Unlock()
	for i, s := range over {
		l.misses, l.probe = 0, time.Time{}
		if s.to.Sub(s.from) < l.OutageAfter {
			l.reach.late.Store(0)
			continue
		}
		l.Logger.WarnContext(ctx, "Slack was away", "from", s.from, "to", s.to)
		if err := l.report(ctx, s); err != nil {
			l.Logger.ErrorContext(ctx, "outage cannot be recorded", "error", err)
			l.reach.mu.Lock()
			l.reach.over = append(over[i:len(over):len(over)], l.reach.over...)
			l.reach.mu.Unlock()
			return
		}
		l.reach.late.Store(0)
	}
}

// report hands an absence over, with how many notices came late: those that got
// through since, are in flight, or were due and still wait.
func (l *loop) report(ctx context.Context, s span) error {
	if l.Outages == nil {
		return nil
	}
	late := int(l.reach.late.Load()) + l.inFlight
	if l.Notices != nil {
		waiting, err := l.Notices.Notices(ctx, fact.NoticeFilter{State: fact.NoticeWaiting})
		if err != nil {
			return err
		}
		for _, n := range waiting {
			if n.CreatedAt.Before(s.to) && (n.Attempts > 0 || n.NotBefore.Before(s.to)) {
				late++
			}
		}
	}
	return l.Outages.Outage(ctx, s.from, s.to, late)
}

// save remembers since when Slack is away, or that it is not, where that changed.
func (r *reach) save(ctx context.Context, values Values) error {
	if values == nil {
		return nil
	}
	text := ""
	if since := r.away(); !since.IsZero() {
		text = since.UTC().Format(time.RFC3339Nano)
	}
	if text == r.saved {
		return nil
	}
	if err := values.SetValue(ctx, awayKey, text); err != nil {
		return err
	}
	r.saved = text
	return nil
}
