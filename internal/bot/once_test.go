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
		"retract TEA-99 v1 measured anew": "There is no fact TEA-99",
		"retract TEA-3 v7 measured anew":  "TEA-3 has changed since you saw it",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, "tea.txt")
			r.Inbox = &losing{Inbox: r.Inbox}
			ctx := context.Background()
			q := fact.Question{
				Key: "event-1", Text: text, Actor: r.actor("reviewer"), At: r.now(),
				Place: fact.Place{Kind: fact.PlacePublic, Channel: "CTEA", Name: "tea", Message: "17.1"},
			}
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
			reply := r.Handle(context.Background(), bot.Request{
				Text: verb, Via: bot.ViaShortcut, Actor: r.actor("reader"), Place: channel,
				Quoted: &bot.Quoted{Text: secret, Place: fact.Place{Kind: kind, Channel: "C9"}},
			})
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

// TestWordingNeverActs: whatever a kept question says, wording its answer does
// nothing.
func TestWordingNeverActs(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	before := len(r.events(t))
	for _, text := range []string{
		"flag 3 wrong", "metoo 3", "withdraw 3", "evidence 3 https://example.com", "verify 3 v1", "correct 3 v1 New words.",
		"confidence 3 v1 10", "retract 3 v1 because", "restore 3 v1", "dismiss 3 v1 because", "relate 3 v1 refines 4", "undo 3", "handon 3 <@UREVIEWER2>",
		"add A new one.", "send-gap why", "close-gap G1", "accept P1", "reject P1 because", "subscribe", "unsubscribe", "opt-out", "opt-in", "share facts caffeine",
	} {
		for _, kind := range []fact.PlaceKind{fact.PlacePublic, fact.PlaceDirect} {
			reply, err := r.Notice(context.Background(), fact.Notice{
				Key: "answer/1", Kind: fact.NoticeAnswer, Text: text, Topic: "tea", User: "UREVIEWER",
				Place: fact.Place{Kind: kind, Channel: "CTEA"},
			})
			if err != nil || reply.Silent || strings.TrimSpace(reply.Text()) == "" {
				t.Errorf("%q: %v %q", text, err, reply.Text())
			}
		}
	}
	if after := r.events(t); len(after) != before {
		t.Errorf("wording acted: %+v", after[:len(after)-before])
	}
}

// TestFormsAskForTheTopic: where several topics are served, a proposal or a
// question says which it is for.
func TestFormsAskForTheTopic(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt", "coffee.txt")
	ask := func(via bot.Via, text string, fields map[string]string) bot.Reply {
		return r.Handle(context.Background(), bot.Request{Text: text, Actor: r.actor("reader"), Place: channel, Via: via, Fields: fields})
	}
	for _, text := range []string{"add", "send-gap who drinks it"} {
		reply := ask(bot.ViaButton, text, nil)
		if reply.Form == nil || reply.Form.Fields[0].Name != "topic" || len(reply.Form.Fields[0].Choices) != 2 {
			t.Fatalf("%s: %s", text, reply.Text())
		}
		fields := map[string]string{"topic": "coffee", "statement": "Robusta is bitter.", "confidence": "50"}
		if done := ask(bot.ViaForm, reply.Form.Command, fields); done.Kind != bot.KindDone {
			t.Errorf("%s: %s", text, done.Text())
		}
	}
	events := r.events(t)
	if events[0].Topic != "coffee" || events[1].Topic != "coffee" {
		t.Errorf("kept for %q and %q", events[0].Topic, events[1].Topic)
	}
}
