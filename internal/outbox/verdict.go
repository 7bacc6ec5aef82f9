package outbox

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"time"

	"factbot/internal/fact"
)

// verdict is what an attempt to send came to.
type verdict uint8

const (
	delivered verdict = iota
	needless          // there was nothing to say any more
	limited           // Slack asks to wait
	hopeless          // it can never succeed
	failed            // this notice did not get through, for a reason of its own
	away              // Slack was not reached, or its answer was not
)

// judge classes an attempt by its error, which may say more of itself as a
// Failure does.
func judge(err error) (v verdict, after time.Duration, unknown bool) {
	if err == nil {
		return delivered, 0, false
	}
	var wait interface{ RetryAfter() time.Duration }
	if errors.As(err, &wait) && wait.RetryAfter() > 0 {
		return limited, wait.RetryAfter(), false
	}
	if fact.CodeOf(err) == fact.CodeNotFound {
		return needless, 0, false
	}
	var lost interface{ Unknown() bool }
	unknown = errors.As(err, &lost) && lost.Unknown()
	var final interface{ Permanent() bool }
	if errors.As(err, &final) && final.Permanent() {
		return hopeless, 0, unknown
	}
	var network net.Error
	switch {
	case unknown, fact.CodeOf(err) == fact.CodeUnavailable, errors.As(err, &network), errors.Is(err, context.DeadlineExceeded):
		return away, 0, unknown
	}
	return failed, 0, false
}

// codeOf names a failure for the row, the log and doctor; no text of Slack's or
// of people gets there.
func codeOf(err error) string {
	var named interface{ Code() string }
	if errors.As(err, &named) {
		return named.Code()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "timeout"
	}
	return string(fact.CodeOf(err))
}

// pause is how long to wait after the n-th attempt: doubled each time up to the
// longest, and scattered over its upper half so that lines do not march in step.
func (c *Config) pause(attempt int) time.Duration {
	d := c.RetryFirst
	for i := 1; i < attempt && d < c.RetryMost; i++ {
		d *= 2
	}
	d = min(d, c.RetryMost)
	return d/2 + rand.N(d/2+1)
}
