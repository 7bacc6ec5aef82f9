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
	v := url.Values{"token": {"t"}, "team_id": {"T0TEAM"}, "channel_id": {"C0RDMA"}, "channel_name": {"rdma"}, "user_id": {"U0READER"},
		"user_name": {"reader"}, "command": {"/rdma"}, "text": {"facts latency"}, "api_app_id": {"A0APP"}, "is_enterprise_install": {"false"},
		"response_url": {"https://hooks.slack.com/commands/1"}, "trigger_id": {"1.2.3"}}
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

// TestPublishedSignature checks Slack's own example.
func TestPublishedSignature(t *testing.T) {
	t.Parallel()
	s := newSigner(testSecret, func() time.Time { return testNow })
	if reason, _ := s.check("1531420618", publishedSignature, []byte(publishedBody)); reason != "" {
		t.Error(reason)
	}
	if reason, _ := s.check("1531420618", publishedSignature, []byte(publishedBody+"&")); reason != "signature" {
		t.Errorf("a changed body: %q", reason)
	}
}

// TestUnsignedIsRefused holds that nothing is read of a request whose signature is missing, wrong or stale.
func TestUnsignedIsRefused(t *testing.T) {
	t.Parallel()
	stamp := func(d time.Duration) string { return strconv.FormatInt(testNow.Add(d).Unix(), 10) }
	for name, c := range map[string]struct {
		change func(http.Header)
		reason string
	}{
		"no signature":        {func(h http.Header) { h.Del(headerSignature) }, "unsigned"},
		"no time":             {func(h http.Header) { h.Del(headerTime) }, "unsigned"},
		"empty signature":     {func(h http.Header) { h.Set(headerSignature, "") }, "unsigned"},
		"other secret":        {func(h http.Header) { h.Set(headerSignature, sign("x", stamp(0), slashBody(nil))) }, "signature"},
		"no v0=":              {func(h http.Header) { h.Set(headerSignature, h.Get(headerSignature)[3:]) }, "signature"},
		"v1=":                 {func(h http.Header) { h.Set(headerSignature, "v1="+h.Get(headerSignature)[3:]) }, "signature"},
		"upper case":          {func(h http.Header) { h.Set(headerSignature, "v0="+strings.ToUpper(h.Get(headerSignature)[3:])) }, "signature"},
		"cut":                 {func(h http.Header) { h.Set(headerSignature, h.Get(headerSignature)[:60]) }, "signature"},
		"not hex":             {func(h http.Header) { h.Set(headerSignature, "v0="+strings.Repeat("z", 64)) }, "signature"},
		"time is no number":   {func(h http.Header) { h.Set(headerTime, "yesterday") }, "signature"},
		"time is a fraction":  {func(h http.Header) { h.Set(headerTime, "1531420618.5") }, "signature"},
		"time overflows":      {func(h http.Header) { h.Set(headerTime, "99999999999999999999") }, "signature"},
		"six minutes old":     {func(h http.Header) { h.Set(headerTime, stamp(-6*time.Minute)) }, "stale"},
		"six minutes early":   {func(h http.Header) { h.Set(headerTime, stamp(6*time.Minute)) }, "stale"},
		"time of another one": {func(h http.Header) { h.Set(headerTime, stamp(time.Second)) }, "signature"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, door, refused := testApp(t, nil)
			r := signed(slashBody(nil), formType)
			c.change(r.Header)
			if w := do(a, r); w.Code != http.StatusUnauthorized || w.Body.Len() != 0 {
				t.Errorf("status %d, body %q", w.Code, w.Body)
			}
			if refused.count(c.reason) != 1 || len(door.asked()) != 0 {
				t.Errorf("%v, %d requests", refused.by, len(door.asked()))
			}
		})
	}
}

// TestWindow holds the window's two edges, both ways.
func TestWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		age time.Duration
		ok  bool
	}{{window, true}, {window + time.Second, false}, {-window, true}, {-window - time.Second, false}} {
		now := testNow
		s := newSigner(testSecret, func() time.Time { return now })
		stamp := strconv.FormatInt(now.Add(-c.age).Unix(), 10)
		if reason, _ := s.check(stamp, sign(testSecret, stamp, "x"), []byte("x")); (reason == "") != c.ok {
			t.Errorf("age %v: %q", c.age, reason)
		}
	}
	if reason, _ := newSigner("", time.Now).check("1", sign("", "1", ""), nil); reason == "" {
		t.Error("without a secret everything is let in")
	}
}

// TestSSLCheck holds that only the bare check of the certificate passes unsigned, and that nothing passes with it.
func TestSSLCheck(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		"ssl_check=1": 200, "ssl_check=1&token=abc": 200, "token=abc&ssl_check=1": 200,
		"ssl_check=0": 401, "ssl_check=true": 401, "ssl_check=": 401, "ssl_check": 401, "SSL_CHECK=1": 401, "ssl_check=1&ssl_check=1": 401,
		"ssl_check=1&command=%2Frdma&text=facts": 401, "ssl_check=1&payload=%7B%7D": 401, "command=%2Frdma&ssl_check=1": 401,
		"ssl%5Fcheck=1": 401, "x=ssl_check=1": 401, "": 401,
	} {
		a, door, _ := testApp(t, nil)
		r := httptest.NewRequest(http.MethodPost, "/slack", strings.NewReader(body))
		r.Header.Set("Content-Type", formType)
		if w := do(a, r); w.Code != want || w.Body.Len() != 0 {
			t.Errorf("%q: status %d, want %d", body, w.Code, want)
		}
		if len(door.asked()) != 0 {
			t.Errorf("%q reached the bot", body)
		}
	}
	a, door, _ := testApp(t, nil)
	r := httptest.NewRequest(http.MethodPost, "/slack?ssl_check=1", strings.NewReader(`{"ssl_check":1}`))
	r.Header.Set("Content-Type", "application/json")
	if w := do(a, r); w.Code != 401 {
		t.Errorf("as JSON and in the query: %d", w.Code)
	}
	if w := do(a, signed("ssl_check=1&"+slashBody(nil), formType)); w.Code != 200 || w.Body.Len() != 0 || len(door.asked()) != 0 {
		t.Errorf("signed: %d %q", w.Code, w.Body)
	}
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

// TestReplaySetIsBounded holds that the set of seen signatures forgets, and only what is old or far too much.
func TestReplaySetIsBounded(t *testing.T) {
	t.Parallel()
	now := testNow
	r := newReplays(func() time.Time { return now })
	for i := range uint64(3 * replayKept) {
		if !r.first(i) {
			t.Fatalf("%d is new", i)
		}
	}
	if len(r.now)+len(r.old) > 2*replayKept {
		t.Errorf("%d kept", len(r.now)+len(r.old))
	}
	if r.first(3*replayKept - 1) {
		t.Error("the last one was forgotten")
	}
	now = now.Add(2*window - time.Second)
	if r.first(3*replayKept - 1) {
		t.Error("forgotten inside the window")
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
	raw, _ := json.Marshal(map[string]any{"type": "event_callback", "team_id": "T0TEAM", "api_app_id": "A0APP", "event_id": "Ev" + ts,
		"authorizations": []any{map[string]any{"team_id": "T0TEAM", "user_id": "U0BOT", "is_bot": true}},
		"event":          map[string]any{"type": "app_mention", "user": "U0READER", "text": "<@U0BOT> " + text, "ts": ts, "channel": "C0RDMA", "team": "T0TEAM"}})
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
