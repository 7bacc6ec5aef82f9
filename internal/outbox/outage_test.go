package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/outbox"
)

// journal records outages.
type journal struct {
	mu     sync.Mutex
	lines  []outageLine
	broken error
}

type outageLine struct {
	from, to time.Time
	late     int
}

func (j *journal) Outage(_ context.Context, from, to time.Time, late int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.broken != nil {
		return j.broken
	}
	j.lines = append(j.lines, outageLine{from, to, late})
	return nil
}

func (j *journal) all() []outageLine {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.lines
}

func down(fact.Notice, int) error { return errAway }

func TestLongOutageLosesNothingAndBecomesOneLine(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var j journal
		w := begin(t, func(c *outbox.Config) { c.Outages, c.MaxAttempts = &j, 3 })
		defer w.stop()
		w.slack.answer(down)
		began := time.Now()
		for i := range 6 {
			w.put(to(fmt.Sprintf("C%d", i), fmt.Sprintf("n%d", i)))
		}
		pass(3 * time.Hour)
		if n := states(w.memory)[fact.NoticeDead]; n != 0 {
			t.Fatalf("%d notices were given up while Slack was away", n)
		}
		if w.box.Stats().AwaySince.IsZero() {
			t.Error("stats do not show that Slack is away")
		}
		before := len(w.slack.keys())
		if before > 3*120+20 {
			t.Errorf("%d attempts in three hours: too many", before)
		}
		w.slack.answer(nil)
		pass(time.Minute)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeSent: 6})
		lines := j.all()
		if len(lines) != 1 {
			t.Fatalf("%d lines, want 1", len(lines))
		}
		l := lines[0]
		if l.late != 6 || l.from.Sub(began) > 5*time.Second || l.to.Sub(l.from) < 3*time.Hour-time.Minute {
			t.Errorf("line %+v, began %v", l, began)
		}
		if !w.box.Stats().AwaySince.IsZero() {
			t.Error("stats show Slack away after its return")
		}
	})
}

func TestShortOutageIsNotWorthALine(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var j journal
		w := begin(t, func(c *outbox.Config) { c.Outages = &j })
		defer w.stop()
		w.slack.answer(down)
		w.put(to("C1", "a"))
		pass(3 * time.Minute)
		w.slack.answer(nil)
		pass(3 * time.Minute)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeSent: 1})
		if n := len(j.all()); n != 0 {
			t.Errorf("%d lines, want none", n)
		}
	})
}

func TestSilentSocketIsAnOutageToo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		j := journal{broken: errBroken}
		w := begin(t, func(c *outbox.Config) { c.Outages = &j })
		defer w.stop()
		w.box.Heard(false)
		pass(7 * time.Minute)
		w.box.Heard(false)
		w.box.Heard(true)
		pass(time.Second)
		j.mu.Lock()
		j.broken = nil // the store was away for a moment: the line is not lost
		j.mu.Unlock()
		pass(time.Minute)
		lines := j.all()
		if len(lines) != 1 || lines[0].late != 0 || lines[0].to.Sub(lines[0].from) != 7*time.Minute {
			t.Errorf("lines %+v, want one of seven minutes", lines)
		}
	})
}

func TestOutageOutlivesARestart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var j journal
		w := begin(t, func(c *outbox.Config) { c.Outages = &j })
		w.slack.answer(down)
		w.put(to("C1", "a"))
		pass(10 * time.Minute)
		w.stop()
		w.slack.answer(nil)
		w.start(t, func(c *outbox.Config) { c.Outages = &j })
		defer w.stop()
		pass(10 * time.Minute)
		if lines := j.all(); len(lines) != 1 || lines[0].to.Sub(lines[0].from) < 10*time.Minute-5*time.Second {
			t.Errorf("lines %+v, want one from before the restart", lines)
		}
	})
}

func TestOneNoticeThatAlwaysTimesOutIsGivenUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, func(c *outbox.Config) { c.MaxAttempts = 4 })
		defer w.stop()
		w.slack.answer(func(n fact.Notice, _ int) error {
			if n.Key == "bad" {
				return errAway
			}
			return nil
		})
		w.put(to("C1", "bad"))
		for i := range 200 {
			w.put(to("C2", fmt.Sprintf("n%d", i)))
		}
		pass(10 * time.Minute)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeDead: 1, fact.NoticeSent: 200})
	})
}

// TestGivenUpMayHaveArrived: of a notice whose last answer was lost, that is kept, so
// that it can be looked for should it be sent again.
func TestGivenUpMayHaveArrived(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, func(c *outbox.Config) { c.MaxAttempts = 1 })
		defer w.stop()
		w.slack.answer(func(n fact.Notice, _ int) error {
			switch n.Key {
			case "lost":
				return lost{errors.New("connection reset")}
			case "refused":
				return permanent{errors.New("is_archived")}
			}
			return nil
		})
		w.put(to("C1", "lost"))
		w.put(to("C2", "refused"))
		for i := range 10 {
			w.put(to("C3", fmt.Sprintf("n%d", i))) // so that Slack does not count as away
		}
		pass(10 * time.Minute)
		for key, want := range map[string]bool{"lost": true, "refused": false} {
			if n := w.get(key); n.State != fact.NoticeDead || n.Unknown != want {
				t.Errorf("%s: %s, may have arrived %v", key, n.State, n.Unknown)
			}
		}
	})
}

func TestAnAgeWithoutSlackEndsInGivingUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil)
		defer w.stop()
		w.slack.answer(down)
		w.put(to("C1", "a"))
		pass(71 * time.Hour)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeWaiting: 1})
		pass(2 * time.Hour)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeDead: 1})
	})
}

func TestOneProbeAtATimeWhileSlackIsAway(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, func(c *outbox.Config) { c.SendTimeout = 20 * time.Second })
		defer w.stop()
		w.slack.answer(down)
		for i := range 6 {
			w.put(to(fmt.Sprintf("C%d", i), fmt.Sprintf("n%d", i)))
		}
		pass(10 * time.Minute) // the lines have stopped
		w.slack.mu.Lock()
		w.slack.takes = time.Hour // from now on a send hangs until its time is up
		w.slack.mu.Unlock()
		pass(time.Minute)
		for range 300 {
			pass(time.Second)
			if n := w.box.Stats().InFlight; n > 1 {
				t.Fatalf("%d probes at the same time", n)
			}
		}
	})
}

// Posting works while the socket is silent: what waited goes out at once, though
// the absence is not over.
func TestSendingGoesOnWhileTheSocketIsSilent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil)
		defer w.stop()
		w.box.Heard(false)
		w.slack.answer(down)
		for i := range 6 {
			w.put(to(fmt.Sprintf("C%d", i), fmt.Sprintf("n%d", i)))
		}
		pass(5 * time.Minute)
		w.slack.answer(nil)
		pass(35 * time.Second)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeSent: 6})
		if w.box.Stats().AwaySince.IsZero() {
			t.Error("the absence ended though nothing is heard")
		}
	})
}
