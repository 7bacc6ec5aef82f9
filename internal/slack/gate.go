package slack

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// actor is the person behind a delivery as far as is known without asking Slack. What is missing is fetched in the
// background for the next time.
func (a *App) actor(user fact.UserID, team fact.TeamID, delivery string) fact.Actor {
	who := fact.Actor{User: user, Team: team, Origin: fact.OriginSlack, Delivery: delivery}
	if p, ok := a.directory.Person(user); ok {
		who.Name, who.Locale, who.Kind = p.Name, p.Locale, p.Kind
	}
	if ours, _, _, _ := a.who.get(); ours != "" && team != "" && team != ours {
		who.Kind = fact.KindOutsider
	}
	return who
}

// gate says why a person is not answered, and the sentence for them; "" when they are.
func (a *App) gate(who *fact.Actor, zh bool) (reason, sentence string) {
	w := wordsFor(zh)
	switch {
	case who.User == "":
		return "nobody", w.outsider
	case who.Kind == fact.KindOutsider:
		return "outsider", w.outsider
	case a.RefuseGuests && who.Kind == fact.KindGuest:
		return "guest", w.guest
	case a.RefuseGuests && who.Kind == fact.KindUnknown:
		return "guest_unknown", w.guestUnknown
	case !a.rate.take(string(who.User)):
		return "rate", w.rate
	}
	return "", ""
}

// buckets are token buckets by name: each holds as many tokens as may be taken in one period, and fills at that rate.
type buckets struct {
	size   float64
	period time.Duration
	clock  func() time.Time
	mu     sync.Mutex
	byName map[string]bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

// bucketsKept bounds the memory; past it full buckets are forgotten, which changes nothing, and failing that all are.
const bucketsKept = 20_000

// newBuckets makes buckets of a size; 0 never runs out.
func newBuckets(size int, period time.Duration, clock func() time.Time) *buckets {
	return &buckets{size: float64(size), period: period, clock: clock, byName: map[string]bucket{}}
}

// take takes one token; false when the bucket is empty.
func (b *buckets) take(name string) bool {
	if b.size <= 0 {
		return true
	}
	now := b.clock()
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.byName[name]
	if !ok {
		k = bucket{tokens: b.size, at: now}
		b.sweep(now)
	}
	k.tokens = b.filled(k, now)
	k.at = now
	took := k.tokens >= 1
	if took {
		k.tokens--
	}
	b.byName[name] = k
	return took
}

func (b *buckets) filled(k bucket, now time.Time) float64 {
	return min(b.size, k.tokens+b.size*float64(max(0, now.Sub(k.at)))/float64(b.period))
}

func (b *buckets) sweep(now time.Time) {
	if len(b.byName) < bucketsKept {
		return
	}
	for name, k := range b.byName {
		if b.filled(k, now) >= b.size {
			delete(b.byName, name)
		}
	}
	if len(b.byName) >= bucketsKept {
		clear(b.byName)
	}
}

// handle asks the bot and tells the observer. Should the bot break its word and panic, the person is told so with the
// number under which the operator finds it.
func (a *App) handle(ctx context.Context, r bot.Request) (answer bot.Reply) {
	from := time.Now()
	defer func() {
		if what := recover(); what != nil {
			a.recovered(what, debug.Stack())
			zh := chineseReader(r.Actor.Locale, r.Text)
			answer = say(zh, bot.KindBroken, fact.CodeInternal, wordsFor(zh).broken+r.ID)
		}
		a.Observer.answer(r.Via, answer.Kind, time.Since(from))
	}()
	return a.Door.Handle(ctx, r)
}
