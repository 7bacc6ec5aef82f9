//go:build linux

package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// How long the soak lasts, and how often it measures.
const (
	soak     = time.Minute
	soakLong = 30 * time.Minute
)

// TestSoak has the program answer and record at a steady pace and measures it
// from outside, as an operator would: nothing that it holds grows with time.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("a soak takes its time")
	}
	t.Parallel()
	lasts := soak
	if os.Getenv(longMode) != "" {
		lasts = soakLong
	}
	h := newCrashHouse(t, true)
	ops := freeAddress(t)
	file := filepath.Join(h.dir, "factbot.yaml")
	settings, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(strings.Replace(string(settings), `ops: {addr: ""}`, `ops: {addr: "`+ops+`"}`, 1)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := h.serving(t)
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var load sync.WaitGroup
	pace := func(every time.Duration, do func(context.Context)) {
		load.Go(func() {
			tick := time.NewTicker(every)
			defer tick.Stop()
			for ctx.Err() == nil {
				do(ctx)
				select {
				case <-tick.C:
				case <-ctx.Done():
				}
			}
		})
	}
	var answered atomic.Int64
	pace(10*time.Millisecond, func(ctx context.Context) {
		query := []string{"latency", "延迟", "does RoCE need a lossless network?", "GPU", "zebra"}[rand.IntN(5)]
		if r, err := h.sim.As("reader").Slash(ctx, "rdma", "/rdma "+query); err == nil && r.Error == "" {
			answered.Add(1)
		}
	})
	pace(200*time.Millisecond, h.flag)
	pace(500*time.Millisecond, h.decide)
	pace(2*time.Second, h.ask)

	measure := time.NewTicker(lasts / 9)
	defer measure.Stop()
	var readings []reading
	for len(readings) < 8 {
		<-measure.C
		readings = append(readings, take(t, cmd, h.dir, ops))
	}
	first, last := readings[1], readings[len(readings)-1] // the first is still warming up
	t.Logf("%d questions; from %+v to %+v", answered.Load(), first, last)
	load.Wait()
	for _, grown := range []struct {
		what     string
		from, to int
		factor   float64
		noise    int // growth below this says nothing
	}{
		{"memory, KiB", first.memory, last.memory, 1.5, 24 << 10},
		{"goroutines", first.goroutines, last.goroutines, 1.5, 20},
		{"open files", first.files, last.files, 1.5, 10},
		{"WAL, KiB", first.wal, last.wal, 2, 8 << 10},
	} {
		if float64(grown.to) > float64(grown.from)*grown.factor && grown.to-grown.from > grown.noise {
			t.Errorf("%s grew from %d to %d", grown.what, grown.from, grown.to)
		}
	}
	if n := answered.Load(); n < int64(lasts/time.Second)*5 {
		t.Errorf("%d questions answered in %v", n, lasts)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ends with %v", err)
	}
}

// reading is what the program holds at a moment.
type reading struct{ memory, goroutines, files, wal int }

// take measures the program from outside.
func take(t *testing.T, cmd *exec.Cmd, dir, ops string) reading {
	t.Helper()
	var r reading
	proc := fmt.Sprintf("/proc/%d", cmd.Process.Pid)
	status, err := os.ReadFile(proc + "/status")
	if err != nil {
		t.Fatalf("the program is gone: %v", err)
	}
	r.memory = number(t, status, `VmRSS:\s+(\d+)`)
	files, err := os.ReadDir(proc + "/fd")
	if err != nil {
		t.Fatal(err)
	}
	r.files = len(files)
	if info, err := os.Stat(filepath.Join(dir, "factbot.db-wal")); err == nil {
		r.wal = int(info.Size() >> 10)
	}
	r.goroutines = number(t, get(t, "http://"+ops+"/metrics"), `(?m)^go_goroutines (\d+)`)
	if ready := get(t, "http://"+ops+"/readyz"); !bytes.Contains(ready, []byte(`"ready":true`)) {
		t.Errorf("it is not ready: %s", ready)
	}
	return r
}

func number(t *testing.T, text []byte, pattern string) int {
	t.Helper()
	m := regexp.MustCompile(pattern).FindSubmatch(text)
	if m == nil {
		t.Fatalf("no %s in:\n%s", pattern, text)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// get fetches a page of the operator's.
func get(t *testing.T, url string) []byte {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// freeAddress is a local address that nothing listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}
