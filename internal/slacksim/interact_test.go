package slacksim

import (
	"errors"
	"slices"
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

const buttonBlocks = `[
  {"type":"section","text":{"type":"plain_text","text":"RDMA-7"},"accessory":{"type":"overflow","action_id":"more","options":[
    {"text":{"type":"plain_text","text":"History"},"value":"history 7"},{"text":{"type":"plain_text","text":"Share"},"value":"share 7"}]}},
  {"type":"actions","elements":[
    {"type":"button","text":{"type":"plain_text","text":"Flag"},"action_id":"act","value":"flag 7"},
    {"type":"button","text":{"type":"plain_text","text":"Verify"},"value":"verify 7"},
    {"type":"static_select","placeholder":{"type":"plain_text","text":"Status"},"action_id":"status","options":[
      {"text":{"type":"plain_text","text":"All"},"value":"all"},{"text":{"type":"plain_text","text":"Verified"},"value":"verified"}]},
    {"type":"datepicker","action_id":"until"}]}]`

// catch connects an app that keeps the interactions it gets.
func catch(t *testing.T, s *Server) chan slack.InteractionCallback {
	t.Helper()
	got := make(chan slack.InteractionCallback, 10)
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		if cb, ok := e.Data.(slack.InteractionCallback); ok {
			got <- cb
		}
		return nil
	})
	return got
}

