package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// stopBound is how long one part may take to stop before the next is stopped.
const stopBound = 10 * time.Second

// closers releases what was acquired, last first, each within stopBound. It is
// used by a failed start and by Stop alike, and runs once.
type closers struct {
	mu    sync.Mutex
	steps []closer
}

type closer struct {
	name string
	stop func(context.Context) error
}

// add registers the release of something the line after it was acquired.
func (c *closers) add(name string, stop func(context.Context) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.steps = append(c.steps, closer{name, stop})
}

// close runs every step and returns all their errors.
func (c *closers) close(ctx context.Context, log *slog.Logger) error {
	c.mu.Lock()
	steps := c.steps
	c.steps = nil
	c.mu.Unlock()
	var errs []error
	for _, step := range slices.Backward(steps) {
		bounded, cancel := context.WithTimeout(ctx, stopBound)
		err := step.stop(bounded)
		cancel()
		if err != nil {
			log.Warn("stopping", "part", step.name, "err", err)
			errs = append(errs, fmt.Errorf("stop %s: %w", step.name, err))
		}
	}
	return errors.Join(errs...)
}
