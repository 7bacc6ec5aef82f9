package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/outbox"
)

func TestSendsInOrderAndPaced(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil, several("C1", "a", "b", "c", "d", "e")...)
		defer w.stop()
		pass(100 * time.Millisecond)
		wantKeys(t, w.slack, "a b c") // the burst
		pass(time.Second)
		wantKeys(t, w.slack, "a b c d")
		pass(time.Second)
		wantKeys(t, w.slack, "a b c d e")
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeSent: 5})
	})
}

func TestLinesDoNotWaitForEachOther(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil, append(several("C1", "a", "b", "c", "d"), to("C2", "x"), fact.Notice{Key: "dm", User: "U1"})...)
		defer w.stop()
		pass(10 * time.Millisecond)
		keys := sorted(w.slack.keys())
		if !slices.Contains(keys, "x") || !slices.Contains(keys, "dm") {
			t.Errorf("sent %v, want x and dm among them", keys)
		}
	})
}

func TestOverallCap(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var all []fact.Notice
		for i := range 40 {
			all = append(all, to(fmt.Sprintf("C%d", i), fmt.Sprintf("n%02d", i)))
		}
		w := begin(t, func(c *outbox.Config) { c.PerSecond = 5 }, all...)
		defer w.stop()
		for second := 1; second <= 5; second++ {
			pass(time.Second)
			if n := len(w.slack.keys()); n > 5+5*second {
				t.Errorf("%d messages after %d s, more than the cap lets pass", n, second)
			}
		}
		pass(10 * time.Second)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeSent: 40})
	})
}

func TestEditsHaveTheirOwnPace(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var all []fact.Notice
		for i := range 20 {
			n := to(fmt.Sprintf("C%d", i), fmt.Sprintf("e%02d", i))
			n.Place.Message = "1.1"
			all = append(all, n)
		}
		w := begin(t, func(c *outbox.Config) { c.EditsAMin = 60 }, all...)
		defer w.stop()
		pass(3 * time.Second)
		if n := len(w.slack.keys()); n > 10 {
			t.Errorf("%d edits in 3 s, want at most a burst of 6 and one a second", n)
		}
		pass(30 * time.Second)
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeSent: 20})
	})
}

func TestConcurrencyBound(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var all []fact.Notice
		for i := range 10 {
			all = append(all, to(fmt.Sprintf("C%d", i), fmt.Sprintf("n%d", i)))
		}
		w := begin(t, func(c *outbox.Config) { c.Concurrency, c.PerSecond = 2, 100 })
		defer w.stop()
		w.slack.mu.Lock()
		w.slack.takes = 5 * time.Second
		w.slack.mu.Unlock()
		for _, n := range all {
			w.put(n)
		}
		w.box.Wake()
		pass(time.Second)
		if n := w.box.Stats().InFlight; n != 2 || len(w.slack.keys()) != 2 {
			t.Errorf("%d in flight, %d begun, want 2", n, len(w.slack.keys()))
		}
	})
}

func TestRateLimitIsObeyedAndCostsNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, func(c *outbox.Config) { c.MaxAttempts = 2 })
		defer w.stop()
		w.slack.answer(func(n fact.Notice, call int) error {
			if n.Place.Channel == "C1" && call <= 5 {
				return fmt.Errorf("post: %w", asksToWait(30*time.Second))
			}
			return nil
		})
		for _, n := range several("C1", "a", "b") {
			w.put(n)
		}
		w.box.Wake()
		pass(29 * time.Second)
		wantKeys(t, w.slack, "a") // b does not overtake
		pass(5 * time.Minute)
		wantKeys(t, w.slack, "a a a a a a b")
		if s := w.box.Stats(); s.Limited != 5 || s.Dead != 0 || s.Sent != 2 {
			t.Errorf("stats %+v", s)
		}
	})
}

func TestBacksOffThenGivesUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, func(c *outbox.Config) { c.MaxAttempts = 4 })
		defer w.stop()
		w.slack.answer(func(n fact.Notice, _ int) error {
			if n.Key == "bad" {
				return errors.New("cannot word it")
			}
			return nil
		})
		w.put(to("C1", "bad"))
		w.put(to("C1", "good"))
		pass(time.Minute)
		wantKeys(t, w.slack, "bad bad bad bad good")
		if n := w.get("bad"); n.State != fact.NoticeDead || n.Error != string(fact.CodeInternal) {
			t.Errorf("bad is %s, %q", n.State, n.Error)
		}
		for i := 1; i < 4; i++ {
			gap := w.slack.calls[i].at - w.slack.calls[i-1].at
			if most := 2 * time.Second << (i - 1); gap < most/2 || gap > most+time.Second {
				t.Errorf("pause %d is %v, want %v to %v", i, gap, most/2, most)
			}
		}
		if s := w.box.Stats(); s.Dead != 1 || s.Failed != 4 || s.Sent != 1 {
			t.Errorf("stats %+v", s)
		}
	})
}

