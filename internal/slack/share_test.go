package slack

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// shared is the notice of a share in #general, whose key testDoor answers with.
func (r *rig) shared() fact.Notice {
	n := r.notice("share", *fiveFacts(), fact.Place{Kind: fact.PlacePublic, Channel: slacksim.ChannelGeneral})
	n.Kind, n.User, n.Topic, n.Text = fact.NoticeShare, slacksim.Reader, "rdma", "facts latency"
	return n
}

// invite brings the app into #general.
func (r *rig) invite(t *testing.T) {
	t.Helper()
	if _, err := r.sim.As("reader").Invite(patience(t), "general"); err != nil {
		t.Fatal(err)
	}
}

// told is what the reader alone was told in #general, but for the answers to questions.
func (r *rig) told() []string {
	var all []string
	for _, m := range r.sim.Messages("general", "") {
		if m.EphemeralTo == slacksim.Reader && !strings.Contains(m.Text, "RDMA-5") {
			all = append(all, decode(m.Text))
		}
	}
	return all
}

// public counts what everybody sees in #general of the app.
func (r *rig) public() (n int) {
	for _, m := range r.sim.Messages("general", "") {
		if m.FromBot() && m.EphemeralTo == "" {
			n++
		}
	}
	return n
}

// shareBy shares an answer in #general by the button or as a command.
func (r *rig) shareBy(t *testing.T, way string) {
	t.Helper()
	if way == "typed" {
		r.slash(t, "reader", "general", "/rdma share facts latency")
		return
	}
	m := *r.slash(t, "reader", "general", "/rdma facts latency").Message
	if _, err := r.sim.As("reader").Click(patience(t), m, "Share in channel"); err != nil {
		t.Fatal(err)
	}
}

// TestShareHasOneAnswer holds that the one who shares is told once, and the truth: whether the message was posted or why
// not, whichever of the message and the answer is there first.
func TestShareHasOneAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, says string }{
		{"", "Shared below."},
		{"not_in_channel", "Not shared: factbot is not in this channel. Invite it with `/invite @factbot`"},
		{"is_archived", "this channel is archived"},
		{"restricted_action", "Its error: restricted_action"},
	} {
		for _, way := range []string{"click", "typed"} {
			for _, first := range []string{"answer", "message"} {
				t.Run(fmt.Sprintf("%s %s %s", c.code, way, first), func(t *testing.T) {
					t.Parallel()
					over(t, func(t *testing.T, r *rig) {
						send := func() {
							if c.code != "" && c.code != "not_in_channel" {
								r.sim.Fail("chat.postMessage", slacksim.Fault{Error: c.code}, 1)
							}
							if _, _, err := r.Send(patience(t), r.shared()); (err == nil) != (c.code == "") {
								t.Error(err)
							}
						}
						if c.code == "" {
							r.invite(t)
						}
						if first == "message" {
							send()
						}
						r.shareBy(t, way)
						if first == "answer" {
							r.pool.drain(patience(t))
							if told := r.told(); len(told) > 0 {
								t.Errorf("told before the message was there: %q", told)
							}
							send()
						}
						r.message(t, c.says)
						r.pool.drain(patience(t))
						if told := r.told(); len(told) != 1 || !strings.Contains(told[0], c.says) {
							t.Errorf("told %q", told)
						}
					}, func(c *Config) { c.Limits.Arrival = time.Minute })
				})
			}
		}
	}
}

// refusedShare has an answer shared where the app is no member, and gives the offer that the sharer gets instead.
func (r *rig) refusedShare(t *testing.T) slacksim.Message {
	t.Helper()
	r.shareBy(t, "click")
	if _, _, err := r.Send(patience(t), r.shared()); err == nil {
		t.Fatal("posted without being there")
	}
	return r.message(t, "/invite @factbot")
}

