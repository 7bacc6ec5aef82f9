package slacksim

import (
	"errors"
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
	for _, want := range []string{`"text":{"type":"plain_text_input","value":null}`, `"pick":{"selected_option":null,"type":"static_select"}`, `"boxes":{"selected_options":[],"type":"checkboxes"}`,
		`"clear_on_close":false`, `"notify_on_close":true`} {
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
			s := start(t, Options{Limits: Limits{AckTimeout: 500 * time.Millisecond}})
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

func TestTriggers(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	s := start(t, Options{Clock: clock.Now})
	trigger := func() string {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.newTriggerLocked(Reader, "")
	}
	open := func(id string) any {
		return s.call(t, "views.open", map[string]string{"trigger_id": id, "view": plainView("x")})["error"]
	}
	if got := open("1.2.3"); got != "invalid_trigger_id" {
		t.Errorf("made up: %v", got)
	}
	id := trigger()
	if got := s.call(t, "views.open", map[string]string{"trigger_id": id, "view": `{"type":"modal"}`})["error"]; got != "invalid_arguments" {
		t.Errorf("bad view: %v", got)
	}
	clock.Advance(triggerLife)
	if got := open(id); got != nil {
		t.Errorf("after exactly %v, and a refusal before: %v", triggerLife, got)
	}
	if got := open(id); got != "exchanged_trigger_id" {
		t.Errorf("twice: %v", got)
	}
	id = trigger()
	clock.Advance(triggerLife + time.Microsecond)
	if got := open(id); got != "expired_trigger_id" {
		t.Errorf("after more than %v: %v", triggerLife, got)
	}
	if got := s.call(t, "views.push", map[string]string{"trigger_id": trigger(), "view": plainView("x")})["error"]; got != "invalid_trigger_id" {
		t.Errorf("push from outside a modal: %v", got)
	}
}

func TestStackDepth(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	answers := make(chan any, 10)
	modalApp(t, s, plainView("1"), func(cb slack.InteractionCallback) any {
		answers <- s.call(t, "views.push", map[string]string{"trigger_id": cb.TriggerID, "view": plainView("+")})["error"]
		return nil
	})
	for depth := 2; depth <= viewStackDepth+1; depth++ {
		r := must[Result](t)(s.As("reader").Click(t.Context(), *s.top(Reader), "go"))
		got, want := <-answers, any(nil)
		if depth > viewStackDepth {
			want = "push_limit_reached"
		}
		if got != want || len(s.Views("reader")) != min(depth, viewStackDepth) || r.Error != "" {
			t.Errorf("depth %d: %v, %d views", depth, got, len(s.Views("reader")))
		}
	}
	stack := s.Views("reader")
	if stack[2].PreviousID != stack[1].ID || stack[2].RootID != stack[0].ID || stack[0].PreviousID != "" {
		t.Errorf("links of the stack: %+v", stack)
	}
	must[Result](t)(s.As("reader").CloseView(t.Context(), Ref{}))
	if n := len(s.Views("reader")); n != 2 {
		t.Errorf("%d views after closing the top one", n)
	}
	must[Result](t)(s.As("reader").CloseAll(t.Context()))
	if n := len(s.Views("reader")); n != 0 {
		t.Errorf("%d views after closing all", n)
	}
}

func TestViewClosedIsToldOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	for _, cleared := range []bool{false, true} {
		s := start(t, Options{})
		closed := make(chan slack.InteractionCallback, 1)
		modalApp(t, s, formView, func(cb slack.InteractionCallback) any { closed <- cb; return nil })
		act := func() (Result, error) { return s.As("reader").CloseView(t.Context(), Ref{}) }
		if cleared {
			act = func() (Result, error) { return s.As("reader").CloseAll(t.Context()) }
		}
		must[Result](t)(act())
		if cb := <-closed; cb.Type != slack.InteractionTypeViewClosed || cb.IsCleared != cleared || cb.View.CallbackID != "flag" {
			t.Errorf("cleared %v: %+v", cleared, cb)
		}
		modalApp(t, s, plainView("quiet"), func(slack.InteractionCallback) any { t.Error("told of a closing nobody asked about"); return nil })
	}
}

func TestViewsUpdate(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	modalApp(t, s, formView, func(slack.InteractionCallback) any { return nil })
	reader := s.As("reader")
	must[Result](t)(reader.Fill(t.Context(), Ref{}, map[string]any{"reason": "it moved"}))
	v := *s.top(Reader)
	update := func(fields map[string]string) any {
		t.Helper()
		return s.call(t, "views.update", fields)["error"]
	}
	if got := update(map[string]string{"view_id": v.ID, "hash": "1.x", "view": formView}); got != "hash_conflict" {
		t.Errorf("stale hash: %v", got)
	}
	if got := update(map[string]string{"view_id": "V0", "view": formView}); got != "not_found" {
		t.Errorf("unknown view: %v", got)
	}
	if got := update(map[string]string{"view_id": v.ID, "view": `{"type":"home","blocks":[]}`}); got != "invalid_arguments" {
		t.Errorf("a home in place of a modal: %v", got)
	}
	named := strings.Replace(formView, `"callback_id":"flag"`, `"callback_id":"flag","external_id":"form-1"`, 1)
	if got := update(map[string]string{"view_id": v.ID, "hash": v.Hash, "view": named}); got != nil {
		t.Errorf("update: %v", got)
	}
	after := *s.top(Reader)
	if after.Hash == v.Hash || !strings.Contains(string(after.Values), "it moved") {
		t.Errorf("after the update: %+v", after)
	}
	if got := update(map[string]string{"external_id": "form-1", "view": named}); got != nil {
		t.Errorf("by external id: %v", got)
	}
	home := `{"type":"home","external_id":"form-1","blocks":[{"type":"divider"}]}`
	if got := s.call(t, "views.publish", map[string]string{"user_id": Reader, "view": home})["error"]; got != "duplicate_external_id" {
		t.Errorf("an external id twice: %v", got)
	}
}

func TestHome(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	clicks := make(chan slack.InteractionCallback, 1)
	p := connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		clicks <- e.Data.(slack.InteractionCallback)
		return nil
	})
	r := must[Result](t)(s.As("reader").OpenHome(t.Context()))
	if e := <-p.events; e.InnerEvent.Type != "app_home_opened" || r.View != nil || len(r.Events) != 1 {
		t.Errorf("first opening: %+v", r)
	}
	home := `{"type":"home","blocks":[{"type":"actions","elements":[{"type":"button","action_id":"queue","text":{"type":"plain_text","text":"Queue"}}]}]}`
	ans := s.call(t, "views.publish", map[string]string{"user_id": Reader, "view": home})
	v := must[View](t)(s.WaitView(patience(t), "reader", func(v View) bool { return v.Type == "home" }))
	if v.Hash != str(sub(ans, "view"), "hash") {
		t.Errorf("home %+v", v)
	}
	must[Result](t)(s.As("reader").Click(t.Context(), v, "Queue"))
	if cb := <-clicks; cb.View.ID != v.ID || cb.Container.ViewID != v.ID || cb.ResponseURL != "" {
		t.Errorf("click %+v", cb)
	}
	if got := s.call(t, "views.publish", map[string]string{"user_id": Reader, "view": home, "hash": "1.x"})["error"]; got != "hash_conflict" {
		t.Errorf("stale hash: %v", got)
	}
	if got := s.call(t, "views.publish", map[string]string{"user_id": "U0NONE", "view": home})["error"]; got != "user_not_found" {
		t.Errorf("unknown user: %v", got)
	}
	if _, err := s.As("reader2").Click(t.Context(), v, "Queue"); !errors.Is(err, ErrNoView) {
		t.Errorf("another's home: %v", err)
	}
	if _, err := s.As("reader").CloseView(t.Context(), v); err == nil {
		t.Error("a home was closed")
	}
}

func TestInvalidViewNamesThePlace(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	long := strings.Replace(plainView("x"), `"text":"x"`, `"text":"`+strings.Repeat("x", 25)+`"`, 1)
	ans := s.call(t, "views.publish", map[string]string{"user_id": Reader, "view": long})
	messages, _ := sub(ans, "response_metadata")["messages"].([]any)
	if ans["error"] != "invalid_arguments" || len(messages) == 0 || !strings.Contains(messages[0].(string), "/view/title") {
		t.Errorf("answer %v", ans)
	}
}
