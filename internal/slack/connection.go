package slack

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"github.com/slack-go/slack/socketmode"
)

// connection is one Socket Mode client and what is known of its present socket.
type connection struct {
	client   *socketmode.Client
	heard    atomic.Int64  // unix nanoseconds of the last bytes that came in, frames and pings alike
	acked    atomic.Int64  // of the last acknowledgement handed to the client
	wrote    atomic.Int64  // of the last bytes that went out
	left     chan struct{} // bytes went out
	greeted  atomic.Bool   // Slack said hello on the present socket
	sessions atomic.Int64
	mu       sync.Mutex
	wire     *wire
}

// Bounds of a socket.
const (
	dialWithin  = 10 * time.Second
	writeBuffer = 32 << 10 // an acknowledgement leaves in one frame
)

func newConnection(a *App) *connection {
	c := &connection{left: make(chan struct{}, 1)}
	dialer := &websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialWithin, WriteBufferSize: writeBuffer, NetDialContext: c.dial,
	}
	c.client = socketmode.New(a.api, socketmode.OptionDialer(dialer), socketmode.OptionPingInterval(max(a.Limits.Silence, time.Second)))
	return c
}

// dial opens the connection beneath the websocket and listens in on when bytes pass, not on what they are.
func (c *connection) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: conn, c: c}
	c.heard.Store(time.Now().UnixNano())
	c.mu.Lock()
	c.wire = w
	c.mu.Unlock()
	return w, nil
}

// wire is the connection beneath a websocket.
type wire struct {
	net.Conn
	c *connection
}

// Read notes when bytes come in.
func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if n > 0 {
		w.c.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

// Write notes when bytes go out.
func (w *wire) Write(p []byte) (int, error) {
	n, err := w.Conn.Write(p)
	if n > 0 {
		w.c.wrote.Store(time.Now().UnixNano())
		select {
		case w.c.left <- struct{}{}:
		default:
		}
	}
	return n, err
}

// Close notes that the socket is gone.
func (w *wire) Close() error {
	w.c.mu.Lock()
	if w.c.wire == w {
		w.c.wire = nil
		w.c.greeted.Store(false)
	}
	w.c.mu.Unlock()
	return w.Conn.Close()
}

// alive reports that Slack greeted the socket and was heard on it lately.
func (c *connection) alive(now time.Time, silence time.Duration) bool {
	return c.greeted.Load() && now.Sub(time.Unix(0, c.heard.Load())) <= silence
}

// dropSilent closes the socket when nothing was heard on it for too long.
func (c *connection) dropSilent(now time.Time, silence time.Duration) bool {
	c.mu.Lock()
	w := c.wire
	c.mu.Unlock()
	if w == nil || now.Sub(time.Unix(0, c.heard.Load())) <= silence {
		return false
	}
	_ = w.Close()
	return true
}

// flush waits until bytes have left since the last acknowledgement, or ctx ends.
func (c *connection) flush(ctx context.Context) {
	for c.wrote.Load() < c.acked.Load() {
		select {
		case <-c.left:
		case <-ctx.Done():
			return
		}
	}
}
