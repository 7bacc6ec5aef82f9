package slack

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// publishedBody and publishedSignature are Slack's published example of a signed request.
const (
	publishedBody = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar" +
		"&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2F" +
		"T1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	publishedSignature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
)

func sign(secret, stamp, body string) string {
	m := hmac.New(sha256.New, []byte(secret))
	io.WriteString(m, "v0:"+stamp+":"+body)
	return "v0=" + hex.EncodeToString(m.Sum(nil))
}

func signed(body, contentType string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/slack", strings.NewReader(body))
	stamp := strconv.FormatInt(testNow.Unix(), 10)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set(headerTime, stamp)
	r.Header.Set(headerSignature, sign(testSecret, stamp, body))
	return r
}

const formType = "application/x-www-form-urlencoded"

func slashBody(change func(url.Values)) string {
	v := url.Values{
		"token": {"t"}, "team_id": {"T0TEAM"}, "channel_id": {"C0RDMA"}, "channel_name": {"rdma"}, "user_id": {"U0READER"},
		"user_name": {"reader"}, "command": {"/rdma"}, "text": {"facts latency"}, "api_app_id": {"A0APP"}, "is_enterprise_install": {"false"},
		"response_url": {"https://hooks.slack.com/commands/1"}, "trigger_id": {"1.2.3"},
	}
	if change != nil {
		change(v)
	}
	return v.Encode()
}

