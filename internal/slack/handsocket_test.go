package slack

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// handSocket is the least of a Slack that opens a Socket Mode connection: what frames gives is sent as it is, and what
// comes back goes to acks.
func handSocket(t *testing.T, frames <-chan string, acks chan<- string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("/api/apps.connections.open", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"ok":true,"url":"ws%s/link"}`, strings.TrimPrefix(server.URL, "http"))
	})
	mux.HandleFunc("/api/auth.test", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"ok":true,"team_id":"T1","user_id":"U0BOT","bot_id":"B0BOT"}`)
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"ok":false,"error":"user_not_found"}`) })
	mux.HandleFunc("/link", func(w http.ResponseWriter, r *http.Request) {
		up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			for {
				_, msg, err := ws.ReadMessage()
				if err != nil {
					return
				}
				acks <- string(msg)
			}
		}()
		for {
			select {
			case f := <-frames:
				if ws.WriteMessage(websocket.TextMessage, []byte(f)) != nil {
					return
				}
			case <-gone:
				return
			}
		}
	})
	return server
}
