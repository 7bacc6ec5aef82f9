package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// TestWhatClientsDoToText: the same answer, whatever a client made of the text.
func TestWhatClientsDoToText(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for want, forms := range map[string][]string{
		"facts latency": {"facts\u00a0latency", "facts\u2003latency", "*facts* _latency_", "`facts` `latency`", "FACTS latency",
			"  facts   latency  ", "facts \u200blatency", "ｆａｃｔｓ latency", "facts “latency”", `facts "latency"`},
		"facts KV Cache":          {"facts “KV Cache”", `facts "KV Cache"`, "facts *KV* Cache"},
		"facts rdma latency":      {"facts <#C024BE91L|rdma> latency"},
		"fact 7":                  {"RDMA-7", "rdma-7.", "7", "#7", "ＲＤＭＡ－７", "*RDMA-7*"},
		"facts --status verified": {"facts —status verified", "facts –status VERIFIED", "facts --status=verified"},
	} {
		answer := r.ask(want).Text()
		for _, form := range forms {
			if got := r.ask(form).Text(); got != answer {
				t.Errorf("%q differs from %q:\n%s\n%s", form, want, got, answer)
			}
		}
	}
}

// TestEveryCharacterIsLiteral: no query is an error, and none lists everything
// that does not say so.
func TestEveryCharacterIsLiteral(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for query, first := range map[string]int{"all-to-all": 7, "3,200": 11, "20%-50%": 4, "macOS 26.2": 9, "1.5 microseconds": 18,
		"near-RDMA": 16, "KV Cache": 3, "20%": 4, "内核": 13} {
		if got := ids(r.ask("facts " + query)); len(got) == 0 || got[0] != first {
			t.Errorf("facts %s: got %v, want %d first", query, got, first)
		}
	}
	for _, query := range []string{`"`, "“", "，", "\u200b", "%", "_", "* *"} {
		for _, text := range []string{query, "facts " + query} {
			if reply := r.ask(text); reply.Kind != bot.KindHelp || len(ids(reply)) != 0 {
				t.Errorf("%q: got %s %v, want the usage", text, reply.Kind, ids(reply))
			}
		}
	}
	for _, query := range []string{"50%", "why?", "a-b", "don't", "NEAR(a b)", "x OR y", "-latency", "a*", "(", "'; DROP TABLE facts; --", "%d%s%n", "{name}"} {
		if reply := r.ask("facts " + query); reply.Kind == bot.KindBroken || reply.Kind == bot.KindRefused {
			t.Errorf("facts %s: %s %s", query, reply.Kind, reply.Text())
		}
	}
}

// TestReadingWritesNothing: what reads or cannot be used leaves no row behind.
func TestReadingWritesNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	before := r.events(t)
	for _, text := range []string{"", "facts", "facts “", "facts ，", "facts \u200b", "flag 3", "flag", "add", "check", "fact 99", "timeline", "history 7",
		"queue", "gaps", "topics", "help", "verify 7", "retract 7 because", strings.Repeat("x", 501)} {
		r.ask(text)
	}
	if after := r.events(t); len(after) != len(before) {
		t.Errorf("%d events before, %d after", len(before), len(after))
	}
}

func (r *rig) events(t *testing.T) []fact.Event {
	t.Helper()
	events, err := r.db.Events(context.Background(), fact.EventFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// TestReasonIsKeptByteForByte: from typed text and from a form.
func TestReasonIsKeptByteForByte(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for i, note := range []string{"he said “no”", "line1\nline2", "R&D says < 10us", "100% + 5% ＲＤＭＡ，全角", "C++ verbs, 100% + 5%", "Ask <!channel> and <@U1>"} {
		id := fact.ID{Prefix: "RDMA", N: i + 3}
		r.ask("flag " + id.String() + " " + note)
		r.keeps(t, id, note)
		r.Handle(context.Background(), bot.Request{Text: "flag " + id.String(), Topic: "rdma", Actor: r.actor("reader2"), Place: channel,
			Via: bot.ViaForm, Fields: map[string]string{"reason": "wrong", "note": note}})
		r.keeps(t, id, note)
	}
}

func (r *rig) keeps(t *testing.T, id fact.ID, note string) {
	t.Helper()
	flags, err := r.db.Flags(context.Background(), fact.FlagFilter{Fact: id, Open: true})
	if err != nil || len(flags) == 0 {
		t.Fatal(id, flags, err)
	}
	if got := flags[len(flags)-1].Note; got != note {
		t.Errorf("%s: kept %q, want %q", id, got, note)
	}
}

// TestTooLong: a query over the limit is a distinct answer, and one at it is not.
func TestTooLong(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for text, want := range map[string]fact.Code{
		strings.Repeat("延", 500): "", strings.Repeat("延", 501): fact.CodeTooLong,
		"facts " + strings.Repeat("x", 501): fact.CodeTooLong, "check " + strings.Repeat("y", 4001): fact.CodeTooLong,
		"add " + strings.Repeat("y", 4001): fact.CodeTooLong,
	} {
		if reply := r.ask(text); reply.Code != want || want != "" && !strings.Contains(reply.Text(), "characters") && !strings.Contains(reply.Text(), "个字符") {
			t.Errorf("%d characters: %q %s", utf8.RuneCountInString(text), reply.Code, reply.Text())
		}
	}
}

// TestDeterminism: ties do not come back in changing order.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, text := range []string{"facts RDMA", "facts", "card", "timeline", "check RDMA is fast. It is lossless."} {
		want := r.ask(text).Text()
		for range 50 {
			if got := r.ask(text).Text(); got != want {
				t.Fatalf("%s changed:\n%s\n%s", text, want, got)
			}
		}
	}
}

