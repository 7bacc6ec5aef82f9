package slack

import (
	"testing"
	"time"

	"factbot/internal/fact"
	"factbot/internal/slacksim"
)

// TestDirectory holds that people and groups are learnt in the background, and kept while Slack is away.
func TestDirectory(t *testing.T) {
	t.Parallel()
	called := make(chan string, 100)
	r := install(t, ModeHTTP, func(c *Config) {
		c.Groups = []string{slacksim.GroupReviewers}
		c.Observer.Call = func(method string, _ time.Duration, _ string) { called <- method }
	})
	await := func(method string) {
		t.Helper()
		for {
			select {
			case got := <-called:
				if got == method {
					return
				}
			case <-patience(t).Done():
				t.Fatal(method, "was not called")
			}
		}
	}
	<-r.who.known
	d := r.Directory()
	if _, ok := d.Person(slacksim.Guest); ok || d.Name(slacksim.Guest) != slacksim.Guest {
		t.Error("known before Slack was asked")
	}
	await("users.info")
	for id, want := range map[fact.UserID]Person{
		slacksim.Reader2: {Name: "reader2", Locale: "zh-CN", Kind: fact.KindMember}, slacksim.Guest: {Name: "guest", Locale: "en-US", Kind: fact.KindGuest},
		slacksim.Outsider: {Name: "outsider", Locale: "en-US", Kind: fact.KindOutsider},
	} {
		d.lookUp(t.Context(), string(id))
		got, ok := d.Person(id)
		got.at = time.Time{}
		if !ok || got != want {
			t.Errorf("%s: %+v", id, got)
		}
	}
	d.readGroups(t.Context())
	if members, ok := d.Members(slacksim.GroupReviewers); !ok || len(members) != 2 {
		t.Error(members, ok)
	}
	if _, ok := d.Members("S0NONE"); ok {
		t.Error("an unknown group is known")
	}
	d.lookUp(t.Context(), slacksim.ChannelFactReview)
	if k := d.Channel(slacksim.ChannelFactReview); k != fact.PlacePrivate {
		t.Error(k)
	}
	r.sim.Down(true)
	d.readGroups(t.Context())
	d.lookUp(t.Context(), slacksim.Guest)
	if members, _ := d.Members(slacksim.GroupReviewers); len(members) != 2 {
		t.Error("the group was forgotten while Slack is away")
	}
	if p, ok := d.Person(slacksim.Guest); !ok || p.Kind != fact.KindGuest {
		t.Error("a guest was forgotten while Slack is away")
	}
}
