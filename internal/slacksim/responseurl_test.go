package slacksim

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// responseURL makes a response URL as a command or interaction would carry.
func (s *Server) responseURL(t *testing.T, target responseTarget) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newResponseURLLocked(target)
}

func respondTo(t *testing.T, to, body string) (int, string) {
	t.Helper()
	resp, ans := post2(t, to, "application/json", body, nil)
	return resp.StatusCode, str(ans, "body")
}

func TestResponseURLUses(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	to := s.responseURL(t, responseTarget{channel: ChannelPrivate, user: Reader})
	for use := range responseURLUses {
		if status, body := respondTo(t, to, `{"text":"x"}`); status != http.StatusOK || body != "ok" {
			t.Fatalf("use %d: %d %s", use+1, status, body)
		}
	}
	if status, body := respondTo(t, to, `{"text":"x"}`); status != http.StatusNotFound || body != "used_url" {
		t.Errorf("use %d: %d %s", responseURLUses+1, status, body)
	}
	if n := len(s.Messages(ChannelPrivate, "")); n != responseURLUses {
		t.Errorf("%d messages where the app is no member", n)
	}
}

func TestResponseURLAge(t *testing.T) {
	t.Parallel()
	clock := newFakeClock()
	s := start(t, Options{Clock: clock.Now})
	to := s.responseURL(t, responseTarget{channel: ChannelRDMA, user: Reader})
	clock.Advance(responseURLLife)
	if status, body := respondTo(t, to, `{"text":"x"}`); status != http.StatusOK {
		t.Errorf("at 30 minutes: %d %s", status, body)
	}
	clock.Advance(time.Microsecond)
	if status, body := respondTo(t, to, `{"text":"x"}`); status != http.StatusNotFound || body != "expired_url" {
		t.Errorf("after 30 minutes: %d %s", status, body)
	}
}

func TestResponseURLRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for _, test := range []struct {
		body   string
		status int
		want   string
	}{
		{`{`, http.StatusBadRequest, "invalid_payload"},
		{`{}`, http.StatusInternalServerError, "no_text"},
		{`{"text":""}`, http.StatusInternalServerError, "no_text"},
		{`{"blocks":[{"type":"nonsense"}]}`, http.StatusBadRequest, "invalid_blocks"},
		{`{"text":"x","thread_ts":"1.0"}`, http.StatusBadRequest, "thread_not_found"},
		{`{"text":"x","blocks":null,"metadata":{"event_type":"","event_payload":null}}`, http.StatusOK, "ok"},
	} {
		to := s.responseURL(t, responseTarget{channel: ChannelRDMA, user: Reader})
		if status, body := respondTo(t, to, test.body); status != test.status || body != test.want {
			t.Errorf("%s: %d %s", test.body, status, body)
		}
	}
	if status, body := respondTo(t, s.URL()+"/response/none", `{"text":"x"}`); status != http.StatusNotFound || body != "invalid_url" {
		t.Errorf("unknown: %d %s", status, body)
	}
}

func TestResponseURLPlaces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		onMessage  bool
		texts      string // what the channel holds afterwards, ephemeral marked
	}{
		{"default", `{"text":"new"}`, false, "original, new to U0READER"},
		{"in channel", `{"text":"new","response_type":"in_channel"}`, false, "original, new"},
		{"a command has no original", `{"text":"new","replace_original":true}`, false, "original, new to U0READER"},
		{"replaces unasked", `{"text":"new"}`, true, "new"},
		{"replaces", `{"text":"new","replace_original":true}`, true, "new"},
		{"replaces, as a string", `{"text":"new","replace_original":"true"}`, true, "new"},
		{"beside", `{"text":"new","replace_original":false}`, true, "original, new to U0READER"},
		{"beside, for all", `{"text":"new","replace_original":false,"response_type":"in_channel"}`, true, "original, new"},
		{"deletes", `{"delete_original":true}`, true, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, Options{})
			target := responseTarget{channel: ChannelRDMA, user: Reader}
			ts := str(s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "original"}), "ts")
			if test.onMessage {
				target.original = ts
			}
			if status, body := respondTo(t, s.responseURL(t, target), test.body); status != http.StatusOK {
				t.Fatalf("%d %s", status, body)
			}
			var got strings.Builder
			for i, m := range s.Messages(ChannelRDMA, "") {
				if i > 0 {
					got.WriteString(", ")
				}
				if got.WriteString(m.Text); m.EphemeralTo != "" {
					got.WriteString(" to " + m.EphemeralTo)
				}
			}
			if got.String() != test.texts {
				t.Errorf("channel holds %q, want %q", got.String(), test.texts)
			}
		})
	}
}

func TestEphemeralOriginals(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	ts := str(s.call(t, "chat.postEphemeral", map[string]string{"channel": ChannelRDMA, "user": Reader, "text": "original"}), "message_ts")
	if ans := s.call(t, "chat.update", map[string]string{"channel": ChannelRDMA, "ts": ts, "text": "new"}); ans["error"] != "message_not_found" {
		t.Errorf("chat.update of an ephemeral message: %v", ans)
	}
	to := s.responseURL(t, responseTarget{channel: ChannelRDMA, user: Reader, original: ts})
	respondTo(t, to, `{"text":"new","replace_original":true}`)
	if m, _ := s.Message(ChannelRDMA, ts); m.Text != "new" || m.EphemeralTo != Reader {
		t.Errorf("message %+v", m)
	}
	respondTo(t, to, `{"delete_original":true}`)
	if m, _ := s.Message(ChannelRDMA, ts); !m.Deleted {
		t.Errorf("message %+v", m)
	}
	if ans := s.call(t, "conversations.history", map[string]string{"channel": ChannelRDMA}); len(trees(ans["messages"])) != 0 {
		t.Errorf("ephemeral messages in the history: %v", ans)
	}
}
