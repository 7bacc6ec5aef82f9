package app

import (
	"errors"
	"net"
	"sync"
)

// fullBuffer is the size of the buffer through which net/http writes responses.
// A write of exactly that much means that it was full and that more follows.
const fullBuffer = 4 << 10

// gatherRoom is what held bytes and those that follow them fit in together: an
// answer is at most twenty kilobytes.
const gatherRoom = 24 << 10

var gatherRooms = sync.Pool{New: func() any { room := make([]byte, 0, gatherRoom); return &room }}

// gatherListener accepts connections on which an answer leaves in one system
// call. Many answers are a little larger than net/http's buffer and would take
// two, which costs as much as a search.
type gatherListener struct{ net.Listener }

// Accept implements net.Listener.
func (l gatherListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &gatherConn{Conn: c}, nil
}

// gatherConn holds a full buffer back until what follows it is written. Should
// nothing follow, it leaves before anything is read, and before the connection
// is closed. It suits handlers that write their answers whole. An error of held
// bytes is that of the write they leave with.
//
// It hides the connection's other methods on purpose: net/http would write past
// it with ReadFrom.
type gatherConn struct {
	net.Conn
	mu   sync.Mutex // net/http reads in the background while a handler runs
	held *[]byte
}

// Write implements net.Conn.
func (c *gatherConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil && len(p) != fullBuffer {
		return c.Conn.Write(p)
	}
	if c.held == nil {
		c.held = gatherRooms.Get().(*[]byte)
	}
	if len(*c.held)+len(p) > gatherRoom {
		if err := c.release(); err != nil {
			return 0, err
		}
		return c.Conn.Write(p)
	}
	*c.held = append(*c.held, p...)
	if len(p) == fullBuffer {
		return len(p), nil
	}
	if err := c.release(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// release writes what is held.
func (c *gatherConn) release() error {
	if c.held == nil {
		return nil
	}
	_, err := c.Conn.Write(*c.held)
	*c.held = (*c.held)[:0]
	gatherRooms.Put(c.held)
	c.held = nil
	return err
}

func (c *gatherConn) letGo() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.release()
}

// Read implements net.Conn.
func (c *gatherConn) Read(p []byte) (int, error) {
	if err := c.letGo(); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// CloseWrite ends the writing side, as net/http does before it closes a
// connection whose last answer the other side may still be reading.
func (c *gatherConn) CloseWrite() error {
	err := c.letGo()
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return errors.Join(err, half.CloseWrite())
	}
	return err
}

// Close implements net.Conn.
func (c *gatherConn) Close() error {
	return errors.Join(c.letGo(), c.Conn.Close())
}
