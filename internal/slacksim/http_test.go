package slacksim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/slack-go/slack"
)

// receiver is an app that takes signed HTTP deliveries and checks each signature with slack-go.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	got      []*http.Request
	bodies   []string
	badSigns int
}

func httpManifest(t *testing.T) []byte {
	return manifestWith(t, false, "settings", "socket_mode_enabled")
}

// receive starts an app on HTTP and a server that delivers to it.
func receive(t *testing.T, o Options, answer func(w http.ResponseWriter, r *http.Request, body string)) (*Server, *receiver) {
	t.Helper()
	rec := &receiver{}
	var s *Server
	rec.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		v, err := slack.NewSecretsVerifier(r.Header, s.SigningSecret())
		if err == nil {
			_, _ = v.Write(body)
			err = v.Ensure()
		}
		rec.mu.Lock()
		if err != nil {
			rec.badSigns++
		}
		rec.got, rec.bodies = append(rec.got, r), append(rec.bodies, string(body))
		rec.mu.Unlock()
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answer(w, r, string(body))
	}))
	t.Cleanup(rec.Close)
	if o.Manifest == nil {
		o.Manifest = httpManifest(t)
	}
	o.DeliverTo = rec.URL + "/slack"
	s = start(t, o)
	return s, rec
}

// shortFor is a short time to acknowledge for a test of lateness, and plenty for others.
func shortFor(late bool) time.Duration {
	if late {
		return 50 * time.Millisecond
	}
	return 20 * time.Second
}

func ok(http.ResponseWriter, *http.Request, string) {}

