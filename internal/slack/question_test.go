package slack

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// TestMention holds that a mention is answered in its thread, once, however often it is delivered.
func TestMention(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res, err := r.sim.As("reader").Mention(patience(t), "rdma", "does RoCE need <this>?")
		if err != nil {
			t.Fatal(err)
		}
		m := r.message(t, "answer to: does RoCE need <this>?")
		if m.ThreadTS != res.Message.TS || m.EphemeralTo != "" || m.Broadcast {
			t.Errorf("%+v", m)
		}
		if !strings.Contains(string(m.Metadata), "answer:ask:") {
			t.Errorf("metadata %s", m.Metadata)
		}
		for _, fresh := range []bool{false, false, true, true, true} {
			if _, err := r.sim.Redeliver(res.Events[len(res.Events)-1], fresh); err != nil {
				t.Fatal(err)
			}
		}
		reply, err := r.sim.As("reader2").Mention(patience(t), "rdma", "and in the thread", slacksim.InThread(res.Message.TS))
		if err != nil {
			t.Fatal(err)
		}
		if m := r.message(t, "answer to: and in the thread"); m.ThreadTS != res.Message.TS {
			t.Errorf("%+v", m)
		}
		if n := len(r.door.answered()); n != 2 {
			t.Errorf("%d answers", n)
		}
		if q := r.door.answered()[1]; q.Place.Thread != res.Message.TS || q.Place.Message != reply.Message.TS || q.Actor.User != slacksim.Reader2 {
			t.Errorf("%+v", q)
		}
		for _, tr := range r.sim.Traffic() {
			if tr.Name == "chat.postMessage" && (!strings.Contains(string(tr.Request), `"unfurl_links":"false"`) || !strings.Contains(string(tr.Request), `"unfurl_media":"false"`)) {
				t.Errorf("unfurling is not off: %s", tr.Request)
			}
		}
	})
}

// TestLongTexts holds that no text is cut: what Slack escapes counts as it was typed, and what is too long is refused.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		reader := r.sim.As("reader")
		for _, c := range []struct {
			text    string
			refused bool
		}{
			{"facts " + strings.Repeat("&<>", 1300) + " end", false}, // nearly 18,000 code points on the wire
			{"facts " + strings.Repeat("延", maxTyped-6), false},
			{"facts latency" + strings.Repeat(" ", maxTyped) + "but not this", true},
		} {
			res, err := reader.Slash(patience(t), "rdma", "/rdma "+c.text)
			if err != nil || res.Message == nil {
				t.Fatalf("%.20s: no answer, %v", c.text, err)
			}
			if got := strings.Contains(res.Message.Text, "8,000") || strings.Contains(string(encoded(t, res.Message.Blocks)), "8,000"); got != c.refused {
				t.Errorf("%.20s: refused %v, want %v", c.text, got, c.refused)
			}
			if asked := r.door.asked(); !c.refused && asked[len(asked)-1].Text != c.text {
				t.Errorf("of %d bytes %d were asked", len(c.text), len(asked[len(asked)-1].Text))
			}
		}
		if n := len(r.door.asked()); n != 2 {
			t.Errorf("%d commands were passed on", n)
		}
		if _, err := reader.Mention(patience(t), "rdma", strings.Repeat("<&>", 2500)+" end"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "answer to: <&>")
		if q := r.door.answered()[0].Text; !strings.HasSuffix(q, " end") {
			t.Errorf("the mention was cut to %d bytes", len(q))
		}
		if _, err := reader.Mention(patience(t), "rdma", "latency"+strings.Repeat(" ", maxTyped)+"but not this"); err != nil {
			t.Fatal(err)
		}
		if m := r.message(t, "8,000"); m.EphemeralTo != slacksim.Reader {
			t.Errorf("refused in public: %+v", m)
		}
		if n := len(r.door.answered()); n != 1 {
			t.Errorf("%d answers", n)
		}
	})
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestDirectMessage(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		res, err := r.sim.As("reader").DM(patience(t), "latency?")
		if err != nil {
			t.Fatal(err)
		}
		m := r.message(t, "answer to: latency?")
		if m.Channel != res.Message.Channel || m.ThreadTS != "" {
			t.Errorf("%+v", m)
		}
		if q := r.door.answered()[0]; q.Place.Kind != fact.PlaceDirect {
			t.Errorf("%+v", q)
		}
	})
}

// TestNobodysQuestions holds that bots, Slackbot, edits, joins and foreign people are not answered.
func TestNobodysQuestions(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		<-r.who.known
		base := map[string]any{"type": "app_mention", "user": slacksim.Reader, "text": "<@" + slacksim.BotUserID + "> hi", "ts": "1.0001", "channel": slacksim.ChannelRDMA, "team": slacksim.TeamID}
		for _, change := range []map[string]any{
			{"bot_id": "B0OTHER"},
			{"bot_id": "B0FACTBOT"},
			{"user": slacksim.BotUserID},
			{"user": "USLACKBOT"},
			{"user": ""},
			{"subtype": "bot_message"},
			{"subtype": "message_changed"},
			{"subtype": "channel_join"},
			{"edited": map[string]any{"user": slacksim.Reader, "ts": "1.2"}},
			{"hidden": true},
			{"user_team": slacksim.OtherTeamID},
			{"source_team": slacksim.OtherTeamID},
			{"team": slacksim.OtherTeamID},
			{"type": "message", "channel_type": "im", "subtype": "message_deleted"},
			{"type": "member_joined_channel"},
			{"type": "of_the_future"},
		} {
			event := map[string]any{}
			maps.Copy(event, base)
			maps.Copy(event, change)
			raw, _ := json.Marshal(event)
			if _, err := r.sim.Deliver(raw); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.sim.As("reader").Mention(patience(t), "rdma", "the last one"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "answer to: the last one")
		if err := r.sim.Wait(patience(t), func() bool { return r.refused.count("outsider") == 3 && r.refused.count("ignored_message") == 11 }); err != nil {
			t.Error(err, r.refused.by)
		}
		if qs := r.door.answered(); len(qs) != 1 {
			t.Errorf("%d answers: %+v", len(qs), qs)
		}
	})
}

// TestOutsiderIsToldPolitely holds that a person of another workspace in a shared channel gets a sentence, and nothing
// else.
func TestOutsiderIsToldPolitely(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		if _, err := r.sim.As("outsider").Mention(patience(t), "shared-rdma", "facts"); err != nil {
			t.Fatal(err)
		}
		if m := r.message(t, "own workspace only"); m.EphemeralTo != slacksim.Outsider {
			t.Errorf("%+v", m)
		}
		if len(r.door.answered()) != 0 {
			t.Error("answered")
		}
	})
}

// TestThreadBudget holds that a thread is a fuse: past its budget the asker is told, and nobody else.
func TestThreadBudget(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		root, err := r.sim.As("reader").Say(patience(t), "rdma", "a thread")
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := r.sim.As("reader").Mention(patience(t), "rdma", "again", slacksim.InThread(root.Message.TS)); err != nil {
				t.Fatal(err)
			}
		}
		if m := r.message(t, "as often in this thread"); m.EphemeralTo != slacksim.Reader {
			t.Errorf("%+v", m)
		}
		// Questions are worked on side by side: the refusal may be there before the answers.
		if err := r.sim.Wait(patience(t), func() bool { return len(r.door.answered()) == 2 }); err != nil {
			t.Error(len(r.door.answered()), err)
		}
	}, func(c *Config) { c.Limits.PerThread = 2 })
}
