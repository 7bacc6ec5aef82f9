package slack

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestOtherWorkspaces holds that one workspace and one app are served, the first that is proven unless one is fixed.
func TestOtherWorkspaces(t *testing.T) {
	t.Parallel()
	for name, fixed := range map[string]fact.TeamID{"learnt": "", "fixed": "T0TEAM"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, door, refused := testApp(t, func(c *Config) { c.Team = fixed })
			do(a, signed(slashBody(nil), formType))
			for _, key := range []string{"team_id", "api_app_id"} {
				w := do(a, signed(slashBody(func(v url.Values) { v.Set(key, "X0OTHER"); v.Set("text", "facts "+key) }), formType))
				if w.Code != 200 || !strings.Contains(w.Body.String(), "another workspace") {
					t.Errorf("%s: %d %s", key, w.Code, w.Body)
				}
			}
			if refused.count("team") != 2 || len(door.asked()) != 1 {
				t.Errorf("%v, %d requests", refused.by, len(door.asked()))
			}
		})
	}
}

// TestWhoMayAsk holds the gate's refusals apart, each with a sentence of its own and without a word from the bot.
func TestWhoMayAsk(t *testing.T) {
	t.Parallel()
	a, door, refused := testApp(t, func(c *Config) { c.RefuseGuests = true; c.Limits.PerMinute = 3 })
	ask := func(user string) string {
		return do(a, signed(slashBody(func(v url.Values) { v.Set("user_id", user); v.Set("trigger_id", a.ids.next()) }), formType)).Body.String()
	}
	if got := ask("U0NEW"); !strings.Contains(got, "does not know your account") {
		t.Error("unknown:", got)
	}
	known := func(user string, kind fact.ActorKind) {
		a.directory.mu.Lock()
		defer a.directory.mu.Unlock()
		a.directory.people[fact.UserID(user)] = Person{Kind: kind, at: testNow, Locale: "en-US"}
	}
	known("U0GUEST", fact.KindGuest)
	known("U0OUTSIDER", fact.KindOutsider)
	known("U0READER", fact.KindMember)
	if got := ask("U0GUEST"); !strings.Contains(got, "not open to guests") {
		t.Error("guest:", got)
	}
	if got := ask("U0OUTSIDER"); !strings.Contains(got, "own workspace only") {
		t.Error("outsider:", got)
	}
	if got := ask(""); !strings.Contains(got, "own workspace only") {
		t.Error("nobody:", got)
	}
	if len(door.asked()) != 0 {
		t.Error("the bot was asked")
	}
	for range 3 {
		if got := ask("U0READER"); !strings.Contains(got, "RDMA-1") {
			t.Error("member:", got)
		}
	}
	if got := ask("U0READER"); !strings.Contains(got, "wait a minute") {
		t.Error("rate:", got)
	}
	for _, reason := range []string{"guest_unknown", "guest", "outsider", "nobody", "rate"} {
		if refused.count(reason) != 1 {
			t.Error(reason, refused.by)
		}
	}
}

func TestBuckets(t *testing.T) {
	t.Parallel()
	now := testNow
	b := newBuckets(2, time.Minute, func() time.Time { return now })
	got := func() (n int) {
		for b.take("U1") {
			n++
		}
		return n
	}
	if n := got(); n != 2 {
		t.Error("burst", n)
	}
	now = now.Add(30 * time.Second)
	if n := got(); n != 1 {
		t.Error("half a minute later", n)
	}
	now = now.Add(time.Hour)
	if n := got(); n != 2 {
		t.Error("an hour later", n)
	}
	for i := range bucketsKept + 10 {
		b.take(strconv.Itoa(i))
	}
	if len(b.byName) > bucketsKept+1 {
		t.Error(len(b.byName))
	}
}
