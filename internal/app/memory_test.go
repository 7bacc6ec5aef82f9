package app

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// fakeLimit stands for Go's memory limit, of which a process has only one.
type fakeLimit struct{ limit int64 }

func (f *fakeLimit) set(n int64) int64 {
	was := f.limit
	if n >= 0 {
		f.limit = n
	}
	return was
}

func TestMemoryBound(t *testing.T) {
	t.Parallel()
	limit, percent := &fakeLimit{math.MaxInt64}, 100
	live := int64(0)
	b := &memoryBound{set: limit.set, live: func() int64 { return live }, percent: func(n int) int {
		was := percent
		percent = n
		return was
	}}
	if !b.begin(0) || limit.limit != leastMemory || percent != 100 {
		t.Errorf("a small database is bounded by %d, at %d", limit.limit, percent)
	}
	raised := func(c struct{ live, want int64 }) {
		t.Helper()
		live = c.live
		if b.raise(); limit.limit != c.want {
			t.Errorf("with %d in use the limit is %d, not %d", c.live, limit.limit, c.want)
		}
	}
	for _, c := range []struct{ live, want int64 }{{56 << 20, leastMemory}, {64 << 20, 100 << 20}, {80 << 20, 100 << 20}} {
		raised(c)
	}
	b.started()
	for _, c := range []struct{ live, want int64 }{{48 << 20, 100 << 20}, {80 << 20, 120 << 20}, {400 << 20, 520 << 20}, {1 << 20, 520 << 20}} {
		raised(c)
	}
	followed := make(chan struct{})
	go func() {
		b.follow()
		close(followed)
	}()
	b.release()
	<-followed
	if limit.limit != math.MaxInt64 || percent != 100 {
		t.Errorf("in the end the limit is %d, at %d", limit.limit, percent)
	}
	if !b.begin(1<<30) || percent != startPercent {
		t.Errorf("a large database begins at %d", percent)
	}
	if b.started(); percent != 100 {
		t.Errorf("after the start it is %d", percent)
	}
	limit.limit = 50 << 20 // the operator's
	if b.begin(1<<30) || limit.limit != 50<<20 || percent != 100 {
		t.Errorf("the operator's limit became %d, at %d", limit.limit, percent)
	}
}

func TestExpectedMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	database, topic, list := filepath.Join(dir, "x.db"), filepath.Join(dir, "x.txt"), filepath.Join(dir, "y.yaml")
	if got := expectedMemory(database, []string{topic, list}); got != 0 {
		t.Errorf("without files: %d", got)
	}
	for _, c := range []struct {
		name       string
		size, want int64
	}{{topic, 1 << 20, 6 << 20}, {list, 2 << 20, 30 << 20}, {database, 100 << 20, 100 << 20}} {
		file, err := os.Create(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Truncate(c.size); err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
		if got := expectedMemory(database, []string{topic, list}); got != c.want {
			t.Errorf("%s of %d bytes: %d, not %d", c.name, c.size, got, c.want)
		}
	}
	runtime.GC()
	if heapLive() < 1<<16 {
		t.Error("Go does not say what is in use")
	}
}
