package review

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"factbot/internal/fact"
)

// SendGap hands a question in that found nothing. Equal questions, letters,
// widths, spaces and final marks apart, become one gap that counts its askers.
func (s *Service) SendGap(ctx context.Context, by fact.Actor, topic, question string) (fact.Gap, error) {
	if err := checkQuestion(question); err != nil {
		return fact.Gap{}, err
	}
	var gap fact.Gap
	err := s.act(ctx, by, intent{act: fact.ActGap, topic: topic}, func(tx Tx) error {
		if _, err := topicOf(ctx, tx, topic); err != nil {
			return err
		}
		open, err := tx.Gaps(ctx, topic, true)
		if err != nil {
			return err
		}
		gap = fact.Gap{Topic: topic, Text: question, By: by.User, Name: s.nameOf(by), At: tx.Now(), Open: true}
		i := slices.IndexFunc(open, func(g fact.Gap) bool { return foldQuestion(g.Text) == foldQuestion(question) })
		if i >= 0 {
			gap = open[i]
			askers, err := askersOf(ctx, tx, gap)
			if err != nil || slices.Contains(askers, by.User) {
				return err
			}
			if who, err := recognised(ctx, tx, by); err != nil || who.Is(gap.By) {
				return err
			}
		}
		gap.Asked++
		if gap.ID, err = tx.SaveGap(ctx, gap); err != nil {
			return err
		}
		e := s.event(by, fact.ActGap)
		e.Topic, e.Note = topic, question
		e.Values = []fact.Value{{Name: valueGap, New: strconv.FormatInt(gap.ID, 10)}}
		_, err = tx.Append(ctx, e)
		return err
	})
	if err != nil {
		return fact.Gap{}, err
	}
	return gap, nil
}

func checkQuestion(question string) error {
	if !utf8.ValidString(question) {
		return fact.Invalid("gap.encoding", "The question is not valid UTF-8 text.")
	}
	if foldQuestion(question) == "" {
		return fact.Invalid("gap.empty", "The question is empty.")
	}
	if utf8.RuneCountInString(question) > fact.MaxQuery {
		return &fact.Error{
			Code: fact.CodeTooLong, Key: "gap.long",
			Message: "The question is longer than 500 characters: shorten it.",
		}
	}
	return nil
}

// foldQuestion is what makes two questions equal.
func foldQuestion(text string) string {
	folded := strings.ToLower(norm.NFKC.String(text))
	words := strings.FieldsFunc(folded, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
	return strings.TrimFunc(strings.Join(words, " "), func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) })
}

// askersOf lists who sent a question in, as far as they were not forgotten.
func askersOf(ctx context.Context, r RecordReads, g fact.Gap) ([]fact.UserID, error) {
	events, err := r.Events(ctx, fact.EventFilter{Topic: g.Topic, Acts: []fact.Act{fact.ActGap}, Since: g.At, Oldest: true})
	if err != nil {
		return nil, err
	}
	var askers []fact.UserID
	for _, e := range events {
		if valueOf(e, valueGap) == strconv.FormatInt(g.ID, 10) && e.Actor != "" && !slices.Contains(askers, e.Actor) {
			askers = append(askers, e.Actor)
		}
	}
	return askers, nil
}

// Gaps lists a topic's open questions, oldest first: all for its reviewers,
// those they sent in themselves for others.
func (s *Service) Gaps(ctx context.Context, by fact.Actor, topic string) ([]fact.Gap, error) {
	if err := s.known(by); err != nil {
		return nil, err
	}
	var gaps []fact.Gap
	err := s.read(ctx, func(r Reads, _ time.Time) error {
		open, err := r.Gaps(ctx, topic, true)
		if err != nil || s.May(topic, by.User) {
			gaps = open
			return err
		}
		for _, g := range open {
			askers, err := askersOf(ctx, r, g)
			if err != nil {
				return err
			}
			if slices.Contains(askers, by.User) {
				gaps = append(gaps, g)
			}
		}
		return nil
	})
	return gaps, err
}

// CloseGap closes a question with the fact that answers it, and tells those who
// sent it in. Without a fact (a zero ID) it is closed unanswered and nobody told.
func (s *Service) CloseGap(ctx context.Context, by fact.Actor, gap int64, answer fact.ID) error {
	return s.act(ctx, by, intent{act: fact.ActClose, fact: answer}, func(tx Tx) error {
		g, err := s.openGap(ctx, tx, by, gap)
		if err != nil {
			return err
		}
		e := s.event(by, fact.ActClose)
		e.Topic, e.Values = g.Topic, []fact.Value{{Name: valueGap, Old: strconv.FormatInt(g.ID, 10)}}
		var f *fact.Fact
		if !answer.IsZero() {
			if f, err = load(ctx, tx, answer); err != nil {
				return err
			}
			if !f.Active() {
				return fact.Conflict("gap.retracted", answer.String()+" is retracted, so it answers nothing.").With("id", answer.String())
			}
			e.Fact, e.Version = f.ID, f.Version
		}
		g.Open = false
		if _, err := tx.SaveGap(ctx, g); err != nil {
			return err
		}
		if e, err = tx.Append(ctx, e); err != nil || f == nil {
			return err
		}
		return s.tellAskers(ctx, tx, g, f, e)
	})
}

func (s *Service) openGap(ctx context.Context, tx Tx, by fact.Actor, id int64) (fact.Gap, error) {
	all, err := tx.Gaps(ctx, "", false)
	if err != nil {
		return fact.Gap{}, err
	}
	i := slices.IndexFunc(all, func(g fact.Gap) bool { return g.ID == id })
	if i < 0 {
		return fact.Gap{}, fact.NotFound("gap.unknown", "There is no such question.")
	}
	if err := s.reviewer(all[i].Topic, by); err != nil {
		return fact.Gap{}, err
	}
	if !all[i].Open {
		return fact.Gap{}, fact.Conflict("gap.closed", "That question was closed already.")
	}
	return all[i], nil
}

func (s *Service) tellAskers(ctx context.Context, tx Tx, g fact.Gap, f *fact.Fact, e fact.Event) error {
	askers, err := askersOf(ctx, tx, g)
	if err != nil {
		return err
	}
	for _, user := range askers {
		if user == e.Actor {
			continue
		}
		_, err := tx.Enqueue(ctx, fact.Notice{
			Key: fmt.Sprintf("gap/%d/%s", g.ID, user), Kind: fact.NoticeGap, Topic: g.Topic,
			Facts: []fact.Ref{f.Ref()}, User: user, Cause: e.Seq, Item: g.ID, Text: g.Text, NotBefore: tx.Now(), CreatedAt: tx.Now(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
