package app

import (
	"context"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// settleLook is how often Settle looks: what it waits for are rows and work in
// hand, which nothing announces.
const settleLook = 2 * time.Millisecond

// Settle returns once nothing is left to do now: every question received has its
// answer, every message that is due was sent or has to wait, and nothing is in
// hand. What people were shown until then is written down. It is for whoever
// watches the bot from outside, such as a terminal.
func (a *App) Settle(ctx context.Context) error {
	a.outbox.Wake()
	tick := time.NewTicker(settleLook)
	defer tick.Stop()
	for calm := 0; calm < 2; { // between two looks a commit may have made work
		settled, err := a.settled(ctx)
		if err != nil {
			return fmt.Errorf("see whether work is left: %w", err)
		}
		if settled {
			calm++
		} else {
			calm = 0
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	a.audience.flush(ctx)
	return nil
}

func (a *App) settled(ctx context.Context) (bool, error) {
	if !a.slack.Idle() {
		return false, nil
	}
	questions, err := a.db.Pending(ctx)
	if err != nil || len(questions) > 0 {
		return false, err
	}
	claimed, err := a.db.Notices(ctx, fact.NoticeFilter{State: fact.NoticeClaimed, Limit: 1})
	if err != nil || len(claimed) > 0 {
		return false, err
	}
	due, err := a.db.Due(ctx, a.Clock(), 1)
	return len(due) == 0 && a.slack.Idle(), err
}
