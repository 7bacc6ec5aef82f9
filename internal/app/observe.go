package app

import (
	"context"
	"fmt"
	"time"

	"factbot/config"
	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/slack"
)

// observer counts what Slack's side reports.
func (a *App) observer() slack.Observer {
	return slack.Observer{
		Delivery: func(transport, kind string) { a.metrics.Envelope(kind, transport) },
		Answer: func(via bot.Via, kind bot.Kind, took time.Duration) {
			a.metrics.Question(string(via), string(kind), took)
		},
		Refused: a.metrics.Refused,
		Sent:    func(kind fact.NoticeKind, outcome string) { a.metrics.Sent(string(kind), outcome) },
		Socket: func(open int, reconnected bool) {
			a.sockets.Store(int64(open))
			if a.outbox != nil {
				a.outbox.Heard(open > 0)
			}
			if reconnected {
				a.metrics.Reconnect()
			}
		},
	}
}

// observe registers the readiness of each part and the values that are read
// when the metrics are asked for.
func (a *App) observe() {
	a.health.Add("database", a.databaseReady)
	a.health.Add("slack", func(context.Context) error { return a.slack.Ready() })
	a.health.Add("topics", func(context.Context) error {
		if len(a.catalog.Topics()) == 0 {
			return fmt.Errorf("no topic is served; import one")
		}
		return nil
	})
	a.metrics.Gauge("factbot_ready", func() float64 {
		for _, part := range a.health.Parts(context.Background()) {
			if !part.Ready {
				return 0
			}
		}
		return 1
	})
	if a.Config.Slack.Mode == config.Socket {
		a.metrics.Gauge("factbot_connections", func() float64 { return float64(a.sockets.Load()) })
	}
	a.metrics.Gauge("factbot_last_envelope_age_seconds", func() float64 {
		if at := a.slack.LastDelivery(); !at.IsZero() {
			return a.Clock().Sub(at).Seconds()
		}
		return -1
	})
	a.metrics.Gauge("factbot_facts", func() float64 { return float64(a.index.Len()) })
	a.gaugeOutbox()
	a.gaugeFlags()
}

// databaseReady reads one row, so that a lost disk is noticed.
func (a *App) databaseReady(ctx context.Context) error {
	if _, err := a.db.Value(ctx, "ready"); err != nil {
		return fmt.Errorf("the database cannot be read: %w", err)
	}
	return nil
}

func (a *App) gaugeOutbox() {
	stats := func() fact.NoticeStats {
		s, err := a.db.NoticeStats(context.Background())
		if err != nil {
			a.Logger.Warn("outbox not counted", "err", err)
		}
		return s
	}
	a.metrics.Gauge("factbot_outbox_waiting", func() float64 { return float64(stats().Waiting) })
	a.metrics.Gauge("factbot_outbox_dead", func() float64 { return float64(stats().Dead) })
	a.metrics.Gauge("factbot_outbox_oldest_seconds", func() float64 {
		if oldest := stats().Oldest; !oldest.IsZero() {
			return max(0, a.Clock().Sub(oldest).Seconds())
		}
		return 0
	})
}

// gaugeFlags counts the open flags by age.
func (a *App) gaugeFlags() {
	const day = 24 * time.Hour
	count := func(from, to time.Duration) func() float64 {
		return func() float64 {
			flags, err := a.db.Flags(context.Background(), fact.FlagFilter{Open: true})
			if err != nil {
				a.Logger.Warn("flags not counted", "err", err)
				return -1
			}
			n, now := 0, a.Clock()
			for _, f := range flags {
				if age := now.Sub(f.At); age >= from && (to == 0 || age < to) {
					n++
				}
			}
			return float64(n)
		}
	}
	a.metrics.Gauge(`factbot_flags{age="day"}`, count(0, day))
	a.metrics.Gauge(`factbot_flags{age="week"}`, count(day, 7*day))
	a.metrics.Gauge(`factbot_flags{age="fortnight"}`, count(7*day, 14*day))
	a.metrics.Gauge(`factbot_flags{age="older"}`, count(14*day, 0))
}
