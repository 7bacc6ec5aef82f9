package bot

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Catalog knows the topics served. It is read on every request, so it answers
// from memory; the topics it gives must not be changed.
type Catalog interface {
	Topics() []*fact.Topic
}

// Records reads what is not held in memory.
type Records interface {
	Events(ctx context.Context, filter fact.EventFilter) ([]fact.Event, error)
	Flags(ctx context.Context, filter fact.FlagFilter) ([]fact.Flag, error)
	FactAt(ctx context.Context, id fact.ID, version int) (*fact.Fact, error)
	Quotes(ctx context.Context, filter fact.QuoteFilter) ([]fact.Quote, error)
	// Changed lists the facts that a person was shown at a version since which they were
	// retracted, reworded or lost confidence.
	Changed(ctx context.Context, user fact.UserID, since time.Time) ([]fact.Reading, error)
	Notices(ctx context.Context, filter fact.NoticeFilter) ([]fact.Notice, error)
}

// Inbox holds questions between their acknowledgement and their answer.
type Inbox interface {
	// Receive commits a delivery's key with its question; false if the key is known.
	Receive(ctx context.Context, q fact.Question) (bool, error)
	// Pending lists the questions not yet answered, oldest first.
	Pending(ctx context.Context) ([]fact.Question, error)
	// Answer commits the answer's notice with the quotes it makes and takes the question
	// out of the inbox, in one transaction. A zero Notice (no Key) only takes it out.
	Answer(ctx context.Context, q fact.Question, n fact.Notice, quotes []fact.Quote) error
}

// Sharing posts an answer that somebody shares in a channel: the notice and its
// quotes in one transaction, with the delivery's key.
type Sharing interface {
	Share(ctx context.Context, delivery string, n fact.Notice, quotes []fact.Quote) (bool, error)
}

// Audience remembers what people were privately shown. It must return at once
// and may lose the last second's readings in a crash.
type Audience interface {
	Shown(user fact.UserID, refs []fact.Ref, at time.Time)
}