// TestCitations: each shown fact has its own line of its own file, nothing
// invented, and the lack of a source said.
func TestCitations(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	reply := r.Handle(context.Background(), bot.Request{Text: "facts RDMA", Via: bot.ViaTerminal, All: true})
	asked := bot.AskJSON(reply)
	if len(asked.Facts) < 18 {
		t.Fatalf("%d facts", len(asked.Facts))
	}
	text := reply.Text()
	for _, f := range asked.Facts {
		n := 0
		for _, c := range f.Citations {
			n++
			if c.Document != "rdma.txt" || c.URL != "" || c.Title != "" || c.Date != "" || len(c.Hash) != 64 {
				t.Errorf("%s cites %+v", f.ID, c)
			}
			id, _ := fact.ParseID(f.ID, "")
			if want := 18 + id.N; c.Line != want {
				t.Errorf("%s cites line %d, want %d", f.ID, c.Line, want)
			}
		}
		if n != 1 || strings.Count(text, f.Text) < 1 {
			t.Errorf("%s: %d citations, or not in the text", f.ID, n)
		}
	}
	if !strings.Contains(text, "no external source recorded") || strings.Contains(text, "http") {
		t.Error(text)
	}
	for _, tail := range []string{"训练效率提升20%-50%", "account for 30%–50% of total training time."} {
		if !strings.Contains(r.Handle(context.Background(), bot.Request{Text: "facts", Via: bot.ViaTerminal, All: true}).Text(), tail+"\n") {
			t.Errorf("no line ends in %q", tail)
		}
	}
}

// TestAskJSON: the shape that programs rely on.
func TestAskJSON(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	raw, err := json.Marshal(bot.AskJSON(r.Handle(context.Background(), bot.Request{Text: "facts caffeine", Via: bot.ViaTerminal, All: true})))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Facts []struct {
			ID, Text, Lang, Status string
			Confidence, Flags      int
			Score                  float64
			Citations              []map[string]any
		}
		Nearest []any
		Notice  string
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Facts) != 1 || got.Nearest == nil || got.Notice == "" {
		t.Fatal(string(raw))
	}
	f := got.Facts[0]
	if f.ID != "TEA-5" || f.Text != "Matcha powder whisked into hot milk keeps its caffeine." || f.Lang != "en" || f.Status != "unverified" ||
		f.Confidence != 50 || f.Flags != 0 || f.Score <= 0 || len(f.Citations) != 1 || f.Citations[0]["document"] != "tea.txt" {
		t.Errorf("%s", raw)
	}
	none := bot.AskJSON(r.Handle(context.Background(), bot.Request{Text: "facts airship", Via: bot.ViaTerminal, All: true}))
	if len(none.Facts) != 0 || !strings.Contains(none.Notice, "Nothing is recorded") {
		t.Errorf("%+v", none)
	}
}

// TestLocales: private answers in the reader's language, public ones in that of
// the question; facts in their own.
func TestLocales(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	actor := r.actor("reader")
	actor.Locale = "zh-CN"
	private := r.Handle(context.Background(), bot.Request{Text: "facts caffeine", Topic: "tea", Actor: actor, Place: channel, Via: bot.ViaCommand})
	public := r.Handle(context.Background(), bot.Request{Text: "facts caffeine", Actor: actor, Place: channel, Via: bot.ViaMention})
	if private.Locale != bot.LocaleZH || private.Public || public.Locale != bot.LocaleEN || !public.Public {
		t.Errorf("private %s, public %s", private.Locale, public.Locale)
	}
	for _, text := range []string{"", "help", "facts", "fact 3", "timeline", "history 3", "topics", "queue", "gaps", "facts airship", "flag 3", "fact 99",
		"review", "facts caffeine --min x", strings.Repeat("x", 501)} {
		reply := r.Handle(context.Background(), bot.Request{Text: text, Topic: "tea", Actor: actor, Place: channel, Via: bot.ViaCommand})
		if reply.Locale != bot.LocaleZH || fact.DetectLang(reply.Lead.String()+buttonLabels(reply)) == fact.English {
			t.Errorf("%q is answered in English: %s", text, reply.Text())
		}
		if got := reply.Text(); strings.Contains(got, "龙井") && !strings.Contains(got, "龙井茶产自杭州西湖一带。") {
			t.Errorf("%q: a statement was cut: %s", text, got)
		}
	}
}

