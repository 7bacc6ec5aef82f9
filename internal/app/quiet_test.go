package app

import (
	"strings"
	"testing"

	"factbot/internal/slacksim"
)

// TestLogHoldsNoSecret has a whole conversation at the finest log level and looks
// for what must never stand in a log: tokens, what people wrote, facts, and the
// addresses that let one answer in the bot's name.
func TestLogHoldsNoSecret(t *testing.T) {
	t.Parallel()
	for _, http := range []bool{false, true} {
		h := newHouse(t, houseOptions{http: http})
		h.slash(t, "reader", "/rdma facts xylophone mooncake")
		h.slash(t, "reader", "/rdma flag 3 zymurgy says otherwise")
		_, question := h.mention(t, "reader", "facts quokka and Mooncake")
		h.answered(t, question)
		if _, err := h.sim.As("reader").DM(t.Context(), "wombat"); err != nil {
			t.Fatal(err)
		}
		h.sim.Fail("chat.postMessage", slacksim.Fault{Error: "invalid_blocks"}, 1)
		_, question = h.mention(t, "reader2", "facts Mooncake")
		h.answered(t, question)
		h.sim.Fail("views.publish", slacksim.Fault{Error: "internal_error"}, 1)
		if _, err := h.sim.As("reader").OpenHome(t.Context()); err != nil {
			t.Fatal(err)
		}
		m, err := h.sim.As("reader").Slash(t.Context(), "general", "/rdma facts Mooncake")
		if err != nil || m.Message == nil {
			t.Fatal(err)
		}
		for _, e := range slacksim.Elements(m.Message.Blocks) {
			if strings.HasPrefix(e.Label, "Share") {
				if _, err := h.sim.As("reader").Click(t.Context(), m.Message, e.Name); err != nil {
					t.Fatal(err)
				}
			}
		}
		h.settle(t)
		h.stop(t)
		log := h.log.String()
		if !strings.Contains(log, "serving") && !strings.Contains(log, "authenticated") {
			t.Fatalf("the log is not what was captured:\n%s", log)
		}
		for what, secret := range map[string]string{
			"the bot token": h.sim.BotToken(), "the app token": h.sim.AppToken(), "the signing secret": h.sim.SigningSecret(),
			"a question": "xylophone", "a note": "zymurgy", "a mention": "quokka", "a direct message": "wombat", "a fact": "Mooncake通过",
			"a response URL": "/hooks/", "an app connection": "ticket=", "a token": "xoxb-", "an app-level token": "xapp-",
		} {
			if strings.Contains(log, secret) {
				t.Errorf("http=%v: %s is in the log: %s", http, what, around(log, secret))
			}
		}
	}
}

func around(text, word string) string {
	at := strings.Index(text, word)
	return text[max(0, at-150):min(len(text), at+150)]
}