func TestElementsByName(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := catch(t, s)
	s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x", "blocks": buttonBlocks})
	m, _ := s.Last("rdma")
	for _, test := range []struct{ name, value string }{
		{"act", "flag 7"},
		{"flag 7", "flag 7"},
		{"flag", "flag 7"},
		{"!2", "flag 7"},
		{"verify 7", "verify 7"},
		{"Verify", "verify 7"},
		{"!3", "verify 7"},
		{elementsOf(decodeList(m.Blocks))[1].blockID + "/act", "flag 7"},
	} {
		if r := must[Result](t)(s.As("reader").Click(t.Context(), m, test.name)); r.Error != "" {
			t.Fatalf("%s: %+v", test.name, r)
		}
		cb := <-got
		if a := cb.ActionCallback.BlockActions[0]; a.Value != test.value || a.BlockID == "" || a.ActionID == "" {
			t.Errorf("%s: action %+v", test.name, a)
		}
		if cb.Container.MessageTs != m.TS || cb.Message.Text != "x" || cb.ResponseURL == "" || cb.Channel.ID != ChannelRDMA {
			t.Errorf("%s: callback %+v", test.name, cb)
		}
	}
	for _, name := range []string{"nothing", "!0", "!6", "", "more"} {
		if _, err := s.As("reader").Click(t.Context(), m, name); !errors.Is(err, ErrNoElement) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestChoices(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := catch(t, s)
	s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x", "blocks": buttonBlocks})
	m, _ := s.Last("rdma")
	choose := func(element string, options ...string) slack.InteractionCallback {
		t.Helper()
		must[Result](t)(s.As("reader").Choose(t.Context(), m, element, options...))
		return <-got
	}
	if cb := choose("more", "Share"); cb.ActionCallback.BlockActions[0].SelectedOption.Value != "share 7" {
		t.Errorf("overflow: %+v", cb.ActionCallback.BlockActions[0])
	}
	cb := choose("Status", "verified")
	if a := cb.ActionCallback.BlockActions[0]; a.SelectedOption.Text.Text != "Verified" {
		t.Errorf("select: %+v", a)
	}
	cb = choose("until", "2027-01-31")
	block := cb.ActionCallback.BlockActions[0].BlockID
	state := cb.BlockActionState.Values[block]
	if state["until"].SelectedDate != "2027-01-31" || state["status"].SelectedOption.Value != "verified" {
		t.Errorf("state: %+v", state)
	}
	if _, err := s.As("reader").Choose(t.Context(), m, "status", "none"); !errors.Is(err, ErrNoElement) {
		t.Errorf("unknown option: %v", err)
	}
	if _, err := s.As("reader").Choose(t.Context(), m, "act", "x"); !errors.Is(err, ErrNoElement) {
		t.Errorf("choosing from a button: %v", err)
	}
}

func TestWhoSeesWhat(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := catch(t, s)
	s.call(t, "chat.postEphemeral", map[string]string{"channel": ChannelRDMA, "user": Reader, "text": "x", "blocks": buttonBlocks})
	m, _ := s.Last("rdma")
	must[Result](t)(s.As("reader").Click(t.Context(), m, "act"))
	if cb := <-got; !cb.Container.IsEphemeral || cb.Message.Timestamp != "" {
		t.Errorf("an ephemeral message's payload: %+v", cb)
	}
	if _, err := s.As("reader2").Click(t.Context(), m, "act"); !errors.Is(err, ErrNoMessage) {
		t.Errorf("another's ephemeral message: %v", err)
	}
	for _, test := range []struct {
		user, channel string
		want          error
	}{{"reader", "fact-review", ErrNoChannel}, {"guest", "general", ErrNoChannel}, {"nobody", "rdma", ErrNoUser}, {"outsider", "shared-rdma", nil}, {"outsider", "rdma", ErrNoChannel}} {
		if _, err := s.As(test.user).Say(t.Context(), test.channel, "x"); !errors.Is(err, test.want) {
			t.Errorf("%s in %s: %v", test.user, test.channel, err)
		}
	}
}

func TestMessageShortcut(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := catch(t, s)
	said := must[Result](t)(s.As("reader").Say(t.Context(), "rdma", "latency is 1 µs")).Message
	must[Result](t)(s.As("reviewer").MessageShortcut(t.Context(), "check", said))
	cb := <-got
	if cb.Type != slack.InteractionTypeMessageAction || cb.CallbackID != "check" || cb.Message.Text != said.Text || cb.User.ID != Reviewer || cb.ResponseURL == "" {
		t.Errorf("callback %+v", cb)
	}
	if _, err := s.As("reviewer").MessageShortcut(t.Context(), "lookup", said); !errors.Is(err, ErrOff) {
		t.Errorf("a global shortcut on a message: %v", err)
	}
}

func TestReactionsEditsAndDeletions(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	p := connect(t, s, nil)
	types := func(n int) (out []string) {
		for range n {
			out = append(out, (<-p.events).InnerEvent.Type)
		}
		return out
	}
	ctx := t.Context()
	reader := s.As("reader")
	said := must[Result](t)(reader.Say(ctx, "rdma", "hello")).Message
	must[Result](t)(reader.React(ctx, said, ":tada:"))
	m := must[Result](t)(s.As("guest").React(ctx, said, "tada")).Message
	if !slices.Equal(m.Reactions[0].Users, []string{Reader, Guest}) {
		t.Errorf("reactions %+v", m.Reactions)
	}
	must[Result](t)(reader.React(ctx, said, "tada"))
	r := must[Result](t)(reader.Edit(ctx, said, "<@U0FACTBOT> hello"))
	if len(r.Events) != 2 || !r.Message.Edited {
		t.Errorf("edit %+v", r)
	}
	if _, err := s.As("guest").Edit(ctx, said, "x"); !errors.Is(err, ErrNotYours) {
		t.Errorf("another's edit: %v", err)
	}
	must[Result](t)(reader.Delete(ctx, said))
	want := []string{"message", "reaction_added", "reaction_added", "reaction_removed", "message", "app_mention", "message"}
	if got := types(len(want)); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

func TestMentions(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	p := connect(t, s, nil)
	r := must[Result](t)(s.As("outsider").Say(t.Context(), "shared-rdma", "@peer latency?"))
	if len(r.Events) != 2 || r.Message.Text != "<@U0FACTBOT> latency?" {
		t.Fatalf("result %+v", r)
	}
	for range 2 {
		e := <-p.events
		raw := s.events
		if e.InnerEvent.Type == "app_mention" {
			event := sub(raw[len(raw)-1].payload, "event")
			if event["user_team"] != OtherTeamID || raw[len(raw)-1].payload["is_ext_shared_channel"] != true {
				t.Errorf("event %v", event)
			}
		}
	}
	r = must[Result](t)(s.As("reader").Mention(t.Context(), "general", "latency?"))
	if len(r.Events) != 0 || r.Error != NotInChannel || r.Notice == "" {
		t.Errorf("mention where the app is not: %+v", r)
	}
	must[Result](t)(s.As("reader").Invite(t.Context(), "general"))
	if r = must[Result](t)(s.As("reader").Mention(t.Context(), "general", "latency?")); len(r.Events) != 2 {
		t.Errorf("mention after the invitation: %+v", r)
	}
	must[Result](t)(s.As("reader").Kick(t.Context(), "general"))
	if ans := s.call(t, "chat.postMessage", map[string]string{"channel": ChannelGeneral, "text": "x"}); ans["error"] != "not_in_channel" {
		t.Errorf("post after the kick: %v", ans)
	}
}

func TestRedelivery(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	c, _ := s.dial(t)
	if err := s.WaitConnections(patience(t), 1); err != nil {
		t.Fatal(err)
	}
	r := must[Result](t)(s.As("reader").DM(t.Context(), "hello"))
	first := c.next()
	c.ack(first, nil)
	same := must[string](t)(s.Redeliver(r.Events[0], false))
	second := c.next()
	c.ack(second, nil)
	if same != r.Events[0] || str(sub(second, "payload"), "event_id") != same || num(second["retry_attempt"]) != 1 {
		t.Errorf("the same again: %v", second)
	}
	other := must[string](t)(s.Redeliver(r.Events[0], true))
	third := c.next()
	c.ack(third, nil)
	if other == same || str(sub(third, "payload"), "event_id") != other ||
		str(sub(sub(third, "payload"), "event"), "ts") != r.Message.TS {
		t.Errorf("under a new id: %v", third)
	}
	if _, err := s.Redeliver("Ev0", false); !errors.Is(err, ErrNoEvent) {
		t.Errorf("unknown event: %v", err)
	}
	id := must[string](t)(s.Deliver([]byte(`{"type":"from_the_future","x":1}`)))
	if frame := c.next(); str(sub(frame, "payload"), "event_id") != id {
		t.Errorf("made-up event: %v", frame)
	} else {
		c.ack(frame, nil)
	}
}
