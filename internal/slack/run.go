package slack

import (
	"context"
	"errors"
	"sync"
)

// Run connects to Slack and works until ctx ends, or until Slack says something that no retry can help against; that is
// returned as one sentence. When ctx ends no new delivery is taken, what is in hand is finished within Limits.Drain, and
// nil is returned. Over HTTP deliveries are answered as soon as ServeHTTP is reachable, whether Run has reached Slack or
// not. Run may be called once.
func (a *App) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var parts sync.WaitGroup
	parts.Go(func() {
		if err := a.authenticate(ctx); err != nil {
			stop(err)
		}
	})
	parts.Go(func() { a.directory.run(ctx) })
	if a.Mode == ModeSocket {
		parts.Go(func() {
			if err := a.sockets.run(ctx); err != nil {
				stop(err)
			}
		})
	}
	<-ctx.Done()
	parts.Wait()
	a.drain()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// drain waits for what is in hand, then ends it.
func (a *App) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), a.Limits.Drain)
	defer cancel()
	a.pool.drain(ctx)
	a.shares.overdue()
	a.pool.drain(ctx)
	a.endLife()
	a.http.CloseIdleConnections()
}
