package app

import (
	"errors"
	"path/filepath"
	"testing"

	"factbot/config"
	"factbot/internal/fact"
	"factbot/seeds"
)

// TestAskAs takes people's Slack ids only: what is kept of an act names whoever
// did it, and is shown and written to Slack.
func TestAskAs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "factbot.db")
	c, err := config.Load(config.Options{Overrides: map[string]any{"database.path": path}, Environment: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Config: c, Seeds: seeds.FS, Seed: seeds.Default}
	for _, as := range []fact.UserID{
		"U1;drop", "<!channel>", "forgotten-0000", "forgotten-0123456789abcdef", "u0123abcd", "U", " U1", "U1\n",
		"S0GROUP", "C0RDMA", "@U1", "<@U1>", "Ü1",
	} {
		_, err := Ask(t.Context(), o, Question{Text: "flag 3 dubious", As: as})
		if e, ok := errors.AsType[*fact.Error](err); !ok || e.Key != "terminal.as" {
			t.Errorf("as %q: %v", as, err)
		}
	}
	for _, as := range []fact.UserID{"", "U1", "W0123ABCD"} {
		if _, err := Ask(t.Context(), o, Question{Text: "facts latency", As: as}); err != nil {
			t.Errorf("as %q: %v", as, err)
		}
	}
}
