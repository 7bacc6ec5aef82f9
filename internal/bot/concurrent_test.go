package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// TestManyAtOnce: answers given at once do not mix, while acts change the facts
// beneath them; what an act changed is in the next answer.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	actor := r.actor("reader")
	actor.Delivery = ""
	var wg sync.WaitGroup
	for i := range 8 {
		locale := []string{"en-US", "zh-CN"}[i%2]
		wg.Go(func() {
			who := actor
			who.Locale = locale
			for range 50 {
				reply := r.Handle(context.Background(), bot.Request{Text: "facts caffeine", Topic: "tea", Actor: who, Place: channel, Via: bot.ViaCommand})
				text := reply.Text()
				if len(ids(reply)) != 1 || !strings.Contains(text, "Matcha powder") || (reply.Locale == bot.LocaleZH) != strings.Contains(text, "未核实") {
					t.Errorf("%s: %s", locale, text)
					return
				}
			}
		})
	}
	wg.Go(func() {
		for range 10 {
			r.act(t, actor, "flag 5 wrong", 1)
			r.act(t, actor, "withdraw 5", 0)
		}
	})
	wg.Wait()
}

// TestDoneServesAgain: an answer made where others were made before is the one
// that it is anywhere else, whoever asks beside it.
func TestDoneServesAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	reader := r.actor("reader")
	ask := func(text, locale string) bot.Reply {
		who := reader
		who.Delivery, who.Locale = "", locale
		return r.Handle(context.Background(), bot.Request{Text: text, Topic: "rdma", Actor: who, Place: channel, Via: bot.ViaCommand})
	}
	texts := []string{
		"facts latency", "facts RDMA", "facts 延迟", "facts RDMA --from 6", "facts RDMA --all", "facts", "fact 7", "what is RDMA",
		"facts zzzz", "facts RDMA --explain", "check RDMA is fast. KV cache", "flag 7", "help", "facts kvcahce",
		"share facts latency", // differs each time
	}
	locales := []string{"en-US", "zh-CN"}
	want := map[string]string{}
	for _, locale := range locales {
		for _, text := range texts[:len(texts)-1] {
			reply := ask(text, locale)
			want[locale+text] = fmt.Sprintf("%s %+v", reply.Text(), entries(&reply))
		}
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 40 * len(texts) {
				locale, text := locales[k/len(texts)%2], texts[(k+i*3)%len(texts)]
				reply := ask(text, locale)
				got := fmt.Sprintf("%s %+v", reply.Text(), entries(&reply))
				if w, ok := want[locale+text]; ok && got != w {
					t.Errorf("%s\n%s\n%s", text, got, w)
					return
				}
				reply.Done()
			}
		})
	}
	all.Wait()
}

// entries are the commands of all menus and buttons of a reply.
func entries(r *bot.Reply) []string {
	var all []string
	for _, s := range r.Sections {
		if s.View == nil {
			continue
		}
		for _, b := range s.View.Entries() {
			all = append(all, b.Label+"="+b.Command)
		}
	}
	for _, b := range r.Buttons {
		all = append(all, b.Label+"="+b.Command)
	}
	return all
}

// act runs a command and looks at the doubts that the next answer shows.
func (r *rig) act(t *testing.T, actor fact.Actor, command string, doubts int) {
	t.Helper()
	ask := bot.Request{Text: command, Topic: "tea", Actor: actor, Place: channel, Via: bot.ViaCommand}
	if reply := r.Handle(context.Background(), ask); reply.Kind != bot.KindDone {
		t.Errorf("%s: %s", command, reply.Text())
	}
	ask.Text = "facts caffeine"
	if f := bot.AskJSON(r.Handle(context.Background(), ask)).Facts; len(f) != 1 || f[0].Flags != doubts {
		t.Errorf("after %s: %+v", command, f)
	}
}
