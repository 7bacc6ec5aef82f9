package slacksim

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// nothing is a list of no retries.
var nothing = []time.Duration{}

// Whatever people and the app do, in whatever order, the log stays in order, threads count their replies, the history that
// the app reads is what everybody sees, and no change goes unnumbered.
func TestTheLogHoldsTogether(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s, err := New(Options{Manifest: []byte(socketManifest), Clock: newFakeClock().Now, Limits: Limits{RetryAfter: nothing}})
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			before := s.Seq()
			if changed := step(rt, s); changed && s.Seq() == before {
				rt.Fatal("a change without a number")
			}
			holdsTogether(rt, s)
		}
	})
}

// step does one random thing and reports whether it must have changed something.
func step(rt *rapid.T, s *Server) bool {
	ctx := rt.Context()
	user := rapid.SampledFrom([]string{"reader", "reviewer", "guest"}).Draw(rt, "user")
	on := Ref{Channel: ChannelRDMA, TS: rapid.SampledFrom(append(timestamps(s), "1.000001")).Draw(rt, "on")}
	run := func(method string, a args) bool {
		_, refusal := methods[method].run(s, call{ctx: ctx, method: method, args: a})
		return refusal == nil
	}
	var err error
	switch rapid.IntRange(0, 9).Draw(rt, "act") {
	case 0:
		_, err = s.As(user).Say(ctx, "rdma", "x")
	case 1:
		_, err = s.As(user).Say(ctx, "rdma", "x", InThread(on.TS))
	case 2:
		_, err = s.As(user).React(ctx, on, "eyes")
	case 3:
		_, err = s.As(user).Edit(ctx, on, "y")
	case 4:
		_, err = s.As(user).Delete(ctx, on)
	case 5:
		return run("chat.postMessage", args{"channel": ChannelRDMA, "text": "b", "thread_ts": on.TS, "reply_broadcast": "true"})
	case 6:
		return run("chat.postEphemeral", args{"channel": ChannelRDMA, "text": "e", "user": Reader, "thread_ts": on.TS})
	case 7:
		return run("chat.update", args{"channel": ChannelRDMA, "text": "u", "ts": on.TS})
	case 8:
		return run("chat.delete", args{"channel": ChannelRDMA, "ts": on.TS})
	case 9:
		_, refusal := s.respond(responseTarget{channel: ChannelRDMA, user: Reader, original: on.TS}, args{"text": "r"}, false)
		return refusal == nil
	}
	return err == nil
}

func timestamps(s *Server) (out []string) {
	for _, m := range s.allMessages() {
		out = append(out, m.TS)
	}
	return out
}

func holdsTogether(rt *rapid.T, s *Server) {
	all := s.allMessages()
	replies := map[string]int{}
	for i, m := range all {
		if i > 0 && !olderTS(all[i-1].TS, m.TS) {
			rt.Fatalf("%s comes after %s", m.TS, all[i-1].TS)
		}
		if m.Seq > s.Seq() || m.Seq == 0 {
			rt.Fatalf("message %s has number %d of %d", m.TS, m.Seq, s.Seq())
		}
		if m.ThreadTS != "" && !m.Deleted && m.EphemeralTo == "" {
			replies[m.ThreadTS]++
		}
	}
	for _, m := range all {
		if m.Replies != replies[m.TS] {
			rt.Fatalf("%s counts %d replies, has %d", m.TS, m.Replies, replies[m.TS])
		}
	}
	ans, refusal := s.conversationsHistory(call{ctx: rt.Context(), args: args{"channel": ChannelRDMA, "limit": "1000"}})
	if refusal != nil {
		rt.Fatal(refusal.name)
	}
	var read, seen []string
	for _, m := range trees(ans["messages"]) {
		read = append(read, str(m, "ts"))
	}
	for _, m := range s.Messages("rdma", "") {
		if m.EphemeralTo == "" {
			seen = append(seen, m.TS)
		}
	}
	slices.Reverse(read)
	if !slices.Equal(read, seen) {
		rt.Fatalf("the app reads %v, people see %v", read, seen)
	}
}
