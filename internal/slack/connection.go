package slack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// session is one Socket Mode websocket, from its dialling to its end.
type session struct {
	ws      *websocket.Conn
	silence time.Duration
	heard   atomic.Int64 // unix nanoseconds of the last frame or ping
	greeted atomic.Bool  // Slack said hello
	over    atomic.Bool
	hand    atomic.Int64 // deliveries that came by it and are not done with
	leaving atomic.Bool  // it ends when none is in hand
	mu      sync.Mutex   // one writer at a time
}

// Bounds of a socket.
const (
	dialWithin  = 10 * time.Second
	writeWithin = 5 * time.Second
	writeBuffer = 32 << 10 // an acknowledgement leaves in one frame
	readLimit   = 4 << 20
)

// dial asks Slack for an address, which may be used once, and opens a socket on it.
func (s *sockets) dial(ctx context.Context) (*session, error) {
	a := s.app
	from := time.Now()
	_, url, err := a.api.StartSocketModeContext(ctx)
	a.Observer.call("apps.connections.open", time.Since(from), failureCode(err))
	if err != nil {
		return nil, err
	}
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialWithin, WriteBufferSize: writeBuffer}
	ws, resp, err := dialer.DialContext(ctx, url, nil)
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	n := &session{ws: ws, silence: a.Limits.Silence}
	ws.SetReadLimit(readLimit)
	ws.SetPingHandler(func(data string) error {
		n.listened()
		err := ws.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(writeWithin))
		if errors.Is(err, websocket.ErrCloseSent) {
			return nil
		}
		return err
	})
	n.listened()
	return n, nil
}

// listened notes that Slack was heard, by a frame or a ping, and gives it Silence to be heard again. A connection on
// which neither comes, half-open or stalled, fails its next read then, however well it looks to everybody else.
func (n *session) listened() {
	now := time.Now()
	n.heard.Store(now.UnixNano())
	_ = n.ws.SetReadDeadline(now.Add(n.silence))
}

// errSilent says that nothing was heard for too long.
var errSilent = errors.New("nothing was heard on the socket")

// read gives the next frame in a buffer of the pool.
func (n *session) read() (*[]byte, error) {
	kind, r, err := n.ws.NextReader()
	if err != nil {
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			return nil, errSilent
		}
		return nil, err
	}
	buf := bodies.Get().(*[]byte)
	*buf, err = readAll((*buf)[:0], r)
	if err != nil {
		return nil, err
	}
	n.listened()
	if kind != websocket.TextMessage {
		*buf = (*buf)[:0]
	}
	return buf, nil
}

func readAll(dst []byte, r io.Reader) ([]byte, error) {
	for {
		if len(dst) == cap(dst) {
			dst = append(dst, 0)[:len(dst)]
		}
		k, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+k]
		if err == io.EOF {
			return dst, nil
		}
		if err != nil {
			return dst, err
		}
	}
}

// acknowledge writes an envelope's acknowledgement; when it returns nil the bytes have left.
func (n *session) acknowledge(id string, payload []byte) error {
	var head [96]byte
	frame := append(head[:0], `{"envelope_id":`...)
	frame = appendJSON(frame, id)
	if len(payload) > 0 {
		frame = append(frame, `,"payload":`...)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	_ = n.ws.SetWriteDeadline(time.Now().Add(writeWithin))
	w, err := n.ws.NextWriter(websocket.TextMessage)
	if err != nil {
		return err
	}
	for _, part := range [...][]byte{frame, payload, {'}'}} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return w.Close()
}

// end closes the socket, with a word to Slack.
func (n *session) end() {
	if n.over.Swap(true) {
		return
	}
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	_ = n.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
	_ = n.ws.Close()
}

// retire ends the socket once nothing that came by it is in hand: Slack asked for that, and waits.
func (n *session) retire() {
	n.leaving.Store(true)
	if n.hand.Load() == 0 {
		n.end()
	}
}

// put notes that a delivery is done with.
func (n *session) put() {
	if n.hand.Add(-1) == 0 && n.leaving.Load() {
		n.end()
	}
}

// alive reports that Slack greeted the socket and was heard on it lately.
func (n *session) alive(now time.Time) bool {
	return n.greeted.Load() && !n.over.Load() && now.Sub(time.Unix(0, n.heard.Load())) <= n.silence
}
