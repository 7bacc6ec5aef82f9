package app

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// countingConn counts the writes that reach the network.
type countingConn struct {
	net.Conn
	writes *atomic.Int64
	fail   error
}

func (c *countingConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	if c.fail != nil {
		return 0, c.fail
	}
	return c.Conn.Write(p)
}

type countingListener struct {
	net.Listener
	writes *atomic.Int64
}

func (l countingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &countingConn{Conn: c, writes: l.writes}, nil
}

// gatherServer answers /N with N bytes, in two parts where the query says so.
func gatherServer(t *testing.T) (addr string, writes *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	writes = &atomic.Int64{}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.RawQuery == "flush" {
			_, _ = w.Write(bytes.Repeat([]byte("y"), n))
			_ = http.NewResponseController(w).Flush()
		}
		w.Header()["Content-Length"] = []string{strconv.Itoa(n)}
		_, _ = w.Write(bytes.Repeat([]byte("x"), n))
	})}
	go func() { _ = server.Serve(gatherListener{countingListener{listener, writes}}) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String(), writes
}

// TestGatherSizes asks for answers of every size around the buffer's, on one connection.
func TestGatherSizes(t *testing.T) {
	t.Parallel()
	addr, writes := gatherServer(t)
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}, Timeout: 10 * time.Second}
	defer client.CloseIdleConnections()
	sizes := []int{0, 1, 2000, 3000, 8000, 12_000, 20_000, 23_900, 30_000, 70_000}
	for n := 3900; n < 4200; n++ { // with its head, some answer is exactly one buffer
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		response, err := client.Post("http://"+addr+"/"+strconv.Itoa(n), "text/plain", strings.NewReader("question"))
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || len(body) != n {
			t.Fatalf("asked for %d bytes and read %d: %v", n, len(body), err)
		}
	}
	// net/http may begin to read in the background between two writes, which lets the first go.
	if most := int64(len(sizes) + len(sizes)/4); writes.Load() > most {
		t.Errorf("%d answers left in %d writes", len(sizes), writes.Load())
	}
}

// TestGatherPipelined sends many requests before it reads, closes the last one, and reads everything in order.
func TestGatherPipelined(t *testing.T) {
	t.Parallel()
	addr, _ := gatherServer(t)
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	sizes := []int{3980, 4096, 5000, 10, 3973, 9000, 3970}
	var questions strings.Builder
	for i, n := range sizes {
		last := ""
		if i == len(sizes)-1 {
			last = "Connection: close\r\n"
		}
		_, _ = fmt.Fprintf(&questions, "POST /%d HTTP/1.1\r\nHost: x\r\n%sContent-Length: 3\r\n\r\nabc", n, last)
	}
	if _, err := io.WriteString(conn, questions.String()); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	for _, n := range sizes {
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(response.Body); err != nil || len(body) != n {
			t.Fatalf("asked for %d bytes and read %d: %v", n, len(body), err)
		}
	}
	if _, err := in.ReadByte(); err != io.EOF {
		t.Errorf("after the last answer: %v", err)
	}
}

// TestGatherFlush flushes a part and then the rest.
func TestGatherFlush(t *testing.T) {
	t.Parallel()
	addr, _ := gatherServer(t)
	for _, n := range []int{10, 3990, 5000} {
		response, err := http.Post("http://"+addr+"/"+strconv.Itoa(n)+"?flush", "text/plain", nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || len(body) != 2*n {
			t.Errorf("twice %d bytes: read %d: %v", n, len(body), err)
		}
	}
}

// TestGatherHeld looks at what a connection does with a full buffer that nothing follows.
func TestGatherHeld(t *testing.T) {
	t.Parallel()
	full := bytes.Repeat([]byte("z"), fullBuffer)
	broken := errors.New("broken")
	for name, let := range map[string]func(c *gatherConn) error{
		"read":        func(c *gatherConn) error { _, err := c.Read(make([]byte, 1)); return err },
		"close":       func(c *gatherConn) error { return c.Close() },
		"close write": func(c *gatherConn) error { return c.CloseWrite() },
		"more":        func(c *gatherConn) error { _, err := c.Write([]byte("end")); return err },
		"much more":   func(c *gatherConn) error { _, err := c.Write(make([]byte, gatherRoom)); return err },
	} {
		here, there := net.Pipe()
		writes := &atomic.Int64{}
		c := &gatherConn{Conn: &countingConn{Conn: here, writes: writes}}
		if n, err := c.Write(full); n != fullBuffer || err != nil || writes.Load() != 0 {
			t.Fatalf("%s: %d bytes, %v, %d writes", name, n, err, writes.Load())
		}
		var wait sync.WaitGroup
		wait.Go(func() {
			got := make([]byte, fullBuffer)
			if _, err := io.ReadFull(there, got); err != nil || !bytes.Equal(got, full) {
				t.Errorf("%s: the held bytes did not arrive: %v", name, err)
			}
			if name == "read" {
				_, _ = there.Write([]byte("a"))
			}
			_, _ = io.Copy(io.Discard, there)
		})
		if err := let(c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_ = c.Close()
		wait.Wait()
		_ = there.Close()
	}
	here, _ := net.Pipe()
	c := &gatherConn{Conn: &countingConn{Conn: here, writes: &atomic.Int64{}, fail: broken}}
	_, _ = c.Write(full)
	if _, err := c.Write([]byte("end")); !errors.Is(err, broken) {
		t.Errorf("the error of held bytes is lost: %v", err)
	}
}
