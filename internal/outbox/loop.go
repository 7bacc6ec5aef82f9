package outbox

import (
	"context"
	"sync"
	"time"

	"factbot/internal/fact"
)

// mostLines bounds how many lines one look at the store brings.
const mostLines = 1000

// trips is how many attempts in a row must find Slack away before the lines stop
// and one notice at a time probes.
const trips = 3

// result is what became of a notice that was handed to a worker.
type result struct {
	notice  fact.Notice
	verdict verdict
	err     error         // of the send; for the log only
	broken  error         // of the store: nothing is known of the send
	claimed bool          // false: somebody else had it, or it was dropped
	gaveUp  bool          // after too many attempts
	hold    time.Duration // until the line may go on
}

// loop is the one goroutine that decides what is sent when.
type loop struct {
	*Outbox
	pacer    *pacer
	results  chan result
	inFlight int
	misses   int       // attempts in a row that found Slack away
	probe    time.Time // when the next probe may go, while misses ≥ trips
	sending  context.Context
	workers  sync.WaitGroup
	storeBad int // looks at the store in a row that failed
}

func newLoop(o *Outbox) *loop {
	return &loop{Outbox: o, pacer: newPacer(&o.Config), results: make(chan result)}
}

func (l *loop) run(ctx context.Context) error {
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	l.sending = sending
	if err := l.start(ctx); err != nil {
		return nil // stopped before the store could be read
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			l.drain(stop)
			return nil
		case <-l.wake:
		case r := <-l.results:
			l.finish(ctx, r)
		case <-timer.C:
		}
		timer.Reset(l.turn(ctx))
	}
}

// start puts stranded notices back, trying until the store can be read.
func (l *loop) start(ctx context.Context) error {
	for attempt := 1; ; attempt++ {
		err := l.recover(ctx)
		if err == nil {
			err = l.reach.load(ctx, l.Values)
		}
		if err == nil {
			return nil
		}
		l.Logger.ErrorContext(ctx, "outbox cannot start", "error", err)
		if err := sleep(ctx, l.pause(attempt)); err != nil {
			return err
		}
	}
}

// sleep waits, unless ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// turn starts what may be sent now and says when to look again.
func (l *loop) turn(ctx context.Context) time.Duration {
	now := l.Clock()
	l.pacer.tidy(now)
	l.tellOutage(ctx)
	if l.inFlight >= l.Concurrency || l.down() && l.inFlight > 0 {
		return l.Poll
	}
	if l.down() && now.Before(l.probe) {
		return min(l.Poll, l.probe.Sub(now))
	}
	due, err := l.Store.Due(ctx, now, mostLines)
	if err != nil {
		l.storeBad++
		l.Logger.ErrorContext(ctx, "outbox cannot read what is due", "error", err)
		return l.pause(l.storeBad)
	}
	l.storeBad = 0
	next := l.Poll
	for _, n := range due {
		wait, ok := l.pacer.take(n, now)
		if !ok {
			if wait > 0 {
				next = min(next, wait)
			}
			continue
		}
		l.launch(n)
		if l.inFlight >= l.Concurrency || l.down() {
			break
		}
	}
	return next
}

// down says whether Slack counts as away, so that one notice probes for all.
func (l *loop) down() bool { return l.misses >= trips }

func (l *loop) launch(n fact.Notice) {
	l.inFlight++
	l.counts.inFlight.Store(int64(l.inFlight))
	down := l.down()
	l.workers.Go(func() {
		r := l.attempt(n, down)
		select {
		case l.results <- r:
		case <-l.sending.Done():
		}
	})
}

// finish takes a worker's result in.
func (l *loop) finish(ctx context.Context, r result) {
	now := l.Clock()
	l.inFlight--
	l.counts.inFlight.Store(int64(l.inFlight))
	var until time.Time
	if r.hold > 0 {
		until = now.Add(r.hold)
	}
	l.pacer.done(r.notice, until)
	if r.broken != nil {
		l.Logger.ErrorContext(ctx, "outbox cannot use the store", "notice", r.notice.Key, "error", r.broken)
		return
	}
	if !r.claimed {
		return
	}
	l.tally(ctx, r, now)
}

// tally counts an attempt and learns from it whether Slack is there.
func (l *loop) tally(ctx context.Context, r result, now time.Time) {
	log := l.Logger.With("notice", r.notice.Key, "kind", r.notice.Kind, "attempt", r.notice.Attempts+1)
	if r.gaveUp || r.verdict == hopeless {
		l.counts.dead.Add(1)
		log.ErrorContext(ctx, "notice was given up", "code", codeOf(r.err))
	}
	switch r.verdict {
	case away:
		l.misses++
		l.probe = now.Add(min(l.pause(l.misses), l.probeMost()))
		l.counts.failed.Add(1)
		l.reach.set(bySending, true, now)
		log.WarnContext(ctx, "Slack was not reached", "code", codeOf(r.err))
		return
	case failed:
		l.counts.failed.Add(1)
		log.WarnContext(ctx, "notice was not sent", "code", codeOf(r.err))
		return // a fault of ours says nothing of Slack
	case limited:
		l.counts.limited.Add(1)
		if r.notice.Place.Message != "" {
			l.pacer.editsFrom = now.Add(r.hold)
		}
		log.InfoContext(ctx, "Slack asks to wait", "wait", r.hold)
	case needless:
		l.counts.dropped.Add(1)
		return
	case delivered:
		l.counts.sent.Add(1)
		l.mu.Lock()
		l.lastSent = now
		l.mu.Unlock()
	}
	l.misses = 0
	if l.reach.set(bySending, false, now) && r.verdict == delivered {
		l.reach.late.Add(1)
	}
}

// probeMost is the longest pause between two probes: Slack's return should not go
// unnoticed for as long as a single notice may wait.
func (l *loop) probeMost() time.Duration { return min(l.RetryMost, 30*time.Second) }

// drain lets what is in flight finish, then cancels it.
func (l *loop) drain(stop context.CancelFunc) {
	bound := time.AfterFunc(l.DrainFor, stop)
	defer bound.Stop()
	idle := make(chan struct{})
	go func() { l.workers.Wait(); close(idle) }()
	for {
		select {
		case r := <-l.results:
			l.finish(context.WithoutCancel(l.sending), r)
		case <-idle:
			return
		}
	}
}
