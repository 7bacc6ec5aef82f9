package slacksim

import (
	"net/http"
	"strings"
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

func act(t *testing.T, s *Server, body string, headers map[string]string) (int, tree) {
	t.Helper()
	resp, ans := post2(t, s.URL()+"/ui/act", "application/json", body, headers)
	return resp.StatusCode, ans
}

func TestActOverHTTP(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		switch d := e.Data.(type) {
		case slack.SlashCommand:
			return map[string]any{"text": "about " + d.Text, "response_type": "in_channel"}
		case slack.InteractionCallback:
			if d.Type == slack.InteractionTypeShortcut {
				s.call(t, "views.open", map[string]string{"trigger_id": d.TriggerID, "view": formView})
			}
		}
		return nil
	})
	status, ans := act(t, s, `{"do":"slash","user":"reader","channel":"#rdma","text":"/rdma facts latency"}`, nil)
	if status != http.StatusOK || ans["ok"] != true || str(sub(ans, "message"), "text") != "about facts latency" {
		t.Fatalf("slash: %d %v", status, ans)
	}
	ts := str(sub(ans, "message"), "ts")
	for _, test := range []struct{ body, want string }{
		{`{"do":"say","user":"reader","channel":"rdma","text":"hi","thread":"` + ts + `"}`, `"text":"hi"`},
		{`{"do":"mention","user":"reader","channel":"rdma","text":"hi"}`, `<@U0FACTBOT> hi`},
		{`{"do":"dm","user":"reader","text":"hi"}`, `"D0READER"`},
		{`{"do":"react","user":"guest","channel":"rdma","ts":"` + ts + `","emoji":"eyes"}`, `"eyes"`},
		{`{"do":"shortcut","user":"reader","callback":"lookup"}`, `"Flag RDMA-7"`},
		{`{"do":"fill","user":"reader","values":{"kind":"old"}}`, `"old"`},
		{`{"do":"submit","user":"reader","values":{"reason":""}}`, `"reason":"Please complete this required field."`},
		{`{"do":"views","user":"reader"}`, `"Flag RDMA-7"`},
		{`{"do":"submit","user":"reader","values":{"reason":"it moved"}}`, `"ok":true`},
		{`{"do":"messages","user":"reader","channel":"rdma","thread":"` + ts + `"}`, `"text":"hi"`},
		{`{"do":"channels"}`, `"fact-review"`},
		{`{"do":"home","user":"reader"}`, `"ok":true`},
		{`{"do":"invite","user":"reader","channel":"general"}`, `"ok":true`},
		{`{"do":"kick","user":"reader","channel":"general"}`, `"ok":true`},
		{`{"do":"disconnect"}`, `"ok":true`},
	} {
		status, ans := act(t, s, test.body, nil)
		if got := string(encodeJSON(ans)); status != http.StatusOK || !strings.Contains(got, test.want) {
			t.Errorf("%s: %d %s", test.body, status, got)
		}
	}
}

func TestActRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	host := strings.TrimPrefix(s.URL(), "http://")
	good := `{"do":"channels"}`
	for _, test := range []struct {
		name, body string
		headers    map[string]string
		status     int
	}{
		{"plain", good, nil, http.StatusOK},
		{"own origin", good, map[string]string{"Origin": s.URL(), "Sec-Fetch-Site": "same-origin"}, http.StatusOK},
		{"by another name of this machine", good, map[string]string{"Host": "localhost:1"}, http.StatusOK},
		{"foreign origin", good, map[string]string{"Origin": "http://evil.example"}, http.StatusForbidden},
		{"another port's origin", good, map[string]string{"Origin": "http://127.0.0.1:1"}, http.StatusForbidden},
		{"null origin", good, map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"cross site", good, map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		{"rebound name", good, map[string]string{"Host": "evil.example"}, http.StatusForbidden},
		{"rebound name that looks local", good, map[string]string{"Host": "127.0.0.1.evil.example"}, http.StatusForbidden},
		{"rebound name and its origin", good, map[string]string{"Host": "evil.example", "Origin": "http://evil.example"}, http.StatusForbidden},
		{"form", good, map[string]string{"Content-Type": "text/plain"}, http.StatusUnsupportedMediaType},
		{"not JSON", `{`, nil, http.StatusBadRequest},
		{"unknown field", `{"do":"say","who":"reader"}`, nil, http.StatusBadRequest},
		{"unknown act", `{"do":"dance"}`, nil, http.StatusUnprocessableEntity},
		{"unknown way", `{"do":"disconnect","how":"slowly"}`, nil, http.StatusUnprocessableEntity},
		{"unknown user", `{"do":"say","user":"nobody","channel":"rdma","text":"x"}`, nil, http.StatusUnprocessableEntity},
		{"largest", good + strings.Repeat(" ", maxActBody-len(good)), nil, http.StatusOK},
		{"too large", good + strings.Repeat(" ", maxActBody-len(good)+1), nil, http.StatusRequestEntityTooLarge},
	} {
		if status, ans := act(t, s, test.body, test.headers); status != test.status {
			t.Errorf("%s: %d %v, want %d (host %s)", test.name, status, ans, test.status, host)
		}
	}
	resp, err := http.Get(s.URL() + "/ui/act")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET: %d", resp.StatusCode)
	}
}

func TestLoopbackOnly(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]bool{"127.0.0.1:0": true, "localhost:0": true, "0.0.0.0:0": false, ":0": false, "192.0.2.1:0": false, "nonsense": false} {
		s, err := New(Options{Manifest: []byte(socketManifest)})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start(t.Context(), addr); (err == nil) != want {
			t.Errorf("%q: %v", addr, err)
		}
		_ = s.Close()
	}
}
