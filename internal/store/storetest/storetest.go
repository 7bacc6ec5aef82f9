// Package storetest is the suite that any store must pass.
//
// It states, as tests, what the rest of factbot relies on: that a transaction is
// whole or not at all, that nothing acknowledged is lost or doubled, that states
// of facts and events of the history never change, that a flag, a claim, a
// notice and an answer happen once, and that all of it holds with many callers
// at a time. It knows a store only by the methods below.
package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"factbot/internal/fact"
)

// Store is a store under test.
type Store interface {
	// InTx runs fn in one write transaction.
	InTx(ctx context.Context, fn func(Tx) error) error
	Reads
	Outbox
	Inbox
	VerifyChain(ctx context.Context, head string) (fact.ChainReport, error)
}

// Tx is a write transaction.
type Tx interface {
	Now() time.Time
	Reads
	SaveTopic(ctx context.Context, t *fact.Topic) error
	AddImport(ctx context.Context, i fact.Import) (int64, error)
	AddFact(ctx context.Context, f *fact.Fact) (fact.ID, error)
	AddFacts(ctx context.Context, topic string, facts []*fact.Fact, progress func(done int)) ([]fact.ID, error)
	SaveFact(ctx context.Context, f *fact.Fact) error
	Seen(ctx context.Context, key string) (bool, error)
	Append(ctx context.Context, e fact.Event) (fact.Event, error)
	Refuse(ctx context.Context, r fact.Refusal) error
	Forget(ctx context.Context, user fact.UserID) (int, error)
	SaveFlag(ctx context.Context, f fact.Flag) (int64, error)
	SetOwner(ctx context.Context, o fact.Owner) error
	SaveProposal(ctx context.Context, p fact.Proposal) (int64, error)
	SaveGap(ctx context.Context, g fact.Gap) (int64, error)
	Enqueue(ctx context.Context, n fact.Notice) (bool, error)
	DropNotices(ctx context.Context, cause int64) (int, error)
	Requeue(ctx context.Context, id int64) (bool, error)
	SetValue(ctx context.Context, key, value string) error
}

// Reads are what both a store and a transaction can be asked.
type Reads interface {
	Topic(ctx context.Context, slug string) (*fact.Topic, error)
	Fact(ctx context.Context, id fact.ID) (*fact.Fact, error)
	FactAt(ctx context.Context, id fact.ID, version int) (*fact.Fact, error)
	Facts(ctx context.Context, topic string) ([]*fact.Fact, error)
	LoadFacts(ctx context.Context, ids []fact.ID) ([]*fact.Fact, error)
	EachFact(ctx context.Context, fn func(*fact.Fact) error) error
	Events(ctx context.Context, filter fact.EventFilter) ([]fact.Event, error)
	Flags(ctx context.Context, filter fact.FlagFilter) ([]fact.Flag, error)
	Owner(ctx context.Context, id fact.ID) (fact.Owner, error)
	Owners(ctx context.Context, topic string) ([]fact.Owner, error)
	ShownSince(ctx context.Context, ids []fact.ID, since time.Time) (map[fact.ID]fact.Shown, error)
	Proposals(ctx context.Context, filter fact.ProposalFilter) ([]fact.Proposal, error)
	Gaps(ctx context.Context, topic string, open bool) ([]fact.Gap, error)
	Notices(ctx context.Context, filter fact.NoticeFilter) ([]fact.Notice, error)
	Quotes(ctx context.Context, filter fact.QuoteFilter) ([]fact.Quote, error)
	Value(ctx context.Context, key string) (string, error)
}

// Outbox is the sending side of a store.
type Outbox interface {
	Due(ctx context.Context, now time.Time, limit int) ([]fact.Notice, error)
	Stranded(ctx context.Context) ([]fact.Notice, error)
	Claim(ctx context.Context, id int64) (bool, error)
	Sent(ctx context.Context, id int64, at fact.Place, shown []fact.Ref, next ...fact.Notice) error
	Later(ctx context.Context, id int64, notBefore time.Time, code string, unknown bool) error
	Dead(ctx context.Context, id int64, code string, unknown bool) error
	NoticeStats(ctx context.Context) (fact.NoticeStats, error)
}

// Inbox is the receiving side of a store, and what people were shown.
type Inbox interface {
	Receive(ctx context.Context, q fact.Question) (bool, error)
	Pending(ctx context.Context) ([]fact.Question, error)
	Answer(ctx context.Context, q fact.Question, n fact.Notice, quotes []fact.Quote) error
	Share(ctx context.Context, delivery string, n fact.Notice, quotes []fact.Quote) (bool, error)
	AddReadings(ctx context.Context, readings []fact.Reading) error
	Changed(ctx context.Context, user fact.UserID, since time.Time) ([]fact.Reading, error)
}

// Breaker is a store whose commits can be made to fail.
type Breaker interface {
	// BreakCommit makes the commit of the transaction fail, and none but it.
	BreakCommit(ctx context.Context, tx Tx) error
}

// Run runs the suite. open makes an empty store that is closed when its test ends.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, group := range []struct {
		name  string
		tests map[string]func(t *testing.T, s Store)
	}{
		{"transactions", transactions},
		{"facts", facts},
		{"people", people},
		{"history", history},
		{"outbox", outbox},
		{"inbox", inbox},
		{"concurrency", concurrency},
	} {
		for name, test := range group.tests {
			t.Run(group.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				test(t, open(t))
			})
		}
	}
}

// seed stores the topic rdma with n facts.
func seed(t *testing.T, s Store, n int) []fact.ID {
	t.Helper()
	var ids []fact.ID
	must(t, s.InTx(t.Context(), func(tx Tx) error {
		if err := tx.SaveTopic(t.Context(), &fact.Topic{Slug: "rdma", Title: "RDMA", Prefix: "RDMA", Command: "rdma"}); err != nil {
			return err
		}
		i, err := tx.AddImport(t.Context(), fact.Import{Topic: "rdma", Document: "rdma.txt", Hash: "ab12", Reading: "closes", Added: n})
		if err != nil {
			return err
		}
		var all []*fact.Fact
		for k := range n {
			all = append(all, &fact.Fact{Topic: "rdma", Statement: fmt.Sprintf("Statement %d.", k+1), Lang: fact.English, Confidence: 50, Line: k + 1, Import: &fact.Import{ID: i}})
		}
		ids, err = tx.AddFacts(t.Context(), "rdma", all, nil)
		return err
	}))
	return ids
}

// in runs fn in a transaction that must succeed.
func in(t *testing.T, s Store, fn func(Tx) error) {
	t.Helper()
	must(t, s.InTx(t.Context(), fn))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// get is a value that must be without error.
func get[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		must(t, err)
		return v
	}
}

func wantCode(t *testing.T, err error, code fact.Code) {
	t.Helper()
	if fact.CodeOf(err) != code {
		t.Fatalf("got error %v, want code %q", err, code)
	}
}

func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func id(n int) fact.ID { return fact.ID{Prefix: "RDMA", N: n} }
