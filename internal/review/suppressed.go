package review

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
)

// The replies that a channel's daily limit held back are counted per topic and
// week, by the event they belonged to, so that undoing it takes them back: a
// value of the form "12=3 15=1".

func (s *Service) suppressedKey(topic string, at time.Time) string {
	return fmt.Sprintf("suppressed/%s/%d", topic, s.week(at))
}

// suppress remembers how many replies of the decision were held back.
func (f *follower) suppress(ctx context.Context) error {
	if f.held == 0 {
		return nil
	}
	key := f.suppressedKey(f.out.After.Topic, f.out.Event.At)
	old, err := f.tx.Value(ctx, key)
	if err != nil {
		return err
	}
	return f.tx.SetValue(ctx, key, strings.TrimSpace(fmt.Sprintf("%s %d=%d", old, f.out.Event.Seq, f.held)))
}

// unsuppress forgets the replies held back of a decision that was undone.
func (s *Service) unsuppress(ctx context.Context, tx Tx, e fact.Event) error {
	key := s.suppressedKey(e.Topic, e.At)
	old, err := tx.Value(ctx, key)
	if err != nil || old == "" {
		return err
	}
	var kept []string
	for entry := range strings.FieldsSeq(old) {
		if !strings.HasPrefix(entry, strconv.FormatInt(e.Seq, 10)+"=") {
			kept = append(kept, entry)
		}
	}
	return tx.SetValue(ctx, key, strings.Join(kept, " "))
}

// suppressed sums the replies held back in the week of a time.
func (s *Service) suppressed(ctx context.Context, r RecordReads, topic string, at time.Time) (int, error) {
	text, err := r.Value(ctx, s.suppressedKey(topic, at))
	if err != nil {
		return 0, err
	}
	sum := 0
	for entry := range strings.FieldsSeq(text) {
		_, count, _ := strings.Cut(entry, "=")
		n, err := strconv.Atoi(count)
		if err != nil {
			return 0, fmt.Errorf("replies held back %q: %w", text, err)
		}
		sum += n
	}
	return sum, nil
}
