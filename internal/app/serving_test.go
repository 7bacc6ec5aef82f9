package app

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite" // to hold the database as another program would

	"factbot/internal/fact"
	"factbot/internal/slacksim"
	"factbot/internal/store"
)

// TestAnsweredOnce repeats one question as Slack does, with the same event id,
// with a new one, and after a restart.
func TestAnsweredOnce(t *testing.T) {
	t.Parallel()
	for _, http := range []bool{false, true} {
		t.Run(fmt.Sprintf("http=%v", http), func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, houseOptions{http: http})
			event, question := h.mention(t, "reader", "facts KV Cache")
			h.answered(t, question)
			repeat := func(n int, newID bool) {
				before := h.acks()
				for range n {
					if _, err := h.sim.Redeliver(event, newID); err != nil {
						t.Fatal(err)
					}
				}
				if err := h.sim.Wait(h.soon(t), func() bool { return h.acks() >= before+n }); err != nil {
					t.Errorf("%d of %d repeats acknowledged", h.acks()-before, n)
				}
				h.settle(t)
			}
			repeat(4, false)
			repeat(3, true)
			h.stop(t)
			h.start(t)
			repeat(1, false)
			repeat(1, true)
			if got := h.answers(question); len(got) != 1 {
				t.Errorf("%d answers to one question", len(got))
			}
			flags := h.flagTwice(t)
			if flags != 1 {
				t.Errorf("one flag sent twice is %d flags", flags)
			}
		})
	}
}

