package slacksim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// call makes one Web API call with a form and the right token, and returns the answer.
func (s *Server) call(t *testing.T, method string, fields map[string]string) tree {
	t.Helper()
	token := s.botToken
	if methods[method].appToken {
		token = s.appToken
	}
	form := url.Values{"token": {token}}
	for k, v := range fields {
		form.Set(k, v)
	}
	_, ans := postForm(t, s.APIURL()+method, form)
	return ans
}

func postForm(t *testing.T, to string, form url.Values) (*http.Response, tree) {
	t.Helper()
	return post2(t, to, "application/x-www-form-urlencoded", form.Encode(), nil)
}

// post2 posts a body and decodes the answer when it is a JSON object.
func post2(t *testing.T, to, contentType, body string, headers map[string]string) (*http.Response, tree) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	for k, v := range headers {
		if k == "Host" {
			r.Host = v
			continue
		}
		r.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	v, err := decodeJSON(answer)
	if err != nil {
		return resp, tree{"body": string(answer)}
	}
	object, _ := v.(tree)
	return resp, object
}

// rawSocket is a Socket Mode client that shows every frame.
type rawSocket struct {
	t  *testing.T
	ws *websocket.Conn
}

// link asks for a connection's URL.
func (s *Server) link(t *testing.T) string {
	t.Helper()
	ans := s.call(t, "apps.connections.open", nil)
	if ans["ok"] != true {
		t.Fatalf("apps.connections.open: %v", ans)
	}
	return str(ans, "url")
}

// dial opens a connection and reads the first frame.
func (s *Server) dial(t *testing.T) (*rawSocket, tree) {
	t.Helper()
	ws, resp, err := websocket.DefaultDialer.DialContext(t.Context(), s.link(t), http.Header{"Origin": {"https://api.slack.com"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	t.Cleanup(func() { _ = ws.Close() })
	c := &rawSocket{t: t, ws: ws}
	return c, c.next()
}

// next is the next frame.
func (c *rawSocket) next() tree {
	c.t.Helper()
	_ = c.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	_, frame, err := c.ws.ReadMessage()
	if err != nil {
		c.t.Fatal(err)
	}
	v, err := decodeJSON(frame)
	if err != nil {
		c.t.Fatal(err)
	}
	return v.(tree)
}

func (c *rawSocket) send(frame []byte) {
	c.t.Helper()
	if err := c.ws.WriteMessage(websocket.TextMessage, frame); err != nil {
		c.t.Fatal(err)
	}
}

// ack answers an envelope; a nil payload acknowledges empty.
func (c *rawSocket) ack(envelope tree, payload any) {
	c.t.Helper()
	object := tree{"envelope_id": envelope["envelope_id"]}
	if payload != nil {
		object["payload"] = payload
	}
	c.send(encodeJSON(object))
}

// async runs an act beside the test and hands its result over.
func async(t *testing.T, act func() (Result, error)) func() Result {
	t.Helper()
	done := make(chan Result, 1)
	go func() {
		r, err := act()
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	return func() Result {
		t.Helper()
		select {
		case r := <-done:
			return r
		case <-patience(t).Done():
			t.Fatal("the act did not return")
			return Result{}
		}
	}
}

func num(v any) float64 {
	n, ok := v.(json.Number)
	if !ok {
		return -1
	}
	f, _ := n.Float64()
	return f
}

func newReader(s string) io.Reader { return strings.NewReader(s) }
