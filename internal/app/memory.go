package app

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"time"
)

// Go lets the heap grow to twice what is in use before it collects, which for a
// large database is a hundred megabytes of rubbish and most of it made at the
// start. So the program bounds itself: collecting begins early when memory nears
// what the database is expected to need. The bound follows what is in use, so
// that it never has to be fought for. An operator's GOMEMLIMIT goes before it.
//
// A start makes little that it does not keep, so there the bound stays while what
// is in use is well below it, and for a large database nothing but the bound makes
// Go collect: the rule of twice what is in use would look through all of it again
// and again while it grows.
const (
	leastMemory  = 64 << 20 // below it Go's own rule is good enough
	spareMemory  = 20 << 20 // stacks, buffers and what is not collected yet
	memoryLook   = 250 * time.Millisecond
	lookAtStart  = 25 * time.Millisecond
	liveMetric   = "/gc/heap/live:bytes" // in use when the last collection ended
	sourceFactor = 6                     // what an import and then a start need for each byte of a file …
	yamlFactor   = 12                    // … whose every word becomes a node
	startPercent = 400                   // GOGC of a start
)

// memoryBound keeps Go's soft memory limit.
type memoryBound struct {
	set     func(int64) int64 // debug.SetMemoryLimit
	percent func(int) int     // debug.SetGCPercent
	live    func() int64

	mu       sync.Mutex
	limit    int64
	usual    int // GOGC; 0 where the start leaves it
	starting bool
	done     chan struct{}
}

// boundMemory bounds the program's memory, unless that is done already, until
// release. started says that from then on people ask.
func (o Options) boundMemory() (started, release func()) {
	b := &memoryBound{set: debug.SetMemoryLimit, percent: debug.SetGCPercent, live: heapLive}
	if !b.begin(expectedMemory(o.Config.Database.Path, o.Config.Topics)) {
		return func() {}, func() {}
	}
	go b.follow()
	return b.started, b.release
}

// begin sets the first limit; false leaves the one there is.
func (b *memoryBound) begin(expected int64) bool {
	if b.set(-1) != math.MaxInt64 {
		return false
	}
	b.limit, b.starting, b.done = max(leastMemory, expected), true, make(chan struct{})
	b.set(b.limit)
	if expected > leastMemory {
		b.usual = b.percent(startPercent)
	}
	return true
}

// started ends the tight bound of the start.
func (b *memoryBound) started() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.starting = false
	if b.usual != 0 {
		b.percent(b.usual)
		b.usual = 0
	}
}

// release gives the bound up.
func (b *memoryBound) release() {
	b.started()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.limit = math.MaxInt64
	b.set(b.limit)
	close(b.done)
}

// follow raises the limit as more is in use.
func (b *memoryBound) follow() {
	look := time.NewTimer(lookAtStart)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			look.Reset(b.raise())
		case <-b.done:
			return
		}
	}
}

// raise sets the limit that is needed now, and says when to look again.
func (b *memoryBound) raise() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	live := b.live()
	need, next := live+live/4+spareMemory, memoryLook
	if b.starting {
		next = lookAtStart
		if live+live/8 <= b.limit {
			return next // as expected; else it is of a kind that nothing is known of
		}
	}
	if need > b.limit {
		b.limit = need
		b.set(need)
	}
	return next
}

// expectedMemory guesses from the size of the database what will be needed: facts
// and index take half of it, since it holds their history as well. Where there is
// none to speak of yet, the topic files will be imported.
func expectedMemory(database string, topics []string) int64 {
	var sources, needed int64
	for _, name := range topics {
		size := fileSize(name)
		sources += size
		switch strings.ToLower(filepath.Ext(name)) {
		case ".yaml", ".yml":
			needed += size * yamlFactor
		default:
			needed += size * sourceFactor
		}
	}
	if size := fileSize(database); size > sources {
		return size
	}
	return needed
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
