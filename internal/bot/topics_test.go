package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

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
	for _, text := range []string{
		"", "help", "facts", "fact 3", "timeline", "history 3", "topics", "queue", "gaps", "facts airship", "flag 3", "fact 99",
		"review", "facts caffeine --min x", strings.Repeat("x", 501),
	} {
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
	if got := ask("facts"); got.Kind != bot.KindList || len(got.Sections) < 2 {
		t.Errorf("facts of every topic: %s", got.Text())
	}
	if got := r.Handle(context.Background(), bot.Request{Text: "facts", Topic: "cocoa", Via: bot.ViaCommand}); got.Code != fact.CodeNotFound || !strings.Contains(got.Text(), "cocoa") {
		t.Errorf("an unknown topic: %s", got.Text())
	}
}

// TestWhy: a fact's place is explained in words, in the reader's language.
func TestWhy(t *testing.T) {
	t.Parallel()
	r := newRig(t, "tea.txt")
	zh := r.actor("reader")
	zh.Locale = "zh-CN"
	for text, want := range map[string][2]string{
		"facts caffeine --explain": {"“caffeine” stands in it", "原文含有“caffeine”"},
		"why 5 caffeine":           {"place 1 of 1", "第 1 位，共 1 条"},
		"why 3 West Lake":          {"glossary", "主题词表"},
		"why 1 caffeine":           {"does not answer", "并不回答"},
	} {
		for i, actor := range []fact.Actor{r.actor("reader"), zh} {
			got := r.Handle(context.Background(), bot.Request{Text: text, Topic: "tea", Actor: actor, Place: channel, Via: bot.ViaCommand}).Text()
			if !strings.Contains(got, want[i]) {
				t.Errorf("%s: no %q in\n%s", text, want[i], got)
			}
		}
	}
}
