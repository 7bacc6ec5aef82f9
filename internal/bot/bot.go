package bot

import (
	"log/slog"
	"time"

	"factbot/internal/search"
)

// Config holds what a Bot needs.
type Config struct {
	Index    *search.Index // required
	Catalog  Catalog       // required
	Records  Records       // required
	Review   Reviewing     // required
	Inbox    Inbox         // nil where nothing is asked in public: the terminal
	Sharing  Sharing       // nil likewise
	Audience Audience      // nil: readings are not remembered
	People   People        // nil: people appear by their ids
	Clock    func() time.Time
	Name     string       // how the bot is mentioned: factbot
	Logger   *slog.Logger // faults, by correlation id and without text; discards if nil
}

// Bot answers requests. It is safe for concurrent use and holds no state of a
// conversation: everything a follow-up needs travels in buttons and forms.
type Bot struct {
	Config
	commands map[Verb]*command
	views    viewCache
	names    namesKept
	imports  importNotes
}

// New makes a Bot.
func New(c Config) *Bot {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return &Bot{Config: c, commands: commands()}
}
