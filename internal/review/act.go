package review

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"factbot/internal/fact"
)

// intent is what somebody is about to do, as the log of refusals would tell it.
type intent struct {
	act   fact.Act
	topic string
	fact  fact.ID
}

// act runs one act of a person in a transaction that also commits its delivery's
// key. A refusal is logged in a second transaction, the first being rolled back.
func (s *Service) act(ctx context.Context, by fact.Actor, i intent, fn func(Tx) error) error {
	err := s.known(by)
	if err == nil {
		err = s.store.InTx(ctx, func(tx Tx) error {
			seen, err := tx.Seen(ctx, by.Delivery)
			if err != nil {
				return err
			}
			if seen {
				return fact.Conflict("act.repeated", "That was already done.")
			}
			return fn(tx)
		})
	}
	if !refused(err) {
		return err
	}
	return errors.Join(err, s.logRefusal(ctx, by, i, err))
}

// known refuses whoever Slack did not name or who is not of this workspace.
func (s *Service) known(by fact.Actor) error {
	if by.User == "" && by.Origin == fact.OriginTerminal {
		return fact.Forbidden("terminal.nobody", "Say who you are to do that: factbot ask --as U0123ABCD …")
	}
	if by.User == "" {
		return fact.Forbidden("act.nobody", "Slack did not say who you are, so nothing was done.")
	}
	if by.Kind == fact.KindOutsider {
		return fact.Forbidden("act.outsider", "Only people of this workspace can do that.")
	}
	return nil
}

// recognised is a person with what stands for them in the record since they were
// forgotten: who comes back is still who made, doubted or proposed something.
func recognised(ctx context.Context, r RecordReads, by fact.Actor) (fact.Actor, error) {
	var err error
	if by.User != "" {
		by.Alias, err = r.Pseudonym(ctx, by.User)
	}
	if err != nil {
		return by, fmt.Errorf("pseudonym: %w", err)
	}
	return by, nil
}

// refused says whether an error is a refusal: not a typing error, a missing
// thing or a fault of ours.
func refused(err error) bool {
	e, ok := asError(err)
	if !ok || e.Key == "act.repeated" {
		return false
	}
	return e.Code == fact.CodeForbidden || e.Code == fact.CodeConflict
}

func asError(err error) (*fact.Error, bool) {
	var e *fact.Error
	ok := errors.As(err, &e)
	return e, ok
}

func (s *Service) logRefusal(ctx context.Context, by fact.Actor, i intent, cause error) error {
	e, _ := asError(cause)
	return s.store.InTx(ctx, func(tx Tx) error {
		topic := i.topic
		if f, err := tx.Fact(ctx, i.fact); err == nil && topic == "" {
			topic = f.Topic
		}
		return tx.Refuse(ctx, fact.Refusal{
			At: tx.Now(), Actor: by.User, Topic: topic,
			Fact: i.fact, Act: i.act, Key: e.Key,
		})
	})
}

// reviewer refuses whoever is not a reviewer of the topic.
func (s *Service) reviewer(topic string, by fact.Actor) error {
	if s.May(topic, by.User) {
		return nil
	}
	return fact.Forbidden("act.reviewers", "Only reviewers of this topic can do that.").With("topic", topic)
}

// admin refuses whoever is not an admin; the operator's terminal always may.
func (s *Service) admin(topic string, by fact.Actor) error {
	if by.Origin == fact.OriginTerminal || s.roster.Role(topic, by.User) >= fact.Admin {
		return nil
	}
	return fact.Forbidden("act.admins", "Only admins can do that.")
}

// event starts the event of an act by a person.
func (s *Service) event(by fact.Actor, act fact.Act) fact.Event {
	return fact.Event{Act: act, Origin: by.Origin, Actor: by.User, Name: s.nameOf(by)}
}

// eventOn starts the event of an act by a person on a fact as it is after it.
func (s *Service) eventOn(f *fact.Fact, by fact.Actor, act fact.Act) fact.Event {
	e := s.event(by, act)
	e.Topic, e.Fact, e.Version = f.Topic, f.ID, f.Version
	return e
}

// nameOf is the name that an act is recorded under: none while it is unknown, so
// that whoever reads of it later finds the name that is known then.
func (s *Service) nameOf(by fact.Actor) string {
	if by.Name != "" || by.User == "" {
		return by.Name
	}
	if name := s.roster.Name(by.User); name != string(by.User) {
		return name
	}
	return ""
}

// load gives a fact, or the sentence that there is none.
func load(ctx context.Context, tx FactReads, id fact.ID) (*fact.Fact, error) {
	f, err := tx.Fact(ctx, id)
	if err == nil && f == nil || fact.CodeOf(err) == fact.CodeNotFound {
		return nil, noFact(id).Because(err)
	}
	return f, err
}

func noFact(id fact.ID) *fact.Error {
	return fact.NotFound("fact.unknown", "There is no fact "+id.String()+".").With("id", id.String())
}

// checkNote bounds a reason or note; it is kept byte for byte.
func checkNote(note string) error {
	if !utf8.ValidString(note) {
		return fact.Invalid("note.encoding", "The note is not valid UTF-8 text.")
	}
	if utf8.RuneCountInString(note) > fact.MaxNote {
		return &fact.Error{
			Code: fact.CodeTooLong, Key: "note.long",
			Message: "The note is longer than 2,000 characters: shorten it.",
			Params:  map[string]string{"max": strconv.Itoa(fact.MaxNote)},
		}
	}
	return nil
}
