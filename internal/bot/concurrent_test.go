package bot_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// TestManyAtOnce: answers given at once do not mix, while acts change the facts
// beneath them; what an act changed is in the next answer.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	actor := r.actor("reader")
	actor.Delivery = ""
	var wg sync.WaitGroup
	for i := range 8 {
		locale := []string{"en-US", "zh-CN"}[i%2]
		wg.Go(func() {
			who := actor
			who.Locale = locale
			for range 50 {
				reply := r.Handle(context.Background(), bot.Request{Text: "facts caffeine", Topic: "tea", Actor: who, Place: channel, Via: bot.ViaCommand})
				text := reply.Text()
				if len(ids(reply)) != 1 || !strings.Contains(text, "Matcha powder") || (reply.Locale == bot.LocaleZH) != strings.Contains(text, "未核实") {
					t.Errorf("%s: %s", locale, text)
					return
				}
			}
		})
	}
	wg.Go(func() {
		for range 10 {
			r.act(t, actor, "flag 5 wrong", 1)
			r.act(t, actor, "withdraw 5", 0)
		}
	})
	wg.Wait()
}

// act runs a command and looks at the doubts that the next answer shows.
func (r *rig) act(t *testing.T, actor fact.Actor, command string, doubts int) {
	t.Helper()
	ask := bot.Request{Text: command, Topic: "tea", Actor: actor, Place: channel, Via: bot.ViaCommand}
	if reply := r.Handle(context.Background(), ask); reply.Kind != bot.KindDone {
		t.Errorf("%s: %s", command, reply.Text())
	}
	ask.Text = "facts caffeine"
	if f := bot.AskJSON(r.Handle(context.Background(), ask)).Facts; len(f) != 1 || f[0].Flags != doubts {
		t.Errorf("after %s: %+v", command, f)
	}
}
