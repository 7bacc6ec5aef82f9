package outbox_test

import (
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/outbox"
)

func TestStopLetsSendsFinish(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil)
		w.slack.takes = 5 * time.Second
		w.put(to("C1", "slow"))
		pass(2 * time.Second)
		w.stop()
		if n := w.get("slow"); n.State != fact.NoticeSent {
			t.Errorf("state %s after a graceful stop, want sent", n.State)
		}
	})
}

func TestStopIsBounded(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, func(c *outbox.Config) { c.DrainFor, c.SendTimeout = 3*time.Second, time.Hour })
		w.slack.takes = 30 * time.Minute
		w.put(to("C1", "stuck"))
		pass(2 * time.Second)
		began := time.Now()
		w.stop()
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("the stop took %v", took)
		}
		if n := w.get("stuck"); n.State == fact.NoticeSent {
			t.Errorf("a send that was cancelled counts as sent")
		}
	})
}

func TestSentIsMarkedOnceTheStoreIsBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := begin(t, nil)
		defer w.stop()
		w.slack.answer(func(fact.Notice, int) error { w.breakWith(errBroken); return nil })
		w.put(to("C1", "a"))
		pass(30 * time.Second)
		w.breakWith(nil)
		pass(2 * time.Minute)
		wantKeys(t, w.slack, "a") // not a second time
		if n := w.get("a"); n.State != fact.NoticeSent {
			t.Errorf("state %s, want sent", n.State)
		}
	})
}

func TestStartWaitsForTheStore(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := &world{memory: &memory{broken: errBroken}, slack: &slack{began: time.Now()}}
		w.put(to("C1", "a"))
		w.start(t, nil)
		defer w.stop()
		pass(5 * time.Second)
		wantKeys(t, w.slack, "")
		w.breakWith(nil)
		pass(30 * time.Second)
		wantKeys(t, w.slack, "a")
	})
}
