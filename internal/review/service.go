package review

import (
	"context"
	"time"

	"factbot/internal/fact"
)

// Config holds what a Service needs.
type Config struct {
	Store    Store  // required
	Roster   Roster // required
	View     View   // nil: lists read in a write transaction
	Shelf    Shelf  // nil: lists read the stored facts in their transaction
	Settings Settings
	Clock    func() time.Time // of what View reads; time.Now
}

// View runs fn on a consistent read, which waits for no writer.
type View func(ctx context.Context, fn func(Reads) error) error

// Shelf is what is served, from memory, as of the latest commit. It spares the
// writer long reads; what an act changes is always loaded anew in its transaction.
type Shelf interface {
	Topics() []*fact.Topic
	// Facts lists every fact of a topic, retracted ones too, in order of number.
	Facts(topic string) []*fact.Fact
}

// Service is the review process. Its methods are safe for concurrent use; each
// is one transaction, and a refusal is logged in a second one.
type Service struct {
	store    Store
	roster   Roster
	shelf    Shelf
	settings Settings
	view     View
	clock    func() time.Time
}

// New makes a Service. Settings left zero take their documented defaults; a
// negative UndoWindow means that nothing can be undone and notices leave at once.
func New(c Config) *Service {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return &Service{store: c.Store, roster: c.Roster, shelf: c.Shelf, settings: c.Settings.withDefaults(), view: c.View, clock: c.Clock}
}

// read runs fn on a consistent read.
func (s *Service) read(ctx context.Context, fn func(r Reads, now time.Time) error) error {
	if s.view != nil {
		return s.view(ctx, func(r Reads) error { return fn(r, s.clock()) })
	}
	return s.store.InTx(ctx, func(tx Tx) error { return fn(tx, tx.Now()) })
}

// May says whether the person may act as a reviewer of the topic.
func (s *Service) May(topic string, user fact.UserID) bool {
	return user != "" && s.roster.Role(topic, user) >= fact.Reviewer
}

// UndoWindow is how long a decision can be undone.
func (s *Service) UndoWindow() time.Duration { return s.settings.UndoWindow }
