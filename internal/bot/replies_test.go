package bot_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// TestWhatClientsDoToText: the same answer, whatever a client made of the text.
func TestWhatClientsDoToText(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for want, forms := range map[string][]string{
		"facts latency": {
			"facts\u00a0latency", "facts\u2003latency", "*facts* _latency_", "`facts` `latency`", "FACTS latency",
			"  facts   latency  ", "facts \u200blatency", "ｆａｃｔｓ latency", "facts “latency”", `facts "latency"`,
		},
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
	for query, first := range map[string]int{
		"all-to-all": 7, "3,200": 11, "20%-50%": 4, "macOS 26.2": 9, "1.5 microseconds": 18,
		"near-RDMA": 16, "KV Cache": 3, "20%": 4, "内核": 13,
	} {
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
	for _, text := range []string{
		"", "facts", "facts “", "facts ，", "facts \u200b", "flag 3", "flag", "add", "check", "fact 99", "timeline", "history 7",
		"queue", "gaps", "topics", "help", "verify 7", "retract 7 because", strings.Repeat("x", 501),
	} {
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
		r.Handle(context.Background(), bot.Request{
			Text: "flag " + id.String(), Topic: "rdma", Actor: r.actor("reader2"), Place: channel,
			Via: bot.ViaForm, Fields: map[string]string{"reason": "wrong", "note": note},
		})
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

// away is a store that cannot be reached for the moment.
type away struct{ bot.Records }

func (away) Events(context.Context, fact.EventFilter) ([]fact.Event, error) {
	return nil, &fact.Error{Code: fact.CodeUnavailable, Key: "store.closed", Message: "The database is closed."}
}

// TestAnswersWaitForTheStore: a public answer that cannot be worded just now is
// sent later, not replaced by an apology.
func TestAnswersWaitForTheStore(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	n := fact.Notice{Key: "answer/1", Kind: fact.NoticeAnswer, Text: "history 7", Place: channel}
	records := r.Records
	r.Records = away{records}
	if _, err := r.Notice(context.Background(), n); fact.CodeOf(err) != fact.CodeUnavailable {
		t.Errorf("got %v", err)
	}
	if reply := r.ask("history 7"); reply.Kind != bot.KindBroken || !strings.Contains(reply.Text(), "cannot be reached") {
		t.Errorf("got %s", reply.Text())
	}
	r.Records = records
	if reply, err := r.Notice(context.Background(), n); err != nil || reply.Kind != bot.KindList {
		t.Errorf("got %v %s", err, reply.Text())
	}
}
