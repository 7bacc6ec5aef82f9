package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/review"
)

// oneTopic is a roster whose reviewers review the topic tea alone.
type oneTopic struct{ *rig }

func (r oneTopic) Role(topic string, user fact.UserID) fact.Role {
	if topic != "tea" {
		return fact.Reader
	}
	return r.rig.Role(topic, user)
}

func (r oneTopic) Reviewers(topic string) []fact.UserID {
	if topic != "tea" {
		return nil
	}
	return r.rig.Reviewers(topic)
}

// TestQueueOffersDecisionsByTopic: a reviewer of one topic sees what waits in
// another as its readers do.
func TestQueueOffersDecisionsByTopic(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt", "coffee.txt")
	r.review = review.New(review.Config{Store: transactions{r.db}, Roster: oneTopic{r}, Settings: review.Settings{Channel: "CREVIEW"}})
	r.Bot = bot.New(bot.Config{
		Index: r.index, Catalog: r, Records: r.db, Review: r.review, Inbox: r.db, Sharing: r.db,
		Audience: r, People: oneTopic{r}, Clock: r.now, Name: "factbot",
	})
	ask := func(who, text string) bot.Reply {
		return r.Handle(context.Background(), bot.Request{Text: text, Actor: r.actor(who), Place: fact.Place{Kind: fact.PlaceDirect, Channel: "D1"}, Via: bot.ViaMention})
	}
	for _, id := range []string{"TEA-1", "COFFEE-1"} {
		if reply := ask("reader", "flag "+id+" wrong a note on "+id); reply.Kind == bot.KindRefused {
			t.Fatal(reply.Text())
		}
	}
	r.pass(time.Hour)
	commands := ""
	queue := ask("reviewer", "queue")
	for _, s := range queue.Sections {
		for _, b := range s.Buttons {
			commands += b.Command + "\n"
		}
		if s.View != nil {
			for _, b := range s.View.Entries() {
				commands += b.Command + "\n"
			}
		}
	}
	for _, verb := range []string{"verify ", "correct ", "confidence ", "retract ", "relate ", "handon "} {
		if !strings.Contains(commands, verb+"TEA-1") || strings.Contains(commands, verb+"COFFEE-1") {
			t.Errorf("%s is offered on the wrong facts:\n%s", verb, commands)
		}
	}
	if text := queue.Text(); !strings.Contains(text, "a note on TEA-1") || strings.Contains(text, "a note on COFFEE-1") {
		t.Errorf("notes:\n%s", text)
	}
}

// TestRejectSaysWhoIsTold: nobody proposed what a file says, so nobody is told.
func TestRejectSaysWhoIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	ask := func(who string, via bot.Via, text string, fields map[string]string) bot.Reply {
		return r.Handle(context.Background(), bot.Request{Text: text, Topic: "tea", Actor: r.actor(who), Place: channel, Via: via, Fields: fields})
	}
	if reply := ask("reviewer", bot.ViaForm, "confidence TEA-1 v1", map[string]string{"confidence": "7", "reason": "so"}); reply.Kind != bot.KindDone {
		t.Fatal(reply.Text())
	}
	r.importAgain(t, "tea.txt")
	for _, p := range []struct{ who, statement string }{{"reader", "One."}, {"reviewer", "Two."}} {
		if _, err := r.review.Propose(context.Background(), r.actor(p.who), fact.Proposal{Topic: "tea", Statement: p.statement}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		item, lead string
		required   bool
	}{
		{"P1", "P1 is rejected: TEA-1 stays as it is, whatever the file says.", false},
		{"P2", "P2 is rejected, and whoever proposed it is told why.", true},
		{"P3", "P3 is rejected.", true},
	} {
		form := ask("reviewer", bot.ViaButton, "reject "+c.item, nil).Form
		if form == nil || form.Fields[0].Required != c.required || strings.Contains(form.Fields[0].Hint, "proposed") != c.required {
			t.Fatalf("%s: form %+v", c.item, form)
		}
		reply := ask("reviewer", bot.ViaForm, "reject "+c.item, map[string]string{"reason": "so"})
		if got := reply.Lead.String(); got != c.lead {
			t.Errorf("%s: %q, want %q", c.item, got, c.lead)
		}
	}
}
