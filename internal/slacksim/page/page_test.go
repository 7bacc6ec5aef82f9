package page_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"factbot/internal/slacksim"
)

// fetch asks the page as a browser without script would.
func fetch(t *testing.T, method, address string, form url.Values, headers ...string) (*http.Response, string) {
	t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(t.Context(), method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(raw)
}

func TestOnlyThisMachineAndItsOwnPage(t *testing.T) {
	t.Parallel()
	sim := start(t)
	for name, headers := range map[string][]string{
		"another host":   {"Host", "slack.example.com"},
		"another origin": {"Origin", "https://example.com"},
		"another site":   {"Sec-Fetch-Site", "cross-site"},
	} {
		for _, at := range []string{"/", "/ui/events", "/ui/static/page.js"} {
			if res, _ := fetch(t, http.MethodGet, sim.URL()+at, nil, headers...); res.StatusCode != http.StatusForbidden {
				t.Errorf("%s from %s: %s", at, name, res.Status)
			}
		}
		form := url.Values{"at": {"/?as=U0READER"}, "say": {"x"}}
		if res, _ := fetch(t, http.MethodPost, sim.URL()+"/ui/do", form, headers...); res.StatusCode != http.StatusForbidden {
			t.Errorf("act from %s: %s", name, res.Status)
		}
	}
	if _, ok := sim.Last(slacksim.ChannelRDMA); ok {
		t.Error("a foreign request said something")
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	sim := start(t)
	res, body := fetch(t, http.MethodGet, sim.URL()+"/", nil)
	policy := res.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %q", policy, want)
		}
	}
	for _, outside := range []string{" style=", " onclick=", "http://", "https://", "<script>"} {
		if strings.Contains(body, outside) {
			t.Errorf("the page contains %q", outside)
		}
	}
	for _, secret := range []string{sim.BotToken(), sim.AppToken(), sim.SigningSecret()} {
		if strings.Contains(body, secret) {
			t.Error("the page contains a secret")
		}
	}
}

func TestWithoutScript(t *testing.T) {
	t.Parallel()
	sim := start(t)
	form := url.Values{"at": {"/?as=U0READER&c=C0RDMA"}, "say": {"/rdma facts latency"}}
	res, body := fetch(t, http.MethodPost, sim.URL()+"/ui/do", form)
	if res.StatusCode != http.StatusOK || res.Request.URL.Path != "/" {
		t.Fatalf("ended at %s with %s", res.Request.URL, res.Status)
	}
	if !strings.Contains(body, "9 facts on “latency”") || !strings.Contains(body, "Only visible to you") {
		t.Error("the answer is not on the page")
	}
	if _, other := fetch(t, http.MethodGet, sim.URL()+"/?as=U0READER2&c=C0RDMA", nil); strings.Contains(other, "9 facts") {
		t.Error("somebody else sees the ephemeral answer")
	}
}

func TestWhoSeesWhat(t *testing.T) {
	t.Parallel()
	sim := start(t)
	if _, err := sim.As(slacksim.Reviewer).Say(t.Context(), "fact-review", "between reviewers"); err != nil {
		t.Fatal(err)
	}
	_, reviewer := fetch(t, http.MethodGet, sim.URL()+"/?as=U0REVIEWER&c=C0FACTREVIEW", nil)
	if !strings.Contains(reviewer, "between reviewers") {
		t.Error("the reviewer does not see the channel")
	}
	_, guest := fetch(t, http.MethodGet, sim.URL()+"/?as=U0GUEST&c=C0FACTREVIEW", nil)
	if strings.Contains(guest, "between reviewers") || strings.Contains(guest, "fact-review") {
		t.Error("the guest sees a channel that they are not in")
	}
}