func TestSlashOverHTTP(t *testing.T) {
	t.Parallel()
	s, rec := receive(t, Options{}, func(w http.ResponseWriter, r *http.Request, body string) {
		r.Body = io.NopCloser(newReader(body))
		cmd, err := slack.SlashCommandParse(r)
		if err != nil || cmd.IsEnterpriseInstall {
			t.Errorf("parse: %+v, %v", cmd, err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"response_type":"in_channel","text":"`+cmd.Text+`"}`)
	})
	r := must[Result](t)(s.As("guest").Slash(t.Context(), "rdma", "/rdma latency"))
	if r.Error != "" || r.Message.Text != "latency" || r.Message.EphemeralTo != "" || !r.Message.FromAck {
		t.Errorf("result %+v", r)
	}
	if rec.badSigns != 0 {
		t.Errorf("%d bad signatures", rec.badSigns)
	}
}

func TestCommandAnswersOverHTTP(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		answer func(http.ResponseWriter, *http.Request, string)
		err    string
		text   string
	}{
		{"empty", ok, "", ""},
		{"plain text", func(w http.ResponseWriter, _ *http.Request, _ string) { _, _ = io.WriteString(w, "plain") }, "", "plain"},
		{"client error", func(w http.ResponseWriter, _ *http.Request, _ string) { w.WriteHeader(http.StatusForbidden) }, HTTPClientError, ""},
		{"server error", func(w http.ResponseWriter, _ *http.Request, _ string) { w.WriteHeader(http.StatusBadGateway) }, HTTPServiceError, ""},
		{"redirect", func(w http.ResponseWriter, r *http.Request, _ string) { http.Redirect(w, r, "/", http.StatusFound) }, HTTPClientError, ""},
		{"late", func(_ http.ResponseWriter, r *http.Request, _ string) { <-r.Context().Done() }, OperationTimeout, ""},
		{"gone", func(http.ResponseWriter, *http.Request, string) { panic(http.ErrAbortHandler) }, DispatchFailed, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, _ := receive(t, Options{Limits: Limits{AckTimeout: shortFor(test.err == OperationTimeout)}}, test.answer)
			r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
			text := ""
			if r.Message != nil {
				text = r.Message.Text
			}
			if r.Error != test.err || text != test.text {
				t.Errorf("error %q, text %q", r.Error, text)
			}
		})
	}
}

func TestEventRetriesOverHTTP(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		answer   func(http.ResponseWriter, *http.Request, string)
		attempts int
		reason   string
	}{
		{"errors", func(w http.ResponseWriter, _ *http.Request, _ string) { w.WriteHeader(500) }, 4, "http_error"},
		{"breaks off", func(http.ResponseWriter, *http.Request, string) { panic(http.ErrAbortHandler) }, 4, "connection_failed"},
		{"too late", func(_ http.ResponseWriter, r *http.Request, _ string) { <-r.Context().Done() }, 4, "http_timeout"},
		{"asks for none", func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.Header().Set("X-Slack-No-Retry", "1")
			w.WriteHeader(500)
		}, 1, ""},
		{"accepts", ok, 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, rec := receive(t, Options{Limits: Limits{AckTimeout: shortFor(test.reason == "http_timeout"), RetryAfter: []time.Duration{0, 0, 0}}}, test.answer)
			r := must[Result](t)(s.As("reader").DM(t.Context(), "hello"))
			last := func(tr Traffic) bool { return tr.EventID == r.Events[0] && tr.Attempt == test.attempts-1 }
			if _, err := s.WaitTraffic(patience(t), last); err != nil {
				t.Fatal(err)
			}
			_ = s.Close() // no attempt is under way any more
			rec.mu.Lock()
			defer rec.mu.Unlock()
			if len(rec.got) != test.attempts {
				t.Fatalf("%d attempts, want %d", len(rec.got), test.attempts)
			}
			for i, req := range rec.got {
				num, reason := req.Header.Get("X-Slack-Retry-Num"), req.Header.Get("X-Slack-Retry-Reason")
				if i == 0 && num+reason != "" || i > 0 && (num != string(rune('0'+i)) || reason != test.reason) {
					t.Errorf("attempt %d: %q %q", i, num, reason)
				}
			}
		})
	}
}

func TestInteractionOverHTTP(t *testing.T) {
	t.Parallel()
	var got slack.InteractionCallback
	s, _ := receive(t, Options{}, func(_ http.ResponseWriter, r *http.Request, body string) {
		r.Body = io.NopCloser(newReader(body))
		cb, err := slack.InteractionCallbackParse(r)
		if err != nil {
			t.Error(err)
		}
		got = cb
	})
	if r := must[Result](t)(s.As("reader").Shortcut(t.Context(), "lookup")); r.Error != "" {
		t.Fatalf("result %+v", r)
	}
	if got.Type != slack.InteractionTypeShortcut || got.CallbackID != "lookup" || got.TriggerID == "" || got.User.ID != Reader {
		t.Errorf("callback %+v", got)
	}
}

func TestHandshakes(t *testing.T) {
	t.Parallel()
	echo := func(w http.ResponseWriter, _ *http.Request, body string) {
		var v struct{ Challenge string }
		_ = json.Unmarshal([]byte(body), &v)
		_, _ = io.WriteString(w, v.Challenge)
	}
	s, _ := receive(t, Options{}, echo)
	if err := s.VerifyURL(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.CheckSSL(t.Context()); err != nil {
		t.Error(err)
	}
	deaf, _ := receive(t, Options{}, ok)
	if err := deaf.VerifyURL(t.Context()); err == nil {
		t.Error("an app that does not echo the challenge passed")
	}
}

func TestForgeries(t *testing.T) {
	t.Parallel()
	s, rec := receive(t, Options{}, ok)
	for _, test := range []struct {
		name   string
		mutate func(*http.Request)
		status int
	}{
		{"unchanged", nil, 200},
		{"unsigned", func(r *http.Request) { r.Header.Del("X-Slack-Signature") }, 401},
		{"other body", func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(newReader("{}")), 2 }, 401},
		{"old", func(r *http.Request) {
			r.Header.Set("X-Slack-Request-Timestamp", "1531420618")
			r.Header.Set("X-Slack-Signature", Sign(s.SigningSecret(), "1531420618", []byte(`{"type":"x"}`)))
		}, 401},
	} {
		status, _, err := s.Forge(t.Context(), "application/json", []byte(`{"type":"x"}`), test.mutate)
		if err != nil || status != test.status {
			t.Errorf("%s: status %d, %v", test.name, status, err)
		}
	}
	if rec.badSigns != 3 {
		t.Errorf("%d bad signatures, want 3", rec.badSigns)
	}
}

// The vector that Slack publishes in its guide to verifying requests.
func TestSignPublishedVector(t *testing.T) {
	t.Parallel()
	body := "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	want := "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
	if got := Sign("8f742231b10e8888abcd99yyyzzz85a5", "1531420618", []byte(body)); got != want {
		t.Errorf("signature %s", got)
	}
}

func TestRequestURLsOfTheManifest(t *testing.T) {
	t.Parallel()
	got := make(chan string, 1)
	rec := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got <- r.URL.Path }))
	t.Cleanup(rec.Close)
	v, _ := decodeJSON(httpManifest(t))
	settings, features := sub(v.(tree), "settings"), sub(v.(tree), "features")
	sub(settings, "event_subscriptions")["request_url"] = rec.URL + "/events"
	sub(settings, "interactivity")["request_url"] = rec.URL + "/interactions"
	trees(features["slash_commands"])[0]["url"] = rec.URL + "/commands"
	s := start(t, Options{Manifest: encodeJSON(v)})
	must[Result](t)(s.As("reader").DM(t.Context(), "x"))
	if path := <-got; path != "/events" {
		t.Errorf("event at %s", path)
	}
	must[Result](t)(s.As("reader").Shortcut(t.Context(), "lookup"))
	if path := <-got; path != "/interactions" {
		t.Errorf("interaction at %s", path)
	}
	must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x"))
	if path := <-got; path != "/commands" {
		t.Errorf("command at %s", path)
	}
	if r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/escaped x")); r.Error != DispatchFailed {
		t.Errorf("a command without a URL: %+v", r)
	}
}
