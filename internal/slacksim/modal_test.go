package slacksim

import (
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

const formView = `{"type":"modal","callback_id":"flag","title":{"type":"plain_text","text":"Flag RDMA-7"},
  "submit":{"type":"plain_text","text":"Send"},"private_metadata":"{\"fact\":7}","notify_on_close":true,"blocks":[
  {"type":"input","block_id":"reason","label":{"type":"plain_text","text":"Reason"},"element":{"type":"plain_text_input","action_id":"text","min_length":3,"max_length":10}},
  {"type":"input","block_id":"kind","label":{"type":"plain_text","text":"Category"},"optional":true,"element":{"type":"static_select","action_id":"pick","options":[
    {"text":{"type":"plain_text","text":"Wrong"},"value":"wrong"},{"text":{"type":"plain_text","text":"Old"},"value":"old"}]}},
  {"type":"input","block_id":"marks","label":{"type":"plain_text","text":"Marks"},"optional":true,"element":{"type":"checkboxes","action_id":"boxes","options":[
    {"text":{"type":"plain_text","text":"A"},"value":"a"},{"text":{"type":"plain_text","text":"B"},"value":"b"}]}},
  {"type":"actions","block_id":"more","elements":[{"type":"button","action_id":"preview","text":{"type":"plain_text","text":"Preview"}}]}]}`

// plainView is a modal with nothing to fill in.
func plainView(title string) string {
	return `{"type":"modal","title":{"type":"plain_text","text":"` + title + `"},"blocks":[{"type":"actions","elements":[{"type":"button","action_id":"go","text":{"type":"plain_text","text":"Go"}}]}]}`
}

// modalApp connects an app that opens a view on the global shortcut; what else it gets goes to then.
func modalApp(t *testing.T, s *Server, view string, then func(cb slack.InteractionCallback) any) {
	t.Helper()
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		cb, ok := e.Data.(slack.InteractionCallback)
		if !ok {
			return nil
		}
		if cb.Type == slack.InteractionTypeShortcut {
			if ans := s.call(t, "views.open", map[string]string{"trigger_id": cb.TriggerID, "view": view}); ans["ok"] != true {
				t.Errorf("views.open: %v", ans)
			}
			return nil
		}
		return then(cb)
	})
	r := must[Result](t)(s.As("reader").Shortcut(t.Context(), "lookup"))
	if r.View == nil {
		t.Fatalf("no modal: %+v", r)
	}
}

func TestModalIsFilledInAndSent(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	var got slack.InteractionCallback
	modalApp(t, s, formView, func(cb slack.InteractionCallback) any { got = cb; return nil })
	reader := s.As("reader")
	v := *s.top(Reader)
	if v.Title != "Flag RDMA-7" || v.Submit != "Send" || v.PrivateMetadata != `{"fact":7}` {
		t.Errorf("view %+v", v)
	}
	r := must[Result](t)(reader.Submit(t.Context(), v, map[string]any{"Reason": "ok", "kind": "Old"}))
	if r.Error != Incomplete || !strings.Contains(r.Errors["reason"], "at least 3") || got.Type != "" {
		t.Errorf("too short: %+v", r)
	}
	r = must[Result](t)(reader.Submit(t.Context(), Ref{}, map[string]any{"reason": "it moved", "boxes": []string{"a", "B"}}))
	if r.Error != "" || r.View != nil || len(s.Views("reader")) != 0 {
		t.Errorf("sent: %+v", r)
	}
	state := got.View.State.Values
	if got.Type != slack.InteractionTypeViewSubmission || state["reason"]["text"].Value != "it moved" ||
		state["kind"]["pick"].SelectedOption.Value != "old" || len(state["marks"]["boxes"].SelectedOptions) != 2 {
		t.Errorf("state %+v", state)
	}
}

