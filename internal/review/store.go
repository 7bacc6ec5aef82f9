package review

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Store runs fn in one write transaction: everything fn wrote is on disk when
// InTx returns nil, and nothing of it when it returns an error or panics.
type Store interface {
	InTx(ctx context.Context, fn func(Tx) error) error
}

// Reads is what lists need of a consistent read, within a transaction or without.
type Reads interface {
	FactReads
	DoubtReads
	RecordReads
}

// FactReads reads topics and facts.
type FactReads interface {
	Topics(ctx context.Context) ([]*fact.Topic, error) // by slug
	Topic(ctx context.Context, slug string) (*fact.Topic, error)
	Fact(ctx context.Context, id fact.ID) (*fact.Fact, error)
	// Facts are all facts of a topic, by number, retracted ones included.
	Facts(ctx context.Context, topic string) ([]*fact.Fact, error)
	// MadeAt is when a version was made, by the clock of that time.
	MadeAt(ctx context.Context, id fact.ID, version int) (time.Time, error)
	// Worded is the active fact of a topic, but for one, that says a statement letter
	// for letter; zero if there is none.
	Worded(ctx context.Context, topic, statement string, except fact.ID) (fact.ID, error)
}

// DoubtReads reads flags, their owners and how often facts were shown.
type DoubtReads interface {
	Flags(ctx context.Context, filter fact.FlagFilter) ([]fact.Flag, error)
	Owner(ctx context.Context, id fact.ID) (fact.Owner, error) // zero Owner if none
	Owners(ctx context.Context, topic string) ([]fact.Owner, error)
	// ShownSince counts quotes and readings of facts since a time.
	ShownSince(ctx context.Context, ids []fact.ID, since time.Time) (map[fact.ID]fact.Shown, error)
}

// RecordReads reads the history, notices, proposals, open questions and remembered values.
type RecordReads interface {
	Events(ctx context.Context, filter fact.EventFilter) ([]fact.Event, error)
	Notices(ctx context.Context, filter fact.NoticeFilter) ([]fact.Notice, error)
	Proposals(ctx context.Context, filter fact.ProposalFilter) ([]fact.Proposal, error)
	Gaps(ctx context.Context, topic string, open bool) ([]fact.Gap, error)
	Value(ctx context.Context, key string) (string, error) // "" if unset
	// Pseudonym is what stands for a person in the record once they are forgotten.
	Pseudonym(ctx context.Context, user fact.UserID) (fact.UserID, error)
}

// Tx is what review does inside a transaction. Reads see the transaction's own
// writes; Now is the same instant for the whole transaction.
type Tx interface {
	Reads
	FactTx
	EventTx
	FlagTx
	ProposalTx
	NoticeTx
	ImportTx
	RosterTx
}

// FactTx saves facts and finds their earlier states.
type FactTx interface {
	Now() time.Time
	// FactAt is the fact as it stood at a version.
	FactAt(ctx context.Context, id fact.ID, version int) (*fact.Fact, error)
	// AddFact stores a new fact under the topic's next number and returns its id.
	AddFact(ctx context.Context, f *fact.Fact) (fact.ID, error)
	// SaveFact stores the fact's new state as a revision at f.Version and replaces its
	// relations and sources. It refuses, with CodeConflict, a version that is not the
	// stored one or the stored one plus one.
	SaveFact(ctx context.Context, f *fact.Fact) error
}

// EventTx appends to the history and to the bounded log of refusals.
type EventTx interface {
	// Seen commits a delivery's key and reports whether it was there before. An empty
	// key is never seen.
	Seen(ctx context.Context, key string) (bool, error)
	// Append completes the event (sequence, time, hashes) and stores it.
	Append(ctx context.Context, e fact.Event) (fact.Event, error)
	Refuse(ctx context.Context, r fact.Refusal) error
	// Forget erases a person's id, name and notes everywhere and returns how many rows.
	Forget(ctx context.Context, user fact.UserID) (int, error)
}

// FlagTx stores doubts. The fact's Doubts summary follows from its open flags.
type FlagTx interface {
	// SaveFlag inserts a flag whose ID is 0 and updates any other; it returns the ID.
	SaveFlag(ctx context.Context, f fact.Flag) (int64, error)
	// SetOwner sets or, with an empty User, clears the owner of a fact.
	SetOwner(ctx context.Context, o fact.Owner) error
}

// ProposalTx stores proposed facts and open questions.
type ProposalTx interface {
	SaveProposal(ctx context.Context, p fact.Proposal) (int64, error)
	SaveGap(ctx context.Context, g fact.Gap) (int64, error)
}

// NoticeTx enqueues notices and finds the messages that quoted a fact.
type NoticeTx interface {
	// Enqueue stores a notice unless its key exists; it says whether it was new.
	Enqueue(ctx context.Context, n fact.Notice) (bool, error)
	// DropNotices drops the waiting notices that an event caused.
	DropNotices(ctx context.Context, cause int64) (int, error)
	// Requeue puts a notice that was given up back to waiting; false if it was not.
	Requeue(ctx context.Context, id int64) (bool, error)
	Quotes(ctx context.Context, filter fact.QuoteFilter) ([]fact.Quote, error)
}

// ImportTx stores a topic as its file tells it.
type ImportTx interface {
	SaveTopic(ctx context.Context, t *fact.Topic) error // all but its facts
	// AddImport stores an import and returns its id; one with an ID updates its counts.
	AddImport(ctx context.Context, i fact.Import) (int64, error)
	// AddFacts stores many new facts under the topic's next numbers, in order.
	AddFacts(ctx context.Context, topic string, facts []*fact.Fact, progress func(done int)) ([]fact.ID, error)
}

// RosterTx keeps small values that review remembers: channels that opted out,
// people who opted in.
type RosterTx interface {
	SetValue(ctx context.Context, key, value string) error // "" removes it
}
