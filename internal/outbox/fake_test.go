package outbox_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"factbot/internal/fact"
	"factbot/internal/outbox"
)

// memory is a store of notices in memory that behaves as the contract says.
type memory struct {
	mu     sync.Mutex
	rows   []*fact.Notice
	values map[string]string
	broken error // returned by every method while set
}

func (m *memory) put(n fact.Notice) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n.ID = int64(len(m.rows) + 1)
	n.State = cmp.Or(n.State, fact.NoticeWaiting)
	if n.CreatedAt.IsZero() {
		n.CreatedAt = time.Now()
	}
	m.rows = append(m.rows, &n)
}

func (m *memory) get(key string) fact.Notice {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range m.rows {
		if n.Key == key {
			return *n
		}
	}
	return fact.Notice{}
}

func (m *memory) Due(_ context.Context, now time.Time, limit int) ([]fact.Notice, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken != nil {
		return nil, m.broken
	}
	var due []fact.Notice
	heads := map[string]bool{}
	for _, n := range m.rows {
		line := string(n.Place.Channel) + "@" + string(n.User)
		if n.State == fact.NoticeWaiting && !n.NotBefore.After(now) && !heads[line] && len(due) < limit {
			heads[line] = true
			due = append(due, *n)
		}
	}
	return due, nil
}

func (m *memory) Stranded(context.Context) ([]fact.Notice, error) {
	return m.Notices(context.Background(), fact.NoticeFilter{State: fact.NoticeClaimed})
}

func (m *memory) change(id int64, fn func(*fact.Notice)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken != nil {
		return m.broken
	}
	fn(m.rows[id-1])
	return nil
}

func (m *memory) Claim(_ context.Context, id int64) (ok bool, err error) {
	err = m.change(id, func(n *fact.Notice) {
		if ok = n.State == fact.NoticeWaiting; ok {
			n.State = fact.NoticeClaimed
			n.Attempts++
		}
	})
	return ok, err
}

func (m *memory) Sent(_ context.Context, id int64, at fact.Place, _ []fact.Ref, _ ...fact.Notice) error {
	return m.change(id, func(n *fact.Notice) { n.State, n.Sent, n.SentAt = fact.NoticeSent, at, time.Now() })
}

func (m *memory) Later(_ context.Context, id int64, at time.Time, code string, unknown bool) error {
	return m.change(id, func(n *fact.Notice) {
		n.State, n.NotBefore, n.Error, n.Unknown = fact.NoticeWaiting, at, code, unknown
	})
}

func (m *memory) Dead(_ context.Context, id int64, code string, unknown bool) error {
	return m.change(id, func(n *fact.Notice) { n.State, n.Error, n.Unknown = fact.NoticeDead, code, unknown })
}

func (m *memory) Notices(_ context.Context, f fact.NoticeFilter) ([]fact.Notice, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []fact.Notice
	for _, n := range m.rows {
		if (f.State == "" || f.State == n.State) && (f.Kind == "" || f.Kind == n.Kind) {
			found = append(found, *n)
		}
	}
	return found, m.broken
}

func (m *memory) Value(_ context.Context, key string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.values[key], m.broken
}

func (m *memory) SetValue(_ context.Context, key, value string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values == nil {
		m.values = map[string]string{}
	}
	m.values[key] = value
	return m.broken
}

func (m *memory) breakWith(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.broken = err
}

// delivery is one call of the sender.
type delivery struct {
	key     string
	at      time.Duration // since the test began
	unknown bool
	edits   string
}

// slack is a sender that answers as it is told.
type slack struct {
	mu    sync.Mutex
	began time.Time
	calls []delivery
	say   func(n fact.Notice, call int) error // nil: everything arrives
	takes time.Duration
}

func (s *slack) Send(ctx context.Context, n fact.Notice) (fact.Place, []fact.Ref, error) {
	s.mu.Lock()
	s.calls = append(s.calls, delivery{n.Key, time.Since(s.began), n.Unknown, n.Place.Message})
	call, say := len(s.calls), s.say
	s.mu.Unlock()
	if s.takes > 0 {
		select {
		case <-time.After(s.takes):
		case <-ctx.Done():
			return fact.Place{}, nil, ctx.Err()
		}
	}
	if say != nil {
		if err := say(n, call); err != nil {
			return fact.Place{}, nil, err
		}
	}
	at := n.Place
	if at.Message == "" {
		at.Message = "ts-" + n.Key
	}
	return at, n.Facts, nil
}

func (s *slack) keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for _, c := range s.calls {
		keys = append(keys, c.key)
	}
	return keys
}

func (s *slack) answer(say func(fact.Notice, int) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say = say
}

// The errors a sender may give.
type (
	asksToWait time.Duration
	permanent  struct{ error }
	lost       struct{ error }
)

func (a asksToWait) Error() string             { return "ratelimited" }
func (a asksToWait) RetryAfter() time.Duration { return time.Duration(a) }
func (permanent) Permanent() bool              { return true }
func (lost) Unknown() bool                     { return true }

var errAway = &fact.Error{Code: fact.CodeUnavailable, Message: "Slack cannot be reached."}

// world is one outbox with its fakes, on the bubble's clock.
type world struct {
	*memory
	slack *slack
	box   *outbox.Outbox
	stop  func()
}

func begin(t *testing.T, change func(*outbox.Config), notices ...fact.Notice) *world {
	t.Helper()
	w := &world{memory: &memory{}, slack: &slack{began: time.Now()}}
	for _, n := range notices {
		w.put(n)
	}
	w.start(t, change)
	return w
}

func (w *world) start(t *testing.T, change func(*outbox.Config)) {
	t.Helper()
	c := outbox.Config{Store: w, Sender: w.slack, Notices: w, Values: w}
	if change != nil {
		change(&c)
	}
	w.box = outbox.New(c)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.box.Run(ctx) }()
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

// bubble runs a test on a clock of its own.
func bubble(t *testing.T, fn func(t *testing.T)) {
	t.Parallel()
	synctest.Test(t, fn)
}

// pass lets time go by until everybody waits again.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func to(channel, key string) fact.Notice {
	return fact.Notice{Key: key, Kind: fact.NoticeCorrection, Place: fact.Place{Channel: fact.ChannelID(channel)}}
}

func several(channel string, keys ...string) []fact.Notice {
	var list []fact.Notice
	for _, k := range keys {
		list = append(list, to(channel, k))
	}
	return list
}

func wantKeys(t *testing.T, s *slack, want string) {
	t.Helper()
	if got := strings.Join(s.keys(), " "); got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func states(m *memory) map[fact.NoticeState]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	count := map[fact.NoticeState]int{}
	for _, n := range m.rows {
		count[n.State]++
	}
	return count
}

func wantStates(t *testing.T, m *memory, want map[fact.NoticeState]int) {
	t.Helper()
	if got := states(m); !maps.Equal(got, want) {
		t.Errorf("states %v, want %v", got, want)
	}
}

var errBroken = errors.New("disk is full")

func sorted(keys []string) []string {
	slices.Sort(keys)
	return keys
}
