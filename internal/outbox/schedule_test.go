package outbox_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"factbot/internal/outbox"
)

func TestAtNext(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here:", err)
	}
	weekdays := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	for _, c := range []struct {
		name        string
		rule        outbox.At
		after, want string
	}{
		{"later today", outbox.At{Hour: 9}, "2026-12-01T08:59:59Z", "2026-12-01T09:00:00Z"},
		{"exactly then is tomorrow", outbox.At{Hour: 9}, "2026-12-01T09:00:00Z", "2026-12-02T09:00:00Z"},
		{"over the weekend", outbox.At{Hour: 9, On: weekdays}, "2026-12-04T10:00:00Z", "2026-12-07T09:00:00Z"},
		{"weekly", outbox.At{Hour: 9, Minute: 30, On: []time.Weekday{time.Monday}}, "2026-11-30T09:30:00Z", "2026-12-07T09:30:00Z"},
		{"winter there", outbox.At{Hour: 9, In: berlin}, "2026-12-01T07:00:00Z", "2026-12-01T08:00:00Z"},
		{"summer there", outbox.At{Hour: 9, In: berlin}, "2026-07-01T06:00:00Z", "2026-07-01T07:00:00Z"},
		{"an hour that does not exist", outbox.At{Hour: 2, Minute: 30, In: berlin}, "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"},
		{"new year", outbox.At{}, "2026-12-31T12:00:00Z", "2027-01-01T00:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			after, _ := time.Parse(time.RFC3339, c.after)
			if got := c.rule.Next(after).UTC().Format(time.RFC3339); got != c.want {
				t.Errorf("Next(%s) = %s, want %s", c.after, got, c.want)
			}
		})
	}
}

// runs collects when a schedule ran.
type runs struct {
	mu sync.Mutex
	at []time.Time
}

func (r *runs) add() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = append(r.at, time.Now().UTC())
}

// times is when it ran, as day and clock.
func (r *runs) times() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []string
	for _, t := range r.at {
		list = append(list, t.Format("2 15:04"))
	}
	return strings.Join(list, ", ")
}

// daily runs a schedule every day at nine.
func daily(r *runs, fail func(run int) error) func(*outbox.Config) {
	calls := 0
	return func(c *outbox.Config) {
		c.Schedules = []outbox.Schedule{{Name: "daily", Rule: outbox.At{Hour: 9}, Run: func(context.Context) error {
			calls++
			if fail != nil {
				if err := fail(calls); err != nil {
					return err
				}
			}
			r.add()
			return nil
		}}}
	}
}

func TestScheduleRunsOncePerPeriodAcrossRestarts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var r runs
		w := begin(t, daily(&r, nil))
		pass(10 * time.Hour) // the bubble begins at midnight on the first
		for range 3 {
			w.stop()
			w.start(t, daily(&r, nil))
			pass(time.Minute)
		}
		if got := r.times(); got != "1 09:00" {
			t.Fatalf("ran %s, want once", got)
		}
		w.stop()
		pass(3 * 24 * time.Hour) // three missed become one
		w.start(t, daily(&r, nil))
		pass(time.Minute)
		if got := r.times(); got != "1 09:00, 4 10:03" {
			t.Fatalf("ran %s, want the missed ones as one", got)
		}
		pass(24 * time.Hour)
		w.stop()
		if got := r.times(); got != "1 09:00, 4 10:03, 5 09:00" {
			t.Errorf("ran %s, want the third at nine", got)
		}
	})
}

func TestScheduleGoesOnAfterAClockThatWasAhead(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var r runs
		ahead := 400 * 24 * time.Hour
		w := begin(t, func(c *outbox.Config) {
			daily(&r, nil)(c)
			c.Clock = func() time.Time { return time.Now().Add(ahead) }
		})
		pass(10 * time.Hour)
		w.stop()
		w.start(t, daily(&r, nil)) // set right
		pass(24 * time.Hour)
		w.stop()
		if got := r.times(); got != "1 09:00, 2 09:00" {
			t.Errorf("ran %q, want each day at nine", got)
		}
	})
}

func TestScheduleIsTriedAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var r runs
		w := begin(t, daily(&r, func(run int) error {
			if run < 3 {
				return errors.New("not yet")
			}
			return nil
		}))
		pass(10 * time.Hour)
		w.stop()
		if got := r.times(); got != "1 09:00" {
			t.Errorf("ran %q, want once soon after nine", got)
		}
	})
}

func TestEvery(t *testing.T) {
	bubble(t, func(t *testing.T) {
		count := 0
		w := begin(t, func(c *outbox.Config) {
			c.Values = nil
			c.Schedules = []outbox.Schedule{{
				Name: "often", Rule: outbox.Every(10 * time.Minute),
				Run: func(context.Context) error { count++; return nil },
			}}
		})
		pass(65 * time.Minute)
		w.stop()
		if count != 6 {
			t.Errorf("ran %d times in 65 minutes, want 6", count)
		}
	})
}
