package outbox

import (
	"time"

	"golang.org/x/time/rate"

	"factbot/internal/fact"
)

// line is where notices queue: a channel, or a person's direct messages.
type line struct {
	busy  bool      // one of its notices is in flight
	until time.Time // held back until then
	pace  *rate.Limiter
}

// pacer says when a line may send. It belongs to one goroutine.
type pacer struct {
	lines     map[string]*line
	perLine   rate.Limit
	burst     int
	all       *rate.Limiter
	edits     *rate.Limiter
	editsFrom time.Time // edits are held back until then
}

func newPacer(c *Config) *pacer {
	return &pacer{
		lines: map[string]*line{}, perLine: rate.Limit(c.PerLine), burst: c.Burst,
		all:   rate.NewLimiter(rate.Limit(c.PerSecond), max(1, int(c.PerSecond))),
		edits: rate.NewLimiter(rate.Limit(c.EditsAMin/60), max(1, int(c.EditsAMin/10))),
	}
}

func (p *pacer) line(name string) *line {
	l := p.lines[name]
	if l == nil {
		l = &line{pace: rate.NewLimiter(p.perLine, p.burst)}
		p.lines[name] = l
	}
	return l
}

// take lets a notice go, or says how long it has to wait; a busy line's wait is
// over when its notice is, so it is zero and false.
func (p *pacer) take(n fact.Notice, now time.Time) (wait time.Duration, ok bool) {
	l := p.line(lineOf(n))
	if l.busy {
		return 0, false
	}
	wait = max(l.until.Sub(now), lack(l.pace, now), lack(p.all, now))
	edit := n.Place.Message != ""
	if edit {
		wait = max(wait, p.editsFrom.Sub(now), lack(p.edits, now))
	}
	if wait > 0 {
		return wait, false
	}
	l.pace.AllowN(now, 1)
	p.all.AllowN(now, 1)
	if edit {
		p.edits.AllowN(now, 1)
	}
	l.busy = true
	return 0, true
}

// lack is how long a limiter takes until it lets one more pass.
func lack(l *rate.Limiter, now time.Time) time.Duration {
	missing := 1 - l.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return time.Duration(missing/float64(l.Limit())*float64(time.Second)) + time.Microsecond
}

// done frees the notice's line, held back until a time that may be zero.
func (p *pacer) done(n fact.Notice, until time.Time) {
	l := p.line(lineOf(n))
	l.busy, l.until = false, until
}

// tidy forgets lines that have rested long enough to be as new.
func (p *pacer) tidy(now time.Time) {
	for name, l := range p.lines {
		if !l.busy && !l.until.After(now) && l.pace.TokensAt(now) >= float64(p.burst) {
			delete(p.lines, name)
		}
	}
}