func TestClientSideLimits(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	modalApp(t, s, formView, func(slack.InteractionCallback) any {
		return map[string]any{"response_action": "errors", "errors": map[string]string{"reason": "no"}}
	})
	for value, want := range map[string]string{"": Incomplete, "ab": Incomplete, "abc": "", strings.Repeat("x", 10): "", strings.Repeat("x", 11): Incomplete} {
		r := must[Result](t)(s.As("reader").Submit(t.Context(), Ref{}, map[string]any{"reason": value}))
		if r.Error != want || len(r.Errors) != 1 {
			t.Errorf("%q: %+v", value, r)
		}
	}
}

func TestEveryInputIsInTheState(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	states := make(chan string, 1)
	modalApp(t, s, formView, func(slack.InteractionCallback) any { return nil })
	must[Result](t)(s.As("reader").Click(t.Context(), Ref{View: s.top(Reader).ID}, "preview"))
	for _, tr := range s.Traffic() {
		if tr.Name == "block_actions" && tr.Kind == "envelope" {
			states <- string(tr.Request)
		}
	}
	raw := <-states
	for _, want := range []string{
		`"text":{"type":"plain_text_input","value":null}`, `"pick":{"selected_option":null,"type":"static_select"}`, `"boxes":{"selected_options":[],"type":"checkboxes"}`,
		`"clear_on_close":false`, `"notify_on_close":true`,
	} {
		if !strings.Contains(raw, want) {
			t.Errorf("payload lacks %s: %s", want, raw)
		}
	}
}

func TestSubmissionAnswers(t *testing.T) {
	t.Parallel()
	view := func(title string) map[string]any {
		v, _ := decodeJSON([]byte(plainView(title)))
		return v.(tree)
	}
	for _, test := range []struct {
		name   string
		answer any
		err    string
		titles []string
	}{
		{"empty", nil, "", nil},
		{"field errors", map[string]any{"response_action": "errors", "errors": map[string]string{"reason": "not that"}}, "", []string{"Flag RDMA-7"}},
		{"errors on no input", map[string]any{"response_action": "errors", "errors": map[string]string{"more": "x"}}, TroubleConnecting, []string{"Flag RDMA-7"}},
		{"errors on nothing", map[string]any{"response_action": "errors", "errors": map[string]string{"none": "x"}}, TroubleConnecting, []string{"Flag RDMA-7"}},
		{"no errors", map[string]any{"response_action": "errors"}, TroubleConnecting, []string{"Flag RDMA-7"}},
		{"update", map[string]any{"response_action": "update", "view": view("Done")}, "", []string{"Done"}},
		{"push", map[string]any{"response_action": "push", "view": view("Next")}, "", []string{"Flag RDMA-7", "Next"}},
		{"bad view", map[string]any{"response_action": "push", "view": map[string]any{"type": "modal"}}, TroubleConnecting, []string{"Flag RDMA-7"}},
		{"clear", map[string]any{"response_action": "clear"}, "", nil},
		{"unknown action", map[string]any{"response_action": "dance"}, TroubleConnecting, []string{"Flag RDMA-7"}},
		{"not an object", "ok", TroubleConnecting, []string{"Flag RDMA-7"}},
		{"none at all", noAck, TroubleConnecting, []string{"Flag RDMA-7"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			limits := Limits{AckTimeout: 20 * time.Second}
			if test.name == "none at all" {
				limits.AckTimeout = 500 * time.Millisecond // long enough for the shortcut before it
			}
			s := start(t, Options{Limits: limits})
			modalApp(t, s, formView, func(slack.InteractionCallback) any { return test.answer })
			r := must[Result](t)(s.As("reader").Submit(t.Context(), Ref{}, map[string]any{"reason": "it moved"}))
			var titles []string
			for _, v := range s.Views("reader") {
				titles = append(titles, v.Title)
			}
			if r.Error != test.err || strings.Join(titles, "|") != strings.Join(test.titles, "|") {
				t.Errorf("error %q, modals %q", r.Error, titles)
			}
			if test.err == TroubleConnecting && (r.Notice != troubleNotice || r.View.Notice != troubleNotice) {
				t.Errorf("notice %q", r.Notice)
			}
			if test.name == "field errors" && (r.Errors["reason"] != "not that" || r.View.Errors["reason"] != "not that") {
				t.Errorf("errors %+v", r)
			}
		})
	}
}
