package slack

import (
	"errors"
	"strings"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// notice queues a reply under a key and gives its notice.
func (r *rig) notice(key string, reply bot.Reply, place fact.Place) fact.Notice {
	r.door.mu.Lock()
	defer r.door.mu.Unlock()
	r.door.notices[key] = reply
	return fact.Notice{Key: key, Kind: fact.NoticeAnswer, Place: place, CreatedAt: time.Now().Add(-time.Second)}
}

var rdmaChannel = fact.Place{Kind: fact.PlacePublic, Channel: slacksim.ChannelRDMA}

func TestSendPostsEditsAndReports(t *testing.T) {
	t.Parallel()
	r := install(t, ModeHTTP)
	ctx := patience(t)
	n := r.notice("k1", *fiveFacts(), rdmaChannel)
	at, shown, err := r.Send(ctx, n)
	if err != nil || at.Channel != slacksim.ChannelRDMA || at.Message == "" || len(shown) != 5 || shown[4].ID.N != 5 {
		t.Fatalf("%v %+v %v", err, at, shown)
	}
	n = r.notice("k2", textReply("⚠ RDMA-1 was reworded"), at)
	again, _, err := r.Send(ctx, n)
	if err != nil || again.Message != at.Message {
		t.Fatalf("%v %+v", err, again)
	}
	if m, _ := r.sim.Message(slacksim.ChannelRDMA, at.Message); !m.Edited || !strings.Contains(m.Text, "reworded") {
		t.Errorf("%+v", m)
	}
	thread := rdmaChannel
	thread.Thread = at.Message
	if in, _, err := r.Send(ctx, r.notice("k3", textReply("Correction"), thread)); err != nil || in.Thread != at.Message {
		t.Errorf("%v %+v", err, in)
	}
	direct := r.notice("k4", textReply("Your flag was answered"), fact.Place{})
	direct.User = slacksim.Reader
	dm, _, err := r.Send(ctx, direct)
	if err != nil || dm.Kind != fact.PlaceDirect || !strings.HasPrefix(string(dm.Channel), "D") {
		t.Errorf("%v %+v", err, dm)
	}
}

// TestSendSaysWhatAFailureMeans holds which failures are final, which wait and which leave the outcome open.
func TestSendSaysWhatAFailureMeans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault     slacksim.Fault
		permanent bool
		unknown   bool
		after     time.Duration
		code      string
	}{
		"not in channel": {fault: slacksim.Fault{Error: "not_in_channel"}, permanent: true, code: "not_in_channel"},
		"archived":       {fault: slacksim.Fault{Error: "is_archived"}, permanent: true, code: "is_archived"},
		"revoked":        {fault: slacksim.Fault{Error: "token_revoked"}, permanent: true, code: "token_revoked"},
		"rate":           {fault: slacksim.Fault{RetryAfter: 7 * time.Second}, after: 7 * time.Second, code: "ratelimited"},
		"named rate":     {fault: slacksim.Fault{Error: "ratelimited"}, code: "ratelimited"},
		"server error":   {fault: slacksim.Fault{Status: 503}, unknown: true, code: "http_503"},
		"applied":        {fault: slacksim.Fault{Status: 500, Applied: true}, unknown: true, code: "http_500"},
		"dropped":        {fault: slacksim.Fault{Drop: true}, unknown: true, code: "unreachable"},
		"internal":       {fault: slacksim.Fault{Error: "internal_error"}, unknown: true, code: "internal_error"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := install(t, ModeHTTP)
			r.sim.Fail("chat.postMessage", c.fault, 1)
			_, _, err := r.Send(patience(t), r.notice("k", textReply("x"), rdmaChannel))
			var e *SendError
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
			if e.Permanent() != c.permanent || e.Unknown() != c.unknown || e.RetryAfter() != c.after || e.Code() != c.code {
				t.Errorf("permanent %v, unknown %v, after %v, code %s", e.Permanent(), e.Unknown(), e.RetryAfter(), e.Code())
			}
		})
	}
	r := install(t, ModeHTTP)
	var e *SendError
	_, _, err := r.Send(patience(t), fact.Notice{Key: "nobody asked", Place: rdmaChannel})
	if !errors.As(err, &e) || !e.Permanent() || fact.CodeOf(err) != fact.CodeNotFound {
		t.Error(err)
	}
}

// TestUnknownOutcomeIsLookedUp holds that a message which arrived all the same is found by its key and not posted twice.
func TestUnknownOutcomeIsLookedUp(t *testing.T) {
	t.Parallel()
	for _, thread := range []bool{false, true} {
		r := install(t, ModeHTTP)
		ctx := patience(t)
		place := rdmaChannel
		if thread {
			root, err := r.sim.As("reader").Say(ctx, "rdma", "root")
			if err != nil {
				t.Fatal(err)
			}
			place.Thread = root.Message.TS
		}
		n := r.notice("once", textReply("only once"), place)
		r.sim.Fail("chat.postMessage", slacksim.Fault{Drop: true, Applied: true}, 1)
		_, _, err := r.Send(ctx, n)
		var e *SendError
		if !errors.As(err, &e) || !e.Unknown() {
			t.Fatal(err)
		}
		n.Unknown = true
		at, _, err := r.Send(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, m := range r.sim.Messages("rdma", place.Thread) {
			if m.FromBot() {
				count++
				if m.TS != at.Message || strings.Contains(m.Text, "posted before") {
					t.Errorf("%+v", m)
				}
			}
		}
		if count != 1 {
			t.Errorf("thread %v: %d messages", thread, count)
		}
	}
}

// TestUnknownOutcomeWithoutHistory holds that a repeat says that it may be one where nothing can be looked up.
func TestUnknownOutcomeWithoutHistory(t *testing.T) {
	t.Parallel()
	r := install(t, ModeHTTP)
	r.sim.Fail("conversations.history", slacksim.Fault{Error: "missing_scope"}, -1)
	n := r.notice("k", textReply("perhaps again"), rdmaChannel)
	n.Unknown = true
	at, _, err := r.Send(patience(t), n)
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := r.sim.Message(slacksim.ChannelRDMA, at.Message); !strings.Contains(m.Text, "may have been posted before") {
		t.Errorf("%+v", m)
	}
}

// TestRefusedBlocksBecomeText holds that an answer whose blocks a workspace refuses arrives all the same.
func TestRefusedBlocksBecomeText(t *testing.T) {
	t.Parallel()
	r := install(t, ModeHTTP)
	r.sim.Fail("chat.postMessage", slacksim.Fault{Error: "invalid_blocks"}, 1)
	at, _, err := r.Send(patience(t), r.notice("k", *fiveFacts(), rdmaChannel))
	if err != nil {
		t.Fatal(err)
	}
	m, _ := r.sim.Message(slacksim.ChannelRDMA, at.Message)
	if !strings.Contains(m.Text, "RDMA-5") || len(m.Blocks) > 2 {
		t.Errorf("%+v", m)
	}
	if !strings.Contains(r.log.String(), "refused blocks") {
		t.Error(r.log)
	}
}
