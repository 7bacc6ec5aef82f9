package outbox

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"factbot/internal/fact"
)

// Config holds what an Outbox needs. What is left zero takes the default named.
type Config struct {
	Store   Store            // required
	Sender  Sender           // required
	Clock   func() time.Time // time.Now
	Logger  *slog.Logger     // discards
	Notices Notices          // nil: notices of one stem are edits only where their Place says so
	Outages Outages          // nil: a time without Slack is only logged
	Values  Values           // nil: schedules start afresh with the program

	// Follow gives the notices that follow one that was just sent; nil: none. They
	// are on disk with the mark that it was sent, and their keys must follow from its.
	Follow func(n fact.Notice, at fact.Place, shown []fact.Ref) []fact.Notice

	Schedules []Schedule

	PerLine     float64       // messages a second in one line; 1
	Burst       int           // messages that a rested line may send at once; 3
	PerSecond   float64       // messages a second in all; 5
	EditsAMin   float64       // edits a minute in all; 50
	Concurrency int           // sends at the same time; 8
	SendTimeout time.Duration // of one send; 30 s
	Poll        time.Duration // between looks for what has come due; 1 s
	RetryFirst  time.Duration // the first pause after a fault; 2 s
	RetryMost   time.Duration // the longest pause; 5 min
	MaxAttempts int           // before a notice is given up; 10
	GiveUpAfter time.Duration // … while Slack is away; 72 h
	OutageAfter time.Duration // a time without Slack worth a line; 5 min
	DrainFor    time.Duration // how long a stop waits for sends in flight; 10 s
}

func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	orElse(&c.PerLine, 1)
	orElse(&c.Burst, 3)
	orElse(&c.PerSecond, 5)
	orElse(&c.EditsAMin, 50)
	orElse(&c.Concurrency, 8)
	orElse(&c.SendTimeout, 30*time.Second)
	orElse(&c.Poll, time.Second)
	orElse(&c.RetryFirst, 2*time.Second)
	orElse(&c.RetryMost, 5*time.Minute)
	orElse(&c.MaxAttempts, 10)
	orElse(&c.GiveUpAfter, 72*time.Hour)
	orElse(&c.OutageAfter, 5*time.Minute)
	orElse(&c.DrainFor, 10*time.Second)
	return c
}

func orElse[T comparable](value *T, standard T) {
	var zero T
	if *value == zero {
		*value = standard
	}
}

// Outbox delivers notices. Run may be called once; Wake, Heard and Stats are safe
// at any time.
type Outbox struct {
	Config
	wake   chan struct{}
	reach  reach
	counts struct {
		sent, failed, limited, dead, dropped, inFlight atomic.Int64
	}
	mu       sync.Mutex
	lastSent time.Time
}

// New makes an Outbox.
func New(c Config) *Outbox {
	return &Outbox{Config: c.withDefaults(), wake: make(chan struct{}, 1)}
}

// Wake tells the outbox that a notice was committed. It returns at once.
func (o *Outbox) Wake() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// Heard tells the outbox whether Slack can be heard, as its socket knows it. A
// time without hearing is a time without Slack, also while nothing was to be sent.
func (o *Outbox) Heard(ok bool) {
	o.reach.set(bySocket, !ok, o.Clock())
	o.Wake()
}

// Stats is what the outbox did since it was made; what waits is the store's to say.
type Stats struct {
	Sent, Failed, Limited, Dead, Dropped int64
	InFlight                             int64
	LastSent                             time.Time // zero: nothing yet
	AwaySince                            time.Time // zero: Slack can be reached as far as is known
}

// Stats sums up.
func (o *Outbox) Stats() Stats {
	o.mu.Lock()
	last := o.lastSent
	o.mu.Unlock()
	c := &o.counts
	return Stats{
		Sent: c.sent.Load(), Failed: c.failed.Load(), Limited: c.limited.Load(), Dead: c.dead.Load(),
		Dropped: c.dropped.Load(), InFlight: c.inFlight.Load(), LastSent: last, AwaySince: o.reach.away(),
	}
}

// Run delivers notices and runs the schedules until ctx ends; then it lets what is
// in flight finish, for DrainFor at most, and returns nil.
func (o *Outbox) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return newLoop(o).run(ctx) })
	for _, s := range o.Schedules {
		g.Go(func() error { return o.keep(ctx, s) })
	}
	return g.Wait()
}

// recover puts back what a stop left claimed: whether it arrived is unknown.
func (o *Outbox) recover(ctx context.Context) error {
	stranded, err := o.Store.Stranded(ctx)
	if err != nil {
		return err
	}
	for _, n := range stranded {
		if err := o.Store.Later(ctx, n.ID, o.Clock(), "stranded", true); err != nil {
			return err
		}
		o.Logger.WarnContext(ctx, "notice was being sent when the program stopped", "notice", n.Key, "kind", n.Kind)
	}
	return nil
}

// lineOf names the line a notice queues in.
func lineOf(n fact.Notice) string {
	if n.Place.Channel != "" {
		return string(n.Place.Channel)
	}
	return "@" + string(n.User)
}