func TestHostileText(t *testing.T) {
	t.Parallel()
	sim := start(t)
	for _, text := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `{{.}} %d ${x}`, "</textarea><b>", "<!channel> <@U0READER> <https://example.com|x>",
	} {
		if _, err := sim.As(slacksim.Reader).Say(t.Context(), "rdma", text); err != nil {
			t.Fatal(err)
		}
	}
	_, body := fetch(t, http.MethodGet, sim.URL()+"/?as=U0READER&c=C0RDMA", nil)
	for _, bad := range []string{"<script>", "<img", "onerror=alert(1)>", "</textarea><b>"} {
		if strings.Contains(body, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	if !strings.Contains(body, "{{.}} %d ${x}") {
		t.Error("braces were not kept as text")
	}
}

func TestEditAndDelete(t *testing.T) {
	t.Parallel()
	sim := start(t)
	said, err := sim.As(slacksim.Reader).Say(t.Context(), "rdma", "frist")
	if err != nil {
		t.Fatal(err)
	}
	act := func(form url.Values) string {
		form.Set("at", "/?as=U0READER&c=C0RDMA")
		form.Set("ts", said.Message.TS)
		_, body := fetch(t, http.MethodPost, sim.URL()+"/ui/do", form)
		return body
	}
	if body := act(url.Values{"act": {"edit"}, "edit": {"first"}}); !strings.Contains(body, "(edited)") || strings.Contains(body, "frist") {
		t.Error("the edit does not show")
	}
	if body := act(url.Values{"react": {"tada"}}); !strings.Contains(body, "🎉 1") {
		t.Error("the reaction does not show")
	}
	if body := act(url.Values{"act": {"delete"}}); strings.Contains(body, "(edited)") {
		t.Error("the message is still there")
	}
}

func TestTrafficBody(t *testing.T) {
	t.Parallel()
	sim := start(t)
	if _, err := sim.As(slacksim.Reader).Slash(t.Context(), "rdma", "/rdma facts latency"); err != nil {
		t.Fatal(err)
	}
	_, body := fetch(t, http.MethodGet, sim.URL()+"/?as=U0READER&traffic=1", nil)
	_, rest, ok := strings.Cut(body, `data-load="`)
	if !ok {
		t.Fatal("no exchange is listed")
	}
	address, _, _ := strings.Cut(rest, `"`)
	res, exchange := fetch(t, http.MethodGet, sim.URL()+address, nil)
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/plain") || !strings.Contains(exchange, `"/rdma"`) {
		t.Errorf("%s: %.200s", res.Header.Get("Content-Type"), exchange)
	}
	if res, _ := fetch(t, http.MethodGet, sim.URL()+"/ui/traffic/999999", nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("an exchange that never was: %s", res.Status)
	}
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	sim := start(t)
	said, err := sim.As(slacksim.Reader).Slash(t.Context(), "rdma", "/rdma everything")
	if err != nil || said.Message == nil {
		t.Fatalf("%+v, %v", said, err)
	}
	q := url.Values{"as": {slacksim.Reader}, "c": {slacksim.ChannelRDMA}, "ts": {said.Message.TS}, "element": {"external"}, "q": {"ro<b>"}}
	res, body := fetch(t, http.MethodGet, sim.URL()+"/ui/suggest?"+q.Encode(), nil)
	const want = `[{"text":"RDMA, remote direct memory access","value":"rdma"},{"text":"RoCE: ro\u003cb\u003e","value":"roce"}]`
	if strings.TrimSpace(body) != want {
		t.Errorf("%s: got %s, want %s", res.Status, body, want)
	}
	q.Set("element", "nothing")
	if res, _ := fetch(t, http.MethodGet, sim.URL()+"/ui/suggest?"+q.Encode(), nil); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an element that is not there: %s", res.Status)
	}
}

func TestEventsFollowChanges(t *testing.T) {
	t.Parallel()
	sim := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, sim.URL()+"/ui/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() && lines.Text() != "retry: 1000" {
	}
	if _, err := sim.As(slacksim.Reader).Say(ctx, "rdma", "hello"); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		if lines.Text() == "data: message" {
			return
		}
	}
	t.Errorf("the stream ended without the message: %v", lines.Err())
}
