package bot

import (
	"context"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/search"
)

// Config holds what a Bot needs.
type Config struct {
	Index    *search.Index   // required
	Catalog  Catalog         // required
	Records  Records         // required
	Review   *review.Service // required
	Inbox    Inbox           // nil where nothing is asked in public: the terminal
	Sharing  Sharing         // nil likewise
	Audience Audience        // nil: readings are not remembered
	Clock    func() time.Time
	Name     string // how the bot is mentioned: factbot
}

// Bot answers requests. It is safe for concurrent use and holds no state of a
// conversation: everything a follow-up needs travels in buttons and forms.
type Bot struct {
	Config
}

// New makes a Bot.
func New(c Config) *Bot { return &Bot{Config: c} }

// api lists what the transports call. (Each is a method of *Bot.)
type api interface {
	// Handle answers a request in place. It never fails: a fault becomes a reply.
	Handle(ctx context.Context, r Request) Reply
	// Receive commits a question asked in public or directly; false: a repeat. The
	// delivery may be acknowledged once it returns nil.
	Receive(ctx context.Context, q fact.Question) (bool, error)
	// Work answers a received question into the outbox.
	Work(ctx context.Context, q fact.Question) error
	// Resume answers the questions that a stop left behind.
	Resume(ctx context.Context) error
	// Home is the person's App Home.
	Home(ctx context.Context, who fact.Actor) Reply
	// Notice words a notice as it is sent. An error with CodeNotFound drops it.
	Notice(ctx context.Context, n fact.Notice) (Reply, error)
}