// flagTwice delivers one slash command twice and counts the flags it made.
func (h *house) flagTwice(t *testing.T) int {
	t.Helper()
	h.slash(t, "reader", "/rdma flag 3 dubious")
	for _, x := range h.sim.Traffic() {
		if (x.Kind == "envelope" || x.Kind == "delivery") && strings.Contains(string(x.Request), "dubious") {
			if _, err := h.sim.Replay(h.soon(t), x); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	events, err := h.db.Events(t.Context(), fact.EventFilter{Acts: []fact.Act{fact.ActFlag, fact.ActReflag}})
	if err != nil {
		t.Fatal(err)
	}
	return len(events)
}

// TestIgnored delivers what nobody should be answered for.
func TestIgnored(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	bot := h.sim.Bot()
	message := func(fields map[string]any) map[string]any {
		m := map[string]any{
			"type": "app_mention", "channel": slacksim.ChannelRDMA, "user": slacksim.Reader, "team": slacksim.TeamID,
			"text": "<@" + bot.UserID + "> facts latency", "ts": "1796000000.000100", "event_ts": "1796000000.000100",
		}
		maps.Copy(m, fields)
		return m
	}
	var events []map[string]any
	for range 20 { // an unfurl or a growing thread changes a message without changing its text
		events = append(events, map[string]any{
			"type": "message", "subtype": "message_changed", "channel": slacksim.ChannelRDMA,
			"ts": "1796000000.000300", "message": message(nil), "previous_message": message(nil),
		})
	}
	events = append(events,
		message(map[string]any{"bot_id": bot.BotID, "user": bot.UserID}),
		message(map[string]any{"user": bot.UserID}),
		message(map[string]any{"user": "USLACKBOT"}),
		message(map[string]any{"bot_id": "B0OTHER", "user": "U0OTHERBOT"}),
		message(map[string]any{"subtype": "bot_message", "user": ""}),
		message(map[string]any{"user": ""}),
		map[string]any{"type": "nobody_knows_this"},
		map[string]any{"type": "app_mention"},
	)
	posted := func() int {
		n := 0
		for _, c := range h.sim.Channels() {
			for _, m := range h.sim.Messages(c.ID, "") {
				if m.FromBot() {
					n++
				}
			}
		}
		return n
	}
	before := posted()
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.sim.Deliver(text); err != nil {
			t.Fatal(err)
		}
	}
	_, question := h.mention(t, "reader", "facts KV Cache") // delivered after them
	h.answered(t, question)
	h.settle(t)
	if n := posted() - before; n != 0 {
		t.Errorf("%d messages in answer to what nobody asked", n)
	}
	if left, err := h.db.Pending(t.Context()); err != nil || len(left) != 0 {
		t.Errorf("%d questions are left, %v", len(left), err)
	}
}

// TestHeldDatabase has another program hold the write lock while a flag and a
// question come in: both are answered, the flag once.
func TestHeldDatabase(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	other, err := sql.Open("sqlite", "file:"+h.Config.Database.Path+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	lock, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var acked time.Duration
	var flag slacksim.Result
	var wait sync.WaitGroup
	wait.Go(func() {
		from := time.Now()
		flag, err = h.sim.As("reader").Slash(h.soon(t), "rdma", "/rdma flag 3 dubious")
		acked = time.Since(from)
	})
	if text := h.slash(t, "reader2", "/rdma facts KV Cache"); !strings.Contains(text, "RDMA-3") {
		t.Errorf("a question is not answered while the database is held: %q", text)
	}
	hold := time.NewTimer(4 * time.Second)
	defer hold.Stop()
	<-hold.C
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	wait.Wait()
	if err != nil || flag.Error != "" || acked > 3*time.Second {
		t.Errorf("the command was acknowledged after %v: %v %s", acked, err, flag.Error)
	}
	if _, err := h.sim.WaitMessage(h.soon(t), func(m slacksim.Message) bool {
		return m.EphemeralTo == slacksim.Reader && strings.Contains(m.Text, "is recorded")
	}); err != nil {
		t.Error("the flag is not confirmed")
	}
	if flags, err := h.db.Flags(t.Context(), fact.FlagFilter{Open: true}); err != nil || len(flags) != 1 {
		t.Errorf("%d flags, %v", len(flags), err)
	}
}

// TestSecondInstance refuses in one line that names the first.
func TestSecondInstance(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	o := h.o
	_, err := New(t.Context(), o)
	if err == nil || !regexp.MustCompile(`process \d+ on \S+`).MatchString(err.Error()) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a second instance says %v", err)
	}
	if text := h.slash(t, "reader", "/rdma facts KV Cache"); !strings.Contains(text, "RDMA-3") {
		t.Error("the first no longer answers")
	}
	if answer, err := Ask(t.Context(), o, Question{Text: "facts KV Cache", OwnDatabase: true}); err != nil || !answer.Found {
		t.Errorf("reading beside it does not work: %v", err)
	}
	answer, err := Ask(t.Context(), o, Question{Text: "flag 3 dubious", As: "U1", OwnDatabase: true})
	if err != nil || answer.Found || !strings.Contains(answer.Text, "process") {
		t.Errorf("writing beside it: %v %q", err, answer.Text)
	}
}

// TestForged sends what Slack did not sign: nothing of it is read.
func TestForged(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{http: true})
	body := []byte("command=%2Frdma&text=flag+3+forged&user_id=U0READER&team_id=T0FACTBOT&channel_id=C0RDMA&trigger_id=1.2.abc")
	form := "application/x-www-form-urlencoded"
	old := fmt.Sprint(time.Now().Add(-6 * time.Minute).Unix())
	tests := map[string]struct {
		body   []byte
		change func(*http.Request)
		want   int
	}{
		"as signed":       {body, func(*http.Request) {}, http.StatusOK},
		"other signature": {body, func(r *http.Request) { r.Header.Set("X-Slack-Signature", "v0="+strings.Repeat("0", 64)) }, http.StatusUnauthorized},
		"no signature":    {body, func(r *http.Request) { r.Header.Del("X-Slack-Signature") }, http.StatusUnauthorized},
		"no time":         {body, func(r *http.Request) { r.Header.Del("X-Slack-Request-Timestamp") }, http.StatusUnauthorized},
		"old, signed anew": {body, func(r *http.Request) {
			r.Header.Set("X-Slack-Request-Timestamp", old)
			r.Header.Set("X-Slack-Signature", slacksim.Sign(h.sim.SigningSecret(), old, body))
		}, http.StatusUnauthorized},
		"other time": {body, func(r *http.Request) {
			r.Header.Set("X-Slack-Request-Timestamp", fmt.Sprint(time.Now().Add(time.Second).Unix()))
		}, http.StatusUnauthorized},
		"GET":       {body, func(r *http.Request) { r.Method = http.MethodGet }, http.StatusMethodNotAllowed},
		"too large": {append(body, "&x="+strings.Repeat("y", 2<<20)...), func(*http.Request) {}, http.StatusRequestEntityTooLarge},
	}
	for name, tt := range tests {
		status, answer, err := h.sim.Forge(h.soon(t), form, tt.body, tt.change)
		if err != nil || status != tt.want {
			t.Errorf("%s: status %d, %v, want %d (%s)", name, status, err, tt.want, answer)
		}
	}
	h.settle(t)
	if flags, err := h.db.Flags(t.Context(), fact.FlagFilter{}); err != nil || len(flags) != 1 {
		t.Errorf("%d flags of one well-signed command, %v", len(flags), err)
	}
}

