package outbox

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Schedule is something done again and again. When its last run began is kept, so
// that a restart neither skips one nor does it again; several that were missed
// become one. Only a crash within a run repeats it, so Run must do nothing the
// second time within its period.
type Schedule struct {
	Name string // unique; names the value that remembers the last run
	Rule Rule
	Run  func(ctx context.Context) error
}

// Rule says when something is next to be done, strictly after a time.
type Rule interface {
	Next(after time.Time) time.Time
}

// Every is a rule of a fixed interval.
type Every time.Duration

// Next is the interval later.
func (e Every) Next(after time.Time) time.Time { return after.Add(time.Duration(e)) }

// At is a rule of a time of day, in a location, on all or some weekdays.
type At struct {
	Hour, Minute int
	On           []time.Weekday // none: every day
	In           *time.Location // nil: UTC
}

// Next is the next such time. Where the clocks are put forward over it, it is the
// moment after.
func (a At) Next(after time.Time) time.Time {
	in := a.In
	if in == nil {
		in = time.UTC
	}
	y, m, d := after.In(in).Date()
	for i := 0; ; i++ {
		t := time.Date(y, m, d+i, a.Hour, a.Minute, 0, 0, in)
		if t.After(after) && (len(a.On) == 0 || slices.Contains(a.On, t.Weekday())) {
			return t
		}
	}
}

// lookAgain bounds how long a schedule waits without looking at the clock, which
// may be set, or stand still while the machine sleeps.
const lookAgain = time.Minute

// farAhead is how far a schedule's last run may lie ahead before it counts as
// the work of a wrong clock.
const farAhead = time.Hour

// keep runs a schedule until ctx ends.
func (o *Outbox) keep(ctx context.Context, s Schedule) error {
	var last time.Time
	var known bool
	for failures := 0; ; {
		var err error
		if !known {
			last, err = o.lastRun(ctx, s)
			known = err == nil
		}
		if known && err == nil {
			if now := o.Clock(); last.Sub(now) > farAhead {
				last = now // the clock was ahead and is set right
			}
			if wait := s.Rule.Next(last).Sub(o.Clock()); wait > 0 {
				if sleep(ctx, min(wait, lookAgain)) != nil {
					return nil
				}
				continue
			}
			last, err = o.runOnce(ctx, s, last)
		}
		if err == nil {
			failures = 0
			continue
		}
		failures++
		o.Logger.ErrorContext(ctx, "schedule did not run", "schedule", s.Name, "error", err)
		if sleep(ctx, o.pause(failures)) != nil {
			return nil
		}
	}
}

// runOnce runs the schedule and remembers when that began.
func (o *Outbox) runOnce(ctx context.Context, s Schedule, last time.Time) (time.Time, error) {
	began := o.Clock()
	if err := s.Run(ctx); err != nil {
		return last, err
	}
	o.Wake()
	return began, o.setLastRun(ctx, s, began)
}

func lastKey(s Schedule) string { return "schedule/" + s.Name }

// lastRun is when the schedule last ran; the first time ever, it counts from now.
func (o *Outbox) lastRun(ctx context.Context, s Schedule) (time.Time, error) {
	if o.Values == nil {
		return o.Clock(), nil
	}
	text, err := o.Values.Value(ctx, lastKey(s))
	if err != nil {
		return time.Time{}, fmt.Errorf("last run of %q: %w", s.Name, err)
	}
	if text == "" {
		now := o.Clock()
		return now, o.setLastRun(ctx, s, now)
	}
	last, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("last run of %q: %w", s.Name, err)
	}
	return last, nil
}

func (o *Outbox) setLastRun(ctx context.Context, s Schedule, at time.Time) error {
	if o.Values == nil {
		return nil
	}
	if err := o.Values.SetValue(ctx, lastKey(s), at.UTC().Format(time.RFC3339Nano)); err != nil {
		return fmt.Errorf("remember the run of %q: %w", s.Name, err)
	}
	return nil
}
