package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// TestRepeatsAreSilent: the same delivery twice acts once and says nothing more.
func TestRepeatsAreSilent(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	req := bot.Request{Text: "flag 3 wrong", Topic: "rdma", Actor: r.actor("reader"), Place: channel, Via: bot.ViaCommand}
	if reply := r.Handle(context.Background(), req); reply.Kind != bot.KindDone || reply.Silent {
		t.Fatal(reply.Text())
	}
	before := len(r.events(t))
	if reply := r.Handle(context.Background(), req); !reply.Silent {
		t.Errorf("a repeat answers: %s", reply.Text())
	}
	if after := len(r.events(t)); after != before {
		t.Errorf("a repeat acted: %d events, then %d", before, after)
	}
}

// losing is an inbox whose first answer is lost, as in a crash after the act.
type losing struct {
	bot.Inbox
	lost bool
}

func (l *losing) Answer(ctx context.Context, q fact.Question, n fact.Notice, quotes []fact.Quote) error {
	if !l.lost {
		l.lost = true
		return errors.New("power cut")
	}
	return l.Inbox.Answer(ctx, q, n, quotes)
}

// TestResume: a stop between the act in a question and its answer neither loses
// nor doubles anything.
func TestResume(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"flag TEA-3 wrong":                "Your doubt about TEA-3 is recorded: Wrong.",
		"retract TEA-3 v1 measured anew":  "TEA-3 is retracted.",
		"facts caffeine":                  "TEA-5",
		"retract TEA-99 v1 measured anew": "There is no fact TEA-99.",
		"retract TEA-3 v7 measured anew":  "TEA-3 has changed since you saw it",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, "tea.txt")
			r.Inbox = &losing{Inbox: r.Inbox}
			ctx := context.Background()
			q := fact.Question{Key: "event-1", Text: text, Actor: r.actor("reviewer"), At: r.now(),
				Place: fact.Place{Kind: fact.PlacePublic, Channel: "CTEA", Name: "tea", Message: "17.1"}}
			if fresh, err := r.Receive(ctx, q); err != nil || !fresh {
				t.Fatal(fresh, err)
			}
			if err := r.Work(ctx, q); err == nil {
				t.Fatal("a lost answer is no error")
			}
			r.pass(time.Minute)
			before := len(r.events(t))
			if err := r.Resume(ctx); err != nil {
				t.Fatal(err)
			}
			if after := len(r.events(t)); after != before {
				t.Errorf("the act ran twice: %d events, then %d", before, after)
			}
			answers := r.waiting(t, fact.NoticeAnswer)
			if len(answers) != 1 || answers[0].Place.Thread != "17.1" {
				t.Fatalf("%d answers: %+v", len(answers), answers)
			}
			for range 2 { // worded as often as it takes to send it
				reply, err := r.Notice(ctx, answers[0])
				if err != nil || !strings.Contains(reply.Text(), want) || !reply.Public {
					t.Errorf("%v: %s", err, reply.Text())
				}
			}
			if after := len(r.events(t)); after != before {
				t.Errorf("wording the answer acted: %d events, then %d", before, after)
			}
			if err := r.Resume(ctx); err != nil || len(r.waiting(t, fact.NoticeAnswer)) != 1 {
				t.Error("answered twice", err)
			}
		})
	}
}

// TestPrivateTextStaysPrivate: of a message in a private conversation nothing
// is copied into a form or kept.
func TestPrivateTextStaysPrivate(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	before := len(r.events(t))
	secret := "Our secret is that TEA-5 is wrong. Matcha keeps its caffeine."
	for _, kind := range []fact.PlaceKind{fact.PlacePrivate, fact.PlaceDirect, fact.PlaceUnknown} {
		for _, verb := range []string{"add", "check", "flag"} {
			reply := r.Handle(context.Background(), bot.Request{Text: verb, Via: bot.ViaShortcut, Actor: r.actor("reader"), Place: channel,
				Quoted: &bot.Quoted{Text: secret, Place: fact.Place{Kind: kind, Channel: "C9"}}})
			if reply.Kind == bot.KindBroken || reply.Kind == bot.KindRefused {
				t.Errorf("%s: %s", verb, reply.Text())
			}
			if verb == "check" {
				continue // shown to the one who asked, and gone
			}
			if strings.Contains(reply.Text(), "secret") {
				t.Errorf("%s copies the text: %s", verb, reply.Text())
			}
		}
	}
	if after := len(r.events(t)); after != before {
		t.Errorf("%d events before, %d after", before, after)
	}
}