// TestAnsweredAfterRestart finds a question that an earlier run acknowledged and
// did not come to answer.
func TestAnsweredAfterRestart(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	r, err := h.sim.As("reader").Say(t.Context(), "rdma", "a question of yesterday")
	if err != nil {
		t.Fatal(err)
	}
	h.stop(t)
	db, err := store.Open(t.Context(), store.Options{Path: h.Config.Database.Path})
	if err != nil {
		t.Fatal(err)
	}
	asked := fact.Question{
		Key: "event:left", Text: "facts KV Cache", Actor: fact.Actor{User: slacksim.Reader, Team: slacksim.TeamID, Origin: fact.OriginSlack},
		Place: fact.Place{Kind: fact.PlacePublic, Channel: slacksim.ChannelRDMA, Thread: r.Message.TS, Message: r.Message.TS},
	}
	if isNew, err := db.Receive(t.Context(), asked); err != nil || !isNew {
		t.Fatal(isNew, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	h.start(t)
	if m := h.answered(t, r.Message.Ref()); !strings.Contains(m.Text, "RDMA-3") {
		t.Errorf("the answer is %q", m.Text)
	}
}

// TestBounds holds one person to so many questions a minute and one thread to so
// many replies an hour; both are said.
func TestBounds(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{set: map[string]any{"slack.rate_per_minute": 3, "slack.thread_budget": 2}})
	refused := 0
	for range 5 {
		if strings.Contains(h.slash(t, "reader", "/rdma facts KV Cache"), "a lot of questions") {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%d of 5 questions were too many, want 2", refused)
	}
	h.clock.pass(2 * time.Minute)
	if text := h.slash(t, "reader", "/rdma facts KV Cache"); !strings.Contains(text, "RDMA-3") {
		t.Errorf("two minutes later: %q", text)
	}
	_, question := h.mention(t, "reader2", "facts KV Cache")
	h.answered(t, question)
	for range 2 {
		h.clock.pass(time.Minute)
		h.mention(t, "reader2", "facts KV Cache", slacksim.InThread(question.TS))
	}
	if _, err := h.sim.WaitMessage(h.soon(t), func(m slacksim.Message) bool {
		return m.EphemeralTo == slacksim.Reader2 && strings.Contains(m.Text, "as often in this thread as it may")
	}); err != nil {
		t.Error("nobody is told that the thread's budget is spent")
	}
	h.settle(t)
	public := 0
	for _, m := range h.answers(question) {
		if m.EphemeralTo == "" {
			public++
		}
	}
	if public != 2 {
		t.Errorf("%d replies in a thread that may have 2", public)
	}
}
