package app

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/outbox"
	"factbot/internal/store"
)

// When the daily and weekly rounds are made, in review.time_zone.
const roundHour = 9

// schedules lists what is done again and again. Each is safe to repeat within
// its period.
func (a *App) schedules() []outbox.Schedule {
	zone := reviewSettings(a.Config.Review).Location
	return []outbox.Schedule{
		{Name: "daily", Rule: outbox.At{Hour: roundHour, In: zone}, Run: a.review.Daily},
		{Name: "weekly", Rule: outbox.At{Hour: roundHour, On: []time.Weekday{time.Monday}, In: zone}, Run: a.review.Weekly},
		{Name: "prune", Rule: outbox.Every(time.Hour), Run: a.prune},
	}
}

// questionsKept is how long a question that could never be answered is kept.
const questionsKept = 24 * time.Hour

// prune removes traces that are older than the settings keep them.
func (a *App) prune(ctx context.Context) error {
	r := a.Config.Retention
	removed, err := a.db.Prune(ctx, store.Retention{
		Quotes: r.Quotes, Readings: r.Readings, Deliveries: r.Deliveries, Gaps: r.Gaps, Notices: r.Notices, Questions: questionsKept,
	})
	if err != nil {
		return fmt.Errorf("prune: %w", err)
	}
	if removed != (store.Pruned{}) {
		a.Logger.Info("pruned", "quotes", removed.Quotes, "readings", removed.Readings, "deliveries", removed.Deliveries,
			"gaps", removed.Gaps, "notices", removed.Notices, "questions", removed.Questions)
	}
	return nil
}