// TestShareInline holds that an answer can be shared where the app is no member, with a note that corrections cannot
// reach it, and that the next share tries anew: it may have been invited.
func TestShareInline(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		offer := r.refusedShare(t)
		release := r.sim.Hold("response_url") // so that the offer still stands there for the second click
		for range 2 {
			if _, err := r.sim.As("reader").Click(patience(t), offer, "Share without corrections"); err != nil {
				t.Fatal(err)
			}
		}
		release()
		public := r.message(t, "cannot reach this message")
		r.pool.drain(patience(t))
		if n := r.public(); n != 1 {
			t.Errorf("two clicks posted %d messages", n)
		}
		if public.EphemeralTo != "" || public.Channel != slacksim.ChannelGeneral || strings.Contains(string(public.Blocks), "overflow") {
			t.Errorf("%+v", public)
		}
		r.invite(t)
		r.shareBy(t, "click")
		if _, _, err := r.Send(patience(t), r.shared()); err != nil {
			t.Fatal(err)
		}
		r.message(t, "Shared below.")
	}, func(c *Config) { c.Limits.Arrival = time.Minute })
}

// TestShareThatTakesLong holds that the one who shares is not kept waiting, nor left without word of a later failure.
func TestShareThatTakesLong(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		r.sim.Fail("chat.postMessage", slacksim.Fault{Status: 503}, 1)
		r.shareBy(t, "click")
		if _, _, err := r.Send(patience(t), r.shared()); err == nil {
			t.Fatal("posted in spite of the fault")
		}
		r.message(t, "goes on trying")
		if _, _, err := r.Send(patience(t), r.shared()); err == nil {
			t.Fatal("posted without being there")
		}
		r.message(t, "Not shared")
		if told := r.told(); len(told) != 2 {
			t.Errorf("told %q", told)
		}
	}, func(c *Config) { c.Limits.Arrival = 50 * time.Millisecond })
}

// TestStopTellsWhoShared holds that a stop leaves nobody without an answer.
func TestStopTellsWhoShared(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		r.shareBy(t, "click")
		r.pool.drain(patience(t))
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
		r.message(t, "goes on trying")
	}, func(c *Config) { c.Limits.Arrival = time.Minute })
}

// TestSpentHookIsNoShare holds that nobody is told that an answer was shared which Slack did not take.
func TestSpentHookIsNoShare(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		offer := r.refusedShare(t)
		r.sim.Fail("response_url", slacksim.Fault{Status: 404}, 1)
		if _, err := r.sim.As("reader").Click(patience(t), offer, "Share without corrections"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "this button no longer works")
	}, func(c *Config) { c.Limits.Arrival = time.Minute })
}

// TestArrivalsAreBounded holds that what nobody asks for is forgotten, and that who is pushed out is told all the same.
func TestArrivalsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var told atomic.Int32
		m := newArrivals(time.Now, time.Second)
		for i := range 3 * arrivalsKept {
			m.arrived(fmt.Sprint("nobody's ", i), outcome{})
			m.await(fmt.Sprint("waits ", i), func(o outcome) {
				if o.late {
					told.Add(1)
				}
			})
		}
		if len(m.outcomes) > arrivalsKept || len(m.waiting) > arrivalsKept {
			t.Errorf("%d outcomes, %d waiting", len(m.outcomes), len(m.waiting))
		}
		time.Sleep(2 * time.Second) // the bubble's
		synctest.Wait()
		if n := told.Load(); n != 3*arrivalsKept {
			t.Errorf("%d told", n)
		}
	})
}

// TestShareOfNothingLeft holds that the one who shares learns that nothing was left to share when its turn came.
func TestShareOfNothingLeft(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		r.shareBy(t, "click")
		n := r.shared()
		r.door.mu.Lock()
		delete(r.door.notices, n.Key)
		r.door.mu.Unlock()
		if _, _, err := r.Send(patience(t), n); fact.CodeOf(err) != fact.CodeNotFound {
			t.Fatal(err)
		}
		r.message(t, "no fact is left")
	}, func(c *Config) { c.Limits.Arrival = time.Minute })
}
