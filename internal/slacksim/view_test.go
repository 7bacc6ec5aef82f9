package slacksim

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

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