func do(a *App, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func TestMethodTypeAndSize(t *testing.T) {
	t.Parallel()
	a, door, _ := testApp(t, nil)
	for _, c := range []struct {
		r    *http.Request
		want int
	}{
		{httptest.NewRequest(http.MethodGet, "/slack", nil), http.StatusMethodNotAllowed},
		{httptest.NewRequest(http.MethodPut, "/slack", strings.NewReader("x")), http.StatusMethodNotAllowed},
		{signed(slashBody(nil), "text/plain"), http.StatusUnsupportedMediaType},
		{signed(slashBody(nil), ""), http.StatusUnsupportedMediaType},
		{signed(strings.Repeat("x", maxBody+1), formType), http.StatusRequestEntityTooLarge},
		{chunked(strings.Repeat("x", maxBody+1)), http.StatusRequestEntityTooLarge},
		{chunked(slashBody(nil)), http.StatusOK},
		{signed(slashBody(func(v url.Values) { v.Set("trigger_id", "other") }), "Application/X-WWW-Form-Urlencoded; charset=utf-8"), http.StatusOK},
	} {
		if w := do(a, c.r); w.Code != c.want {
			t.Errorf("%s %s: %d, want %d", c.r.Method, c.r.Header.Get("Content-Type"), w.Code, c.want)
		}
	}
	if n := len(door.asked()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// chunked is a signed request whose length is not announced.
func chunked(body string) *http.Request {
	r := signed(body, formType)
	r.ContentLength = -1
	r.Body = io.NopCloser(strings.NewReader(body))
	return r
}

func TestSlashCommand(t *testing.T) {
	t.Parallel()
	a, door, _ := testApp(t, nil)
	w := do(a, signed(slashBody(func(v url.Values) { v.Set("text", "flag 18 R&amp;D says &lt; 10us + 5%") }), formType))
	if got := door.asked()[0]; got.Text != "flag 18 R&D says < 10us + 5%" || got.Topic != "rdma" || got.Via != bot.ViaCommand ||
		got.Actor.User != "U0READER" || got.Actor.Delivery != "command:1.2.3" || got.Place.Kind != fact.PlacePublic || got.Place.Name != "rdma" {
		t.Errorf("request %+v", got)
	}
	if w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("a form is opened by trigger, the acknowledgement is empty: %d %q", w.Code, w.Body)
	}
	w = do(a, signed(slashBody(nil), formType))
	var p struct {
		payload
		ResponseType string `json:"response_type"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.ResponseType != "ephemeral" || len(p.Blocks) != 13 || !strings.Contains(p.Text, "RDMA-5") {
		t.Errorf("%v %s", err, w.Body)
	}
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		t.Error(got)
	}
}

// TestReplayIsRefused holds that a recorded command is not answered again, while an event, which Slack repeats, is known
// by its key.
func TestReplayIsRefused(t *testing.T) {
	t.Parallel()
	a, door, refused := testApp(t, nil)
	do(a, signed(slashBody(nil), formType))
	if w := do(a, signed(slashBody(nil), formType)); w.Code != http.StatusUnauthorized || refused.count("replay") != 1 || len(door.asked()) != 1 {
		t.Errorf("status %d, %d requests", w.Code, len(door.asked()))
	}
	for range 3 {
		if w := do(a, signed(mentionBody("1.1", "hi"), "application/json")); w.Code != 200 {
			t.Errorf("status %d", w.Code)
		}
	}
	drainPool(t, a)
	if n := len(door.answered()); n != 1 {
		t.Errorf("%d answers", n)
	}
}

func drainPool(t testing.TB, a *App) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	a.pool.drain(ctx)
	if ctx.Err() != nil {
		t.Fatal("work does not end")
	}
}

func mentionBody(ts, text string) string {
	raw, _ := json.Marshal(map[string]any{
		"type": "event_callback", "team_id": "T0TEAM", "api_app_id": "A0APP", "event_id": "Ev" + ts,
		"authorizations": []any{map[string]any{"team_id": "T0TEAM", "user_id": "U0BOT", "is_bot": true}},
		"event":          map[string]any{"type": "app_mention", "user": "U0READER", "text": "<@U0BOT> " + text, "ts": ts, "channel": "C0RDMA", "team": "T0TEAM"},
	})
	return string(raw)
}

func TestURLVerification(t *testing.T) {
	t.Parallel()
	a, _, _ := testApp(t, nil)
	w := do(a, signed(`{"type":"url_verification","token":"x","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}`, "application/json"))
	if w.Code != 200 || w.Body.String() != "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
	r := signed(`{"type":"url_verification","challenge":"x"}`, "application/json")
	r.Header.Set(headerSignature, sign("other", r.Header.Get(headerTime), "x"))
	if w := do(a, r); w.Code != 401 {
		t.Errorf("unsigned challenge: %d", w.Code)
	}
}

// TestMalformedIsAcknowledged holds that what is signed and unreadable is acknowledged and counted, since Slack would
// only send it again.
func TestMalformedIsAcknowledged(t *testing.T) {
	t.Parallel()
	for body, kind := range map[string]string{
		"": formType, "nothing=here": formType, "command=%2": formType, "command=%zz": formType, "payload=%7B": formType, "payload=null": formType,
		"{": "application/json", "[]": "application/json", `{"type":5}`: "application/json", "null": "application/json", "\xff": "application/json",
	} {
		a, door, refused := testApp(t, nil)
		if w := do(a, signed(body, kind)); w.Code != 200 || len(refused.by) != 1 || len(door.asked()) != 0 {
			t.Errorf("%q: status %d, refused %v", body, w.Code, refused.by)
		}
	}
}

func BenchmarkSlashCommand(b *testing.B) {
	a, _, _ := testApp(b, func(c *Config) { c.Clock = time.Now })
	a.Door = fixedDoor{newTestDoor()}
	bodies := make([]string, 1024)
	for i := range bodies {
		bodies[i] = slashBody(func(v url.Values) { v.Set("trigger_id", strconv.Itoa(i)) })
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	sigs := make([]string, len(bodies))
	for i, body := range bodies {
		sigs[i] = sign(testSecret, stamp, body)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		body := bodies[i%len(bodies)]
		r := httptest.NewRequest(http.MethodPost, "/slack", strings.NewReader(body))
		r.Header["Content-Type"] = []string{formType}
		r.Header[headerTime] = []string{stamp}
		r.Header[headerSignature] = []string{sigs[i%len(bodies)]}
		if i%len(bodies) == 0 {
			a.replays = newReplays(time.Now)
		}
		i++
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		if w.Code != 200 {
			b.Fatal(w.Code)
		}
	}
}

// fixedDoor answers without looking.
type fixedDoor struct{ *testDoor }

var fixedReply = fiveFacts()

func (fixedDoor) Handle(context.Context, bot.Request) bot.Reply { return *fixedReply }

// TestBusyOverHTTP holds that deliveries beyond what is answered at once are turned away with a sentence.
func TestBusyOverHTTP(t *testing.T) {
	t.Parallel()
	a, door, refused := testApp(t, func(c *Config) { c.Limits.Requests, c.Limits.AckWithin = 1, time.Minute })
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(a, signed(slashBody(func(v url.Values) { v.Set("text", "slow") }), formType))
	}()
	<-door.slow
	if w := do(a, signed(slashBody(nil), formType)); w.Code != 200 || !strings.Contains(w.Body.String(), "try again in a moment") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	close(door.gate)
	<-done
	if refused.count("busy") != 1 || len(door.asked()) != 1 {
		t.Error(refused.by)
	}
}

// TestRepeatsWithoutAKey holds that a delivery which nothing tells apart from others is not taken for their repeat.
func TestRepeatsWithoutAKey(t *testing.T) {
	t.Parallel()
	a, door, _ := testApp(t, nil)
	do(a, signed(slashBody(func(v url.Values) { v.Del("trigger_id") }), formType))
	if got := door.asked()[0].Actor.Delivery; got != "" {
		t.Error(got)
	}
}
