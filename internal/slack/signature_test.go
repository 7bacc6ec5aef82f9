package slack

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

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
	if r.now.len+r.old.len > 2*replayKept {
		t.Errorf("%d kept", r.now.len+r.old.len)
	}
	if r.first(3*replayKept - 1) {
		t.Error("the last one was forgotten")
	}
	now = now.Add(2*window - time.Second)
	if r.first(3*replayKept - 1) {
		t.Error("forgotten inside the window")
	}
}
