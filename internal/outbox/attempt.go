package outbox

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"factbot/internal/fact"
)

// attempt claims a notice, sends it and marks what became of it. down says that
// Slack counted as away when it was started.
func (l *loop) attempt(n fact.Notice, down bool) result {
	ctx := l.sending
	r := result{notice: n}
	if r.broken = l.edit(ctx, &n); r.broken != nil {
		r.hold = l.RetryFirst
		return r
	}
	if r.claimed, r.broken = l.Store.Claim(ctx, n.ID); r.broken != nil || !r.claimed {
		r.hold = l.RetryFirst
		if r.broken == nil {
			r.hold = 0
		}
		return r
	}
	at, shown, err := l.send(ctx, n)
	var after time.Duration
	var unknown bool
	r.verdict, after, unknown = judge(err)
	r.err = err
	unknown = unknown || n.Unknown && r.verdict != delivered
	var mark func(context.Context) error
	switch r.verdict {
	case delivered:
		var next []fact.Notice
		if l.Follow != nil {
			next = l.Follow(n, at, shown)
		}
		mark = func(ctx context.Context) error { return l.Store.Sent(ctx, n.ID, at, shown, next...) }
	case needless:
		mark = func(ctx context.Context) error { return l.Store.Sent(ctx, n.ID, fact.Place{}, nil) }
	case hopeless:
		mark = func(ctx context.Context) error { return l.Store.Dead(ctx, n.ID, codeOf(err), unknown) }
	case limited:
		r.hold = after
		mark = l.later(n, "rate_limited", after, unknown)
	case failed, away:
		if l.exhausted(n, r.verdict, down) {
			r.gaveUp = true
			mark = func(ctx context.Context) error { return l.Store.Dead(ctx, n.ID, codeOf(err), unknown) }
			break
		}
		r.hold = l.pause(n.Attempts + 1)
		if r.verdict == away {
			r.hold = min(r.hold, l.probeMost()) // the probes set the pace, and their success frees all soon
		}
		mark = l.later(n, codeOf(err), r.hold, unknown)
	}
	r.broken = l.mark(mark)
	return r
}

func (l *loop) later(n fact.Notice, code string, wait time.Duration, unknown bool) func(context.Context) error {
	at := l.Clock().Add(wait)
	return func(ctx context.Context) error { return l.Store.Later(ctx, n.ID, at, code, unknown) }
}

// exhausted says whether to give up: after too many attempts while others get
// through, or when Slack has been away for longer than anybody would wait.
func (l *loop) exhausted(n fact.Notice, v verdict, down bool) bool {
	if v == away && down {
		return l.Clock().Sub(n.CreatedAt) >= l.GiveUpAfter
	}
	return n.Attempts+1 >= l.MaxAttempts
}

// mark writes an outcome down, again and again until the store takes it or the
// program stops: a message that was sent must not look unsent.
func (l *loop) mark(write func(context.Context) error) error {
	for attempt := 1; ; attempt++ {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(l.sending), l.SendTimeout)
		err := write(ctx)
		cancel()
		if err == nil {
			return nil
		}
		l.Logger.Error("outcome of a notice cannot be written", "error", err)
		if stopped := sleep(l.sending, min(l.pause(attempt), time.Minute)); stopped != nil {
			return fmt.Errorf("mark notice: %w", err)
		}
	}
}

// send hands the notice to the Sender. A panic there leaves the outcome unknown.
func (l *loop) send(ctx context.Context, n fact.Notice) (at fact.Place, shown []fact.Ref, err error) {
	ctx, cancel := context.WithTimeout(ctx, l.SendTimeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			l.Logger.Error("sending a notice panicked", "notice", n.Key, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = fault{}
		}
	}()
	return l.Sender.Send(ctx, n)
}

// fault is a panic of the Sender.
type fault struct{}

// Error implements error.
func (fault) Error() string { return "the sender panicked" }

// edit turns a notice whose message was posted by an earlier one of the same stem
// into an edit of that message.
func (l *loop) edit(ctx context.Context, n *fact.Notice) error {
	stem, _, found := strings.Cut(n.Key, "#")
	if !found || n.Place.Message != "" || l.Notices == nil {
		return nil
	}
	filter := fact.NoticeFilter{Kind: n.Kind, State: fact.NoticeSent, Topic: n.Topic}
	if len(n.Facts) > 0 {
		filter.Fact = n.Facts[0].ID
	}
	sent, err := l.Notices.Notices(ctx, filter)
	if err != nil {
		return fmt.Errorf("earlier message of %q: %w", n.Key, err)
	}
	for _, s := range slices.Backward(sent) {
		if strings.HasPrefix(s.Key, stem+"#") && s.Sent.Message != "" {
			n.Place = s.Sent
			return nil
		}
	}
	return nil
}
