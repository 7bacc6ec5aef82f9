package app

import (
	"context"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Go lets the heap grow to twice what is in use before it collects, which for a
// large database is a hundred megabytes of rubbish and most of it made at the
// start. So the program bounds itself: collecting begins early when memory nears
// what the database is expected to need. The bound follows what is in use, so
// that it never has to be fought for. An operator's GOMEMLIMIT goes before it.
const (
	leastMemory  = 64 << 20 // below it Go's own rule is good enough
	spareMemory  = 20 << 20 // stacks, buffers and what is not collected yet
	memoryLook   = 250 * time.Millisecond
	liveMetric   = "/gc/heap/live:bytes" // in use when the last collection ended
	sourceFactor = 8                     // what an import holds for each byte of a file
)

// memoryBound keeps Go's soft memory limit.
type memoryBound struct {
	set   func(int64) int64 // debug.SetMemoryLimit
	live  func() int64
	limit int64
}

// boundMemory bounds the program's memory until ctx ends, unless that is done
// already.
func (o Options) boundMemory(ctx context.Context) {
	b := &memoryBound{set: debug.SetMemoryLimit, live: heapLive}
	if !b.begin(expectedMemory(o.Config.Database.Path, o.Config.Topics)) {
		return
	}
	go b.follow(ctx)
}

// begin sets the first limit; false leaves the one there is.
func (b *memoryBound) begin(expected int64) bool {
	if b.set(-1) != math.MaxInt64 {
		return false
	}
	b.limit = max(leastMemory, expected)
	b.set(b.limit)
	return true
}

// follow raises the limit as more is in use, and gives it up in the end.
func (b *memoryBound) follow(ctx context.Context) {
	look := time.NewTicker(memoryLook)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			b.raise()
		case <-ctx.Done():
			b.set(math.MaxInt64)
			return
		}
	}
}

func (b *memoryBound) raise() {
	live := b.live()
	if need := live + live/4 + spareMemory; need > b.limit {
		b.limit = need
		b.set(need)
	}
}

// expectedMemory guesses from the size of the database what will be needed: facts
// and index take half of it, since it holds their history as well. Where there is
// none to speak of yet, the topic files will be imported.
func expectedMemory(database string, topics []string) int64 {
	var sources int64
	for _, name := range topics {
		sources += fileSize(name)
	}
	if size := fileSize(database); size > sources {
		return size
	}
	return sources * sourceFactor
}

func fileSize(name string) int64 {
	at, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return at.Size()
}

func heapLive() int64 {
	sample := []metrics.Sample{{Name: liveMetric}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(min(sample[0].Value.Uint64(), math.MaxInt64))
}