func TestPermanentIsDeadAtOnceAndNotFoundIsDropped(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil)
		defer w.stop()
		w.slack.answer(func(n fact.Notice, _ int) error {
			switch n.Key {
			case "archived":
				return permanent{errors.New("is_archived")}
			case "nothing":
				return fact.NotFound("changed.none", "Nothing changed.")
			}
			return nil
		})
		for _, n := range several("C1", "archived", "nothing", "next") {
			w.put(n)
		}
		pass(5 * time.Second)
		wantKeys(t, w.slack, "archived nothing next")
		wantStates(t, w.memory, map[fact.NoticeState]int{fact.NoticeDead: 1, fact.NoticeSent: 2})
		if s := w.box.Stats(); s.Dead != 1 || s.Dropped != 1 || s.Sent != 1 {
			t.Errorf("stats %+v", s)
		}
	})
}

func TestUnknownOutcomeIsToldToTheSender(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil)
		defer w.stop()
		w.slack.answer(func(_ fact.Notice, call int) error {
			switch call {
			case 1:
				return lost{errors.New("connection reset")}
			case 2:
				return errors.New("cannot word it") // says nothing of the first attempt
			case 3:
				panic("a fault")
			}
			return nil
		})
		w.put(to("C1", "a"))
		pass(time.Minute)
		wantKeys(t, w.slack, "a a a a")
		for i, want := range []bool{false, true, true, true} {
			if got := w.slack.calls[i].unknown; got != want {
				t.Errorf("attempt %d: unknown %v, want %v", i+1, got, want)
			}
		}
	})
}

func TestStrandedComeAgainAsUnknown(t *testing.T) {
	bubble(t, func(t *testing.T) {
		stranded := to("C1", "a")
		stranded.State = fact.NoticeClaimed
		w := begin(t, nil, stranded, to("C1", "b"))
		defer w.stop()
		pass(5 * time.Second)
		wantKeys(t, w.slack, "a b")
		if !w.slack.calls[0].unknown || w.slack.calls[1].unknown {
			t.Errorf("calls %+v: want only the stranded one unknown", w.slack.calls)
		}
	})
}

func TestNotBeforeAndWake(t *testing.T) {
	bubble(t, func(t *testing.T) {
		held := to("C1", "held")
		held.NotBefore = time.Now().Add(10 * time.Minute)
		w := begin(t, func(c *outbox.Config) { c.Poll = time.Hour }, held)
		defer w.stop()
		pass(time.Minute)
		wantKeys(t, w.slack, "")
		w.put(to("C1", "now"))
		w.box.Wake()
		pass(time.Millisecond)
		wantKeys(t, w.slack, "now")
		pass(2 * time.Hour)
		wantKeys(t, w.slack, "now held")
	})
}

func TestLaterNoticesOfAStemEditItsMessage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil, several("C1", "queue/RDMA-7/1#1", "queue/RDMA-7/1#4", "queue/RDMA-7/10#10")...)
		defer w.stop()
		pass(10 * time.Second)
		var edits []string
		for _, c := range w.slack.calls {
			edits = append(edits, c.edits)
		}
		if want := []string{"", "ts-queue/RDMA-7/1#1", ""}; !slices.Equal(edits, want) {
			t.Errorf("messages edited %q, want %q", edits, want)
		}
	})
}

func TestDroppedNoticeIsNotSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil, to("C1", "a"), to("C1", "b"), to("C1", "c"), to("C1", "d"), to("C1", "e"))
		defer w.stop()
		pass(10 * time.Millisecond)
		if err := w.change(5, func(n *fact.Notice) { n.State = fact.NoticeDropped }); err != nil {
			t.Fatal(err)
		}
		pass(10 * time.Second)
		wantKeys(t, w.slack, "a b c d")
	})
}

// named is a failure that has a name.
type named struct {
	permanent
	code string
}

func (n named) Code() string { return n.code }

func TestFailuresAreNamed(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{named{permanent{errors.New("slack: is_archived")}, "is_archived"}, "is_archived"},
		{fmt.Errorf("send: %w", named{permanent{errors.New("slack: no")}, "no_permission"}), "no_permission"},
		{permanent{context.DeadlineExceeded}, "internal"}, // it hides what it wraps
		{fmt.Errorf("post: %w", context.DeadlineExceeded), "timeout"},
		{errAway, "unavailable"},
		{errors.New("a fault"), "internal"},
	} {
		t.Run(c.want, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := begin(t, func(c *outbox.Config) { c.MaxAttempts = 1 })
				defer w.stop()
				w.slack.answer(func(fact.Notice, int) error { return c.err })
				w.put(to("C1", "a"))
				pass(5 * time.Second)
				if got := w.rows[0].Error; got != c.want {
					t.Errorf("%v is written down as %q, want %q", c.err, got, c.want)
				}
			})
		})
	}
}
