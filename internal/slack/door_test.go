package slack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

const testSecret = "8f742231b10e8888abcd99yyyzzz85a5" // of Slack's published example

// testDoor is a small bot: it answers by the first word of what is asked, and remembers what it was asked.
type testDoor struct {
	mu       sync.Mutex
	requests []bot.Request
	received map[string]bool
	worked   []fact.Question
	notices  map[string]bot.Reply
	failing  int           // how often Receive fails
	gate     chan struct{} // "slow" waits for it
	slow     chan struct{} // and says here that it does
	send     func(context.Context, fact.Notice) (fact.Place, []fact.Ref, error)
}

func newTestDoor() *testDoor {
	return &testDoor{received: map[string]bool{}, notices: map[string]bot.Reply{}, gate: make(chan struct{}), slow: make(chan struct{}, 100)}
}

func textReply(text string) bot.Reply {
	return bot.Reply{Kind: bot.KindList, Locale: bot.LocaleEN, Sections: []bot.Section{{Kind: bot.SectionText, Text: text}}}
}

func (d *testDoor) Handle(_ context.Context, r bot.Request) bot.Reply {
	d.mu.Lock()
	d.requests = append(d.requests, r)
	d.mu.Unlock()
	verb, rest, _ := strings.Cut(r.Text, " ")
	switch verb {
	case "facts":
		return *fiveFacts()
	case "slow":
		d.slow <- struct{}{}
		<-d.gate
		return textReply("slow answer")
	case "big":
		f := &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: 1}, Statement: strings.Repeat("延", 4000)}
		return bot.Reply{Sections: []bot.Section{{Kind: bot.SectionFact, View: &bot.FactView{Fact: f, Line: bot.Plain("RDMA-1")}}}}
	case "panic":
		panic("a broken command")
	case "silent":
		return bot.Reply{Silent: true}
	case "flag":
		return d.flag(&r)
	case "share":
		return bot.Reply{Kind: bot.KindDone, After: "share", Sections: []bot.Section{{Text: "Shared below."}}}
	case "next":
		reply := textReply("page two")
		reply.Replace = true
		return reply
	}
	return textReply("asked: " + verb + " " + rest)
}

func (d *testDoor) flag(r *bot.Request) bot.Reply {
	form := &bot.Form{Command: "flag RDMA-7", Topic: "rdma", Title: "Flag RDMA-7", Submit: "Flag it", Fields: []bot.Field{
		{Name: "reason", Kind: bot.FieldChoice, Label: "Reason", Required: true, Choices: []bot.Choice{{Value: "wrong", Label: "Wrong"}, {Value: "outdated", Label: "Outdated"}}},
		{Name: "note", Kind: bot.FieldText, Label: "Note", Max: 4000},
		{Name: "source", Kind: bot.FieldURL, Label: "Source"},
	}}
	switch {
	case r.Via != bot.ViaForm:
		return bot.Reply{Kind: bot.KindForm, Locale: bot.LocaleEN, Form: form}
	case r.Fields["note"] == "":
		return bot.Reply{Kind: bot.KindRefused, Errors: map[string]string{"note": "Say what is wrong."}}
	}
	return bot.Reply{Kind: bot.KindDone, Locale: bot.LocaleEN, Sections: []bot.Section{{Text: "Recorded: " + r.Fields["reason"] + ", " + r.Fields["note"]}}}
}

func (d *testDoor) Receive(_ context.Context, q fact.Question) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failing > 0 {
		d.failing--
		return false, errors.New("the disk is full")
	}
	if d.received[q.Key] {
		return false, nil
	}
	d.received[q.Key] = true
	return true, nil
}

func (d *testDoor) Work(ctx context.Context, q fact.Question) error {
	d.mu.Lock()
	d.worked = append(d.worked, q)
	n := fact.Notice{Key: "answer:" + q.Key, Kind: fact.NoticeAnswer, Place: q.Place, User: q.Actor.User, CreatedAt: q.At}
	n.Place.Message = ""
	d.notices[n.Key] = textReply("answer to: " + q.Text)
	send := d.send
	d.mu.Unlock()
	if send == nil {
		return nil
	}
	_, _, err := send(ctx, n)
	return err
}

func (d *testDoor) Home(_ context.Context, who fact.Actor) bot.Reply {
	return bot.Reply{Kind: bot.KindHome, Sections: []bot.Section{
		{Kind: bot.SectionHeading, Text: "Home of " + string(who.User)},
		{Kind: bot.SectionSearch, Text: "facts", Line: bot.Plain("Search")},
		{Kind: bot.SectionButtons, Buttons: []bot.Button{{Label: "Flag", Command: "flag RDMA-7"}, {Label: "Topics", Command: "topics"}}},
	}}
}

func (d *testDoor) Notice(_ context.Context, n fact.Notice) (bot.Reply, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, ok := d.notices[n.Key]
	if !ok {
		return r, fact.NotFound("notice.gone", "Nothing is left to say.")
	}
	return r, nil
}

func (d *testDoor) asked() []bot.Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]bot.Request(nil), d.requests...)
}

func (d *testDoor) answered() []fact.Question {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]fact.Question(nil), d.worked...)
}

// refusals counts what the observer was told.
type refusals struct {
	mu sync.Mutex
	by map[string]int
}

func (r *refusals) note(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by == nil {
		r.by = map[string]int{}
	}
	r.by[reason]++
}

func (r *refusals) count(reason string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.by[reason]
}

// logCapture is everything logged in a test.
type logCapture struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logCapture) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logCapture) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func (l *logCapture) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// testApp is an App over HTTP at a fixed time, with no Slack behind it.
func testApp(t testing.TB, change func(*Config)) (*App, *testDoor, *refusals) {
	t.Helper()
	door, refused := newTestDoor(), &refusals{}
	c := Config{
		Door: door, Mode: ModeHTTP, BotToken: "xoxb-test", SigningSecret: testSecret, APIURL: "http://127.0.0.1:1/api/",
		Clock: func() time.Time { return testNow }, Commands: map[string]string{"rdma": "rdma"}, Observer: Observer{Refused: refused.note},
	}
	if change != nil {
		change(&c)
	}
	a, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		a.pool.drain(ctx)
		a.endLife()
	})
	return a, door, refused
}

var testNow = time.Unix(1531420618, 0) // of Slack's published example

func (d *testDoor) String() string { return fmt.Sprintf("%d requests", len(d.requests)) }
