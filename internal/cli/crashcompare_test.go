//go:build unix

package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
	"factbot/internal/store"
)

// compare holds the record and what was posted to what people were told. Where
// the bot may read its channels nothing may stand there twice; where it may not,
// what stands there twice says so.
func (h *crashHouse) compare(t *testing.T, reads bool) {
	t.Helper()
	h.compareRecord(t)
	posted := h.posted()
	for key, messages := range posted {
		plain := 0
		for _, m := range messages {
			if !strings.Contains(m.Text, "may have been posted before") && !strings.Contains(m.Text, "可能已经发布过") {
				plain++
			}
		}
		if plain > 1 || reads && len(messages) > 1 {
			t.Errorf("notice %q was posted %d times, %d of them without a word about it", key, len(messages), plain)
		}
	}
	h.read(t, func(ctx context.Context, db *store.DB) error {
		notices, err := db.Notices(ctx, fact.NoticeFilter{})
		kinds := map[fact.NoticeKind]int{}
		for _, n := range notices {
			h.compareNotice(t, n, posted)
			if n.State == fact.NoticeSent {
				kinds[n.Kind]++
			}
		}
		if kinds[fact.NoticeShare] < h.shared {
			t.Errorf("%d shares were confirmed and %d sent", h.shared, kinds[fact.NoticeShare])
		}
		t.Logf("sent: %v", kinds)
		return err
	})
	unanswered := 0
	for _, question := range h.mentions {
		answers := 0
		for _, m := range h.sim.Messages(question.Channel, question.TS) {
			if m.FromBot() {
				answers++
			}
		}
		if answers == 0 {
			unanswered++
		}
	}
	if unanswered > 0 {
		t.Errorf("%d of %d questions have no answer", unanswered, len(h.mentions))
	}
	t.Logf("%d flags, %d decisions, %d questions, %d shares", count(h.flags), count(h.decided), len(h.mentions), h.shared)
	if count(h.flags) == 0 || count(h.decided) == 0 || len(h.mentions) == 0 || h.shared == 0 {
		t.Error("the load did not do everything, so nothing was shown")
	}
}

func count(told map[string]bool) int {
	n := 0
	for _, yes := range told {
		if yes {
			n++
		}
	}
	return n
}

// compareRecord looks for every act that was confirmed, once each, in a whole history.
func (h *crashHouse) compareRecord(t *testing.T) {
	t.Helper()
	recorded := map[string]int{}
	h.read(t, func(ctx context.Context, db *store.DB) error {
		chain, err := db.VerifyChain(ctx, "")
		if err == nil && chain.Broken != 0 {
			t.Errorf("the history is broken at event %d: %s", chain.Broken, chain.Reason)
		}
		if err != nil {
			return err
		}
		events, err := db.Events(ctx, fact.EventFilter{})
		for _, e := range events {
			recorded[e.Note]++
		}
		return err
	})
	for what, told := range map[string]map[string]bool{"flag": h.flags, "decision": h.decided} {
		for note, yes := range told {
			switch n := recorded[note]; {
			case yes && n == 0:
				t.Errorf("the %s %q was confirmed and is not on record", what, note)
			case n > 1:
				t.Errorf("the %s %q is on record %d times", what, note, n)
			}
		}
	}
}

// compareNotice finds the message that a notice became. A notice that edited an
// earlier message, or was edited by a later one, has left its key to the latest.
func (h *crashHouse) compareNotice(t *testing.T, n fact.Notice, posted map[string][]slacksim.Message) {
	t.Helper()
	switch n.State {
	case fact.NoticeDropped:
		if len(posted[n.Key]) > 0 {
			t.Errorf("notice %q was dropped and posted", n.Key)
		}
	case fact.NoticeSent:
		if n.Sent.Message == "" && len(posted[n.Key]) == 0 {
			return // when its turn came there was nothing to say any more
		}
		m, ok := h.sim.Message(string(n.Sent.Channel), n.Sent.Message)
		if !ok || !m.FromBot() {
			t.Errorf("notice %q counts as sent and is not where it should be", n.Key)
		}
	default:
		t.Errorf("notice %q is %s: %s", n.Key, n.State, n.Error)
	}
}

// posted gives the bot's messages by the key that each carries.
func (h *crashHouse) posted() map[string][]slacksim.Message {
	byKey := map[string][]slacksim.Message{}
	for _, channel := range h.sim.Channels() {
		for _, m := range allOf(h.sim, channel.ID) {
			var meta struct {
				Payload struct {
					Key string `json:"key"`
				} `json:"event_payload"`
			}
			if m.FromBot() && json.Unmarshal(m.Metadata, &meta) == nil && meta.Payload.Key != "" {
				byKey[meta.Payload.Key] = append(byKey[meta.Payload.Key], m)
			}
		}
	}
	return byKey
}

// allOf lists the messages of a channel and of its threads.
func allOf(sim *slacksim.Server, channel string) []slacksim.Message {
	return (&conversation{sim: sim}).everything(channel)
}