func buttonLabels(r bot.Reply) string {
	s := ""
	for _, b := range r.Buttons {
		s += b.Label
	}
	return s
}

// TestSeveralTopics: one bot, several topics, each with its ids.
func TestSeveralTopics(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt", "coffee.txt")
	ask := func(text string) bot.Reply {
		return r.Handle(context.Background(), bot.Request{Text: text, Actor: r.actor("reader"), Place: channel, Via: bot.ViaMention})
	}
	shown := func(reply bot.Reply) string {
		var s []string
		for _, ref := range reply.Shown() {
			s = append(s, ref.ID.String())
		}
		slices.Sort(s)
		return strings.Join(s, " ")
	}
	for text, want := range map[string]string{
		"facts caffeine": "COFFEE-1 TEA-5", "tea facts caffeine": "TEA-5", "tea caffeine": "TEA-5", "Green tea caffeine": "TEA-5",
		"COFFEE-1": "COFFEE-1", "coffee 1": "COFFEE-1", "coffee fact 1": "COFFEE-1", "tea fact 5": "TEA-5",
	} {
		if got := shown(ask(text)); got != want {
			t.Errorf("%q shows %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]fact.Code{"fact 1": fact.CodeInvalid, "flag 1 wrong": fact.CodeInvalid, "timeline": fact.CodeInvalid, "COFFEE-9": fact.CodeNotFound} {
		if reply := ask(text); reply.Code != want {
			t.Errorf("%q: %s %s", text, reply.Code, reply.Text())
		}
	}
	if got := ask("fact 1").Text(); !strings.Contains(got, "COFFEE-1") || !strings.Contains(got, "TEA-1") {
		t.Errorf("the topics are not offered: %s", got)
	}
	if got := ask("facts"); got.Kind != bot.KindList || len(got.Sections) != 2 {
		t.Errorf("facts of every topic: %s", got.Text())
	}
	if got := r.Handle(context.Background(), bot.Request{Text: "facts", Topic: "cocoa", Via: bot.ViaCommand}); got.Code != fact.CodeNotFound || !strings.Contains(got.Text(), "cocoa") {
		t.Errorf("an unknown topic: %s", got.Text())
	}
}

// TestFaultsAreNoResults: a fault is said to be one, with the id to report.
func TestFaultsAreNoResults(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.Records = refusing{r.Records}
	for _, text := range []string{"", "fact 7", "history 7", "timeline"} {
		reply := r.ask(text)
		if reply.Kind != bot.KindBroken || !strings.Contains(reply.Text(), "req-1") || strings.Contains(reply.Text(), errDisk.Error()) {
			t.Errorf("%q: %s %s", text, reply.Kind, reply.Text())
		}
	}
	if reply := r.Home(context.Background(), r.actor("reader")); reply.Kind != bot.KindBroken {
		t.Errorf("home: %s", reply.Text())
	}
	r.Records = panicking{r.Records}
	if reply := r.ask("history 7"); reply.Kind != bot.KindBroken || strings.Contains(reply.Text(), "goroutine") {
		t.Errorf("a panic: %s", reply.Text())
	}
	if _, err := r.Notice(context.Background(), fact.Notice{Key: "k", Kind: fact.NoticeQueue, Topic: "rdma", Facts: []fact.Ref{{ID: fact.ID{Prefix: "RDMA", N: 7}}}}); err == nil {
		t.Error("a notice over a broken store is worded")
	}
	if _, err := r.Notice(context.Background(), fact.Notice{Key: "k", Kind: fact.NoticeCorrection, Facts: []fact.Ref{{ID: fact.ID{Prefix: "RDMA", N: 99}}}}); fact.CodeOf(err) != fact.CodeNotFound {
		t.Errorf("a notice about nothing is not dropped: %v", err)
	}
}

type panicking struct{ bot.Records }

func (panicking) Events(context.Context, fact.EventFilter) ([]fact.Event, error) { panic("events") }

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
