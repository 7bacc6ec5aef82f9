package outbox

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Store is what the outbox needs of the database. Every method is one
// transaction, on disk when it returns nil.
type Store interface {
	// Due lists the waiting notices whose NotBefore has come, oldest first, at most one
	// per channel or direct-message user: the head of each line.
	Due(ctx context.Context, now time.Time, limit int) ([]fact.Notice, error)
	// Stranded lists the claimed notices: after a start, sends whose outcome is unknown.
	Stranded(ctx context.Context) ([]fact.Notice, error)
	// Claim marks a waiting notice as being sent and counts the attempt; false if it
	// is no longer waiting.
	Claim(ctx context.Context, id int64) (bool, error)
	// Sent marks the notice sent, where and when, and sets the message and the versions
	// of the quotes that belong to it; what is to follow it is enqueued with that.
	Sent(ctx context.Context, id int64, at fact.Place, shown []fact.Ref, next ...fact.Notice) error
	// Later puts the notice back to waiting, not before a time, with the failure's code
	// and whether the attempt may have arrived.
	Later(ctx context.Context, id int64, notBefore time.Time, code string, unknown bool) error
	// Dead gives the notice up, with the failure's code and whether an attempt may have
	// arrived.
	Dead(ctx context.Context, id int64, code string, unknown bool) error
}

// Sender delivers one notice. It is given notices whose Unknown is set when an
// earlier attempt may have arrived: it then looks for the notice's key in the
// conversation before it posts again.
type Sender interface {
	// Send returns where the message is and which facts it shows. An error may say more
	// by implementing the methods of Failure.
	Send(ctx context.Context, n fact.Notice) (at fact.Place, shown []fact.Ref, err error)
}

// Failure is what a Sender's error may say of itself, each method by itself.
type Failure interface {
	error
	Code() string              // names it for the row, the log and doctor; no text of anybody's
	RetryAfter() time.Duration // how long Slack asks to wait; 0 where it does not
	Permanent() bool           // trying again cannot help
	Unknown() bool             // the message may have arrived
}

// Notices finds notices, for the messages that later ones edit and for the
// count of those sent late.
type Notices interface {
	Notices(ctx context.Context, filter fact.NoticeFilter) ([]fact.Notice, error)
}

// Outages records that Slack was away.
type Outages interface {
	Outage(ctx context.Context, from, to time.Time, late int) error
}

// Values remembers small values across restarts; "" is unset.
type Values interface {
	Value(ctx context.Context, key string) (string, error)
	SetValue(ctx context.Context, key, value string) error
}
