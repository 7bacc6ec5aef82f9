package ops

import (
	"context"
	"io"
	"log/slog"
	"regexp"
)

// secretLike matches Slack's tokens and response URLs wherever they stand.
var secretLike = regexp.MustCompile(`xox[a-z]-[A-Za-z0-9-]+|xapp-[A-Za-z0-9-]+|xoxe\.[A-Za-z0-9.-]+|https?://[^\s"]*/(?:commands|actions|response|services|workflows)/[^\s"]+|wss?://[^\s"]+ticket=[^\s"&]+`)

const hidden = "[redacted]"

// Redact replaces what looks like a token or a response URL.
func Redact(text string) string { return secretLike.ReplaceAllString(text, hidden) }

// NewLogger writes structured lines to w. Level is debug, info, warn or error;
// format text or json. Whatever looks like a secret is redacted, in messages and
// in attributes.
func NewLogger(w io.Writer, level, format string) *slog.Logger {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		least = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: least, ReplaceAttr: redactAttr}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

func redactAttr(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(Redact(a.Value.String()))
	case slog.KindAny:
		if err, ok := a.Value.Any().(error); ok {
			a.Value = slog.StringValue(Redact(err.Error()))
		}
	}
	return a
}

// Quiet is a logger that drops everything.
func Quiet() *slog.Logger { return slog.New(quiet{}) }

type quiet struct{}

func (quiet) Enabled(context.Context, slog.Level) bool  { return false }
func (quiet) Handle(context.Context, slog.Record) error { return nil }
func (q quiet) WithAttrs([]slog.Attr) slog.Handler      { return q }
func (q quiet) WithGroup(string) slog.Handler           { return q }
