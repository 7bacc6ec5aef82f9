package slacksim

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// quiet is a server that is not listening, with an app that cannot be reached.
func quiet(t testing.TB) *Server {
	t.Helper()
	s, err := New(Options{Manifest: []byte(socketManifest), Limits: Limits{RetryAfter: nothing}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Whatever a method is given, it answers with ok or with the name of an error.
func FuzzAPI(f *testing.F) {
	f.Add("chat.postMessage", "blocks", buttonBlocks)
	f.Add("chat.update", "attachments", `[{"text":"x"}]`)
	f.Add("views.publish", "view", `{"type":"home","blocks":[{"type":"divider"}]}`)
	f.Add("views.open", "view", formView)
	f.Add("blocks.validate", "message", `{"blocks":[[]]}`)
	f.Add("conversations.history", "cursor", "next:99")
	f.Add("conversations.list", "limit", "-1")
	f.Fuzz(func(t *testing.T, method, key, value string) {
		if _, ok := methods[method]; !ok {
			t.Skip()
		}
		s := quiet(t)
		form := url.Values{"token": {s.botToken}, "channel": {ChannelRDMA}, "user_id": {Reader}, "text": {"x"}, key: {value}}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/"+method, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		v, err := decodeJSON(w.Body.Bytes())
		ans, _ := v.(tree)
		if ok, said := ans["ok"].(bool); err != nil || !said || ok == (str(ans, "error") != "") {
			t.Fatalf("%s %s=%q: %s", method, key, value, w.Body)
		}
	})
}

// Whatever blocks a message is made of, people can press whatever is on it.
func FuzzPress(f *testing.F) {
	f.Add(buttonBlocks, "!1", "x")
	f.Add(menuBlocks, "!1", "free")
	f.Add(`[{"type":"input","label":{"type":"plain_text","text":"x"},"element":{"type":"number_input","is_decimal_allowed":true}}]`, "x", "7")
	f.Fuzz(func(t *testing.T, blocks, element, option string) {
		s := quiet(t)
		c, refusal := readContent(args{"text": "x", "blocks": blocks}, cutOverlong)
		if refusal != nil {
			t.Skip()
		}
		s.mu.Lock()
		m := s.putLocked(post{channel: ChannelRDMA, bot: true, content: c}).clone()
		s.mu.Unlock()
		for _, e := range elementsOf(decodeList(m.Blocks)) {
			if e.blockID == "" || e.actionID == "" {
				t.Fatalf("an element without ids: %v", e)
			}
		}
		_, clickErr := s.As("reader").Click(t.Context(), m, element)
		_, chooseErr := s.As("reader").Choose(t.Context(), m, element, option)
		if clickErr == nil && chooseErr == nil {
			t.Fatalf("%q is a button and a menu", element)
		}
	})
}

// Whatever a script sends, it gets JSON or a plain refusal back.
func FuzzAct(f *testing.F) {
	f.Add(`{"do":"slash","user":"reader","channel":"rdma","text":"/rdma x"}`)
	f.Add(`{"do":"say","user":"guest","channel":"#rdma","text":"<@U0FACTBOT>","thread":"1.2"}`)
	f.Add(`{"do":"submit","user":"reader","values":{"a":[1,null,{"b":2}]}}`)
	f.Add(`{"do":"traffic"}`)
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, "wait_ms") {
			t.Skip()
		}
		s := quiet(t)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/ui/act", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if _, err := decodeJSON(w.Body.Bytes()); err != nil && w.Code == http.StatusOK {
			t.Fatalf("%s: %d %s", body, w.Code, w.Body)
		}
	})
}
