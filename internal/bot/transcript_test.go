package bot_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

var update = flag.Bool("update", false, "write the transcripts anew")

func itoa(n int) string { return strconv.Itoa(n) }

// TestTranscripts replays the conversations in testdata/conversations. A line
// that starts with "> " is a request; what follows, up to the next one, is the
// answer as text. Every file starts from a fresh database.
//
//	> reader: facts caffeine                  a slash command
//	> reviewer button: retract TEA-7 v1       also form, mention, dm, terminal, shortcut
//	> reviewer form: retract TEA-7 v1 | reason=measured otherwise
//	> reader: "facts\u00a0caffeine"           quoted as in Go
//	> clock 11m                               time passes
//	> notices                                 what waits in the outbox, worded now
//	> home reader
//	> daily                                   also weekly, outage
//	> import tea2.txt                         another file over the topic
func TestTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			replay(t, file)
		})
	}
}

func replay(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, "tea.txt")
	r.audience = t
	var out strings.Builder
	expected := map[string]string{}
	var order []string
	for line := range strings.Lines(string(data)) {
		if request, ok := strings.CutPrefix(line, "> "); ok {
			key := itoa(len(order)) + " " + strings.TrimSpace(request)
			order = append(order, key)
			continue
		}
		if len(order) == 0 {
			out.WriteString(line)
			continue
		}
		expected[order[len(order)-1]] += line
	}
	for i, key := range order {
		_, request, _ := strings.Cut(key, " ")
		got := strings.TrimRight(r.play(t, request), "\n") + "\n\n"
		got = strings.ReplaceAll(got, r.Topics()[0].Import.ShortHash(), "HASH")
		if i == len(order)-1 {
			got = strings.TrimRight(got, "\n") + "\n"
		}
		if !*update && got != expected[key] {
			t.Errorf("> %s\n--- got\n%s--- want\n%s", request, got, expected[key])
		}
		out.WriteString("> " + request + "\n" + got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// play runs one line of a transcript.
func (r *rig) play(t *testing.T, request string) string {
	t.Helper()
	if d, ok := strings.CutPrefix(request, "clock "); ok {
		by, err := time.ParseDuration(d)
		if err != nil {
			t.Fatal(err)
		}
		r.pass(by)
		return ""
	}
	if request == "notices" {
		return r.notices(t)
	}
	if done, ok := r.operate(t, request); ok {
		return done
	}
	if name, ok := strings.CutPrefix(request, "home "); ok {
		home := r.Home(context.Background(), r.actor(name))
		checkReply(t, home)
		return describe(home)
	}
	who, text, _ := strings.Cut(request, ":")
	name, door, _ := strings.Cut(who, " ")
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`) && len(text) > 1 {
		if plain, err := strconv.Unquote(text); err == nil {
			text = plain
		}
	}
	req := bot.Request{ID: "req-1", Text: text, Topic: "tea", Actor: r.actor(name), Place: channel, Via: bot.ViaCommand}
	switch door {
	case "mention":
		return r.mention(t, text, name, fact.PlacePublic)
	case "dm":
		return r.mention(t, text, name, fact.PlaceDirect)
	case "shortcut":
		verb, quoted, _ := strings.Cut(text, " | ")
		req.Text, req.Topic, req.Via, req.Quoted = verb, "", bot.ViaShortcut, &bot.Quoted{Text: quoted, Place: channel}
	case "terminal":
		req.Via, req.All, req.Topic, req.Actor = bot.ViaTerminal, true, "", fact.Actor{User: req.Actor.User, Name: name, Origin: fact.OriginTerminal}
		req.Place = fact.Place{Kind: fact.PlaceTerminal}
	case "form":
		command, fields, _ := strings.Cut(text, " | ")
		req.Text, req.Via, req.Fields = command, bot.ViaForm, map[string]string{}
		for field := range strings.SplitSeq(fields, " | ") {
			key, value, _ := strings.Cut(field, "=")
			req.Fields[key] = value
		}
	case "":
	default:
		req.Via = bot.Via(door)
	}
	reply := r.Handle(context.Background(), req)
	checkReply(t, reply)
	return describe(reply)
}

// operate runs what the program or its operator does: the schedules, an outage,
// an import of another file over the topic.
func (r *rig) operate(t *testing.T, request string) (string, bool) {
	t.Helper()
	ctx := context.Background()
	word, arg, _ := strings.Cut(request, " ")
	var err error
	switch word {
	case "daily":
		err = r.review.Daily(ctx)
	case "weekly":
		err = r.review.Weekly(ctx)
	case "outage":
		err = r.review.Outage(ctx, r.now().Add(-7*time.Minute), r.now(), 3)
	case "import":
		r.importAgain(t, arg)
	default:
		return "", false
	}
	if err != nil {
		t.Fatal(request, err)
	}
	return "", true
}

// mention asks in a channel or directly, and gives the answer as it is sent.
func (r *rig) mention(t *testing.T, text, name string, kind fact.PlaceKind) string {
	t.Helper()
	ctx := context.Background()
	actor := r.actor(name)
	q := fact.Question{Key: actor.Delivery, Text: text, Actor: actor, Place: fact.Place{Kind: kind, Channel: "CRDMA", Name: "rdma", Message: "17.1"}, At: r.now()}
	if fresh, err := r.Receive(ctx, q); err != nil || !fresh {
		t.Fatal("receive", fresh, err)
	}
	if fresh, err := r.Receive(ctx, q); err != nil || fresh {
		t.Fatal("a repeat counts as new", err)
	}
	if err := r.Work(ctx, q); err != nil {
		t.Fatal(err)
	}
	n := r.waiting(t, fact.NoticeAnswer)
	last := n[len(n)-1]
	reply, err := r.Notice(ctx, last)
	if err != nil {
		t.Fatal(err)
	}
	checkReply(t, reply)
	r.sent(t, last, reply)
	return describe(reply)
}

// sent marks a notice as sent where it was to go.
func (r *rig) sent(t *testing.T, n fact.Notice, reply bot.Reply) {
	t.Helper()
	at := n.Place
	if at.Message == "" {
		at.Message = "sent-" + itoa(int(n.ID))
	}
	if ok, err := r.db.Claim(context.Background(), n.ID); err != nil || !ok {
		t.Fatal("claim", ok, err)
	}
	if err := r.db.Sent(context.Background(), n.ID, at, reply.Shown()); err != nil {
		t.Fatal(err)
	}
}

func (r *rig) waiting(t *testing.T, kinds ...fact.NoticeKind) []fact.Notice {
	t.Helper()
	all, err := r.db.Notices(context.Background(), fact.NoticeFilter{State: fact.NoticeWaiting})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(n fact.Notice) bool {
		return n.NotBefore.After(r.now()) || len(kinds) > 0 && !slices.Contains(kinds, n.Kind)
	})
}

// notices words and sends everything that is due.
func (r *rig) notices(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, n := range r.waiting(t) {
		to := string(n.Place.Channel)
		if n.User != "" {
			to += "@" + r.Name(n.User)
		}
		reply, err := r.Notice(context.Background(), n)
		if err != nil {
			fmt.Fprintf(&b, "* %s to %s: dropped: %s\n", n.Kind, to, fact.CodeOf(err))
			continue
		}
		checkReply(t, reply)
		fmt.Fprintf(&b, "* %s to %s\n%s\n", n.Kind, to, describe(reply))
		r.sent(t, n, reply)
	}
	return b.String()
}

// describe is a reply as transcripts show it.
func describe(r bot.Reply) string {
	head := "[" + string(r.Kind)
	if r.Code != "" {
		head += " " + string(r.Code)
	}
	if r.Locale == bot.LocaleZH {
		head += " zh"
	}
	if r.Public {
		head += " public"
	}
	if r.Silent {
		head += " silent"
	}
	head += "]\n"
	names := make([]string, 0, len(r.Errors))
	for name := range r.Errors {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		head += name + ": " + r.Errors[name] + "\n"
	}
	if r.Form != nil {
		head += "form " + r.Form.Command + "\n"
	}
	return head + r.Text()
}
