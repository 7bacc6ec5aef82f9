package slack

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// keep makes a view one that the bot keeps, with its menu as it is now.
func keep(v *bot.FactView) {
	v.Line, v.Menu = slices.Clip(v.Line), slices.Clip(v.Menu)
	v.Kept = &bot.Kept{Fact: v.Fact, Line: v.Line, Menu: v.Menu}
}

// fresh is the reply without anything that was kept.
func fresh(r *bot.Reply) *bot.Reply {
	bare := *r
	bare.Sections = slices.Clone(r.Sections)
	for i := range bare.Sections {
		if s := &bare.Sections[i]; s.View != nil {
			v := *s.View
			v.Kept = nil
			s.View = &v
		}
	}
	return &bare
}

// anyCard is an ordinary card, which is one that can be kept, or any other.
func anyCard(n int) *rapid.Generator[*bot.FactView] {
	return rapid.Custom(func(t *rapid.T) *bot.FactView {
		if rapid.IntRange(0, 3).Draw(t, "odd") == 0 {
			return anyFact(n).Draw(t, "card")
		}
		f := &fact.Fact{
			ID: fact.ID{Prefix: "RDMA", N: n}, Topic: "rdma", Version: 1,
			Statement: anyText(300).Filter(func(s string) bool { return fact.CheckStatement(s) == nil }).Draw(t, "statement"),
		}
		v := &bot.FactView{Fact: f, Line: bot.Line{{Text: f.ID.String()}, {Text: " · 50 %"}, {Text: " · " + anyText(60).Draw(t, "cited")}}}
		for i := range rapid.IntRange(0, 4).Draw(t, "entries") {
			v.Menu = append(v.Menu, bot.Button{Label: anyText(30).Draw(t, "label"), Command: fmt.Sprint("act ", i), Topic: "rdma"})
		}
		return v
	})
}

// TestKeptIsDrawnAlike holds that a card drawn from what was kept is byte for byte the one drawn anew, whatever was
// added to it or taken away since, and that its plain text is too.
func TestKeptIsDrawnAlike(t *testing.T) {
	t.Parallel()
	again := 0
	rapid.Check(t, func(rt *rapid.T) {
		r := &bot.Reply{Kind: bot.KindFacts, Locale: rapid.SampledFrom([]bot.Locale{bot.LocaleEN, bot.LocaleZH}).Draw(rt, "locale")}
		for i := range rapid.IntRange(1, 6).Draw(rt, "facts") {
			v := anyCard(i+1).Draw(rt, "fact")
			keep(v)
			r.Sections = append(r.Sections, bot.Section{Kind: bot.SectionFact, View: v})
		}
		r.Buttons = []bot.Button{{Label: "Share", Command: "share"}}
		for round := range 3 {
			want, got := response(fresh(r)), response(r)
			if !bytes.Equal(want, got) {
				rt.Fatalf("round %d:\n%s\n%s", round, want, got)
			}
			for i := range r.Sections {
				v := *r.Sections[i].View
				if drawnBefore(&v) != nil {
					again++
				}
				change(rt, &v)
				r.Sections[i].View = &v
			}
		}
	})
	if again == 0 {
		t.Error("no card was ever drawn from what was kept")
	}
}

// change does to a view what its bot may do to a copy of a kept one, and more.
func change(t *rapid.T, v *bot.FactView) {
	switch rapid.IntRange(0, 8).Draw(t, "change") {
	case 0, 1:
		v.More = append(slices.Clone(v.More), bot.Button{Label: "Why", Command: "why " + anyText(100).Draw(t, "query")})
	case 2:
		v.More = append(slices.Clone(v.More), anyButton.Draw(t, "button"))
	case 3:
		v.Menu = nil
	case 4:
		v.Extra = append(slices.Clone(v.Extra), anyLine.Draw(t, "extra"))
	case 5:
		v.Line = append(slices.Clone(v.Line), bot.Span{Text: " · doubted by 1"})
	case 6:
		f := *v.Fact
		f.Statement += " Reworded."
		v.Fact = &f
	case 7:
		if len(v.Menu) > 0 {
			v.Menu = slices.Clone(v.Menu)
			v.Menu[0].Label = "other"
		}
	}
}

func response(r *bot.Reply) []byte {
	c := newCanvas()
	defer c.free()
	return appendResponse(nil, c, r, respond{})
}

// TestKeptIsShared draws one kept view from many goroutines.
func TestKeptIsShared(t *testing.T) {
	t.Parallel()
	r := fiveFacts()
	for i := range r.Sections {
		if v := r.Sections[i].View; v != nil {
			keep(v)
		}
	}
	want := response(fresh(r))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if got := response(r); !bytes.Equal(got, want) {
					t.Errorf("got %s", got)
					return
				}
			}
		})
	}
	all.Wait()
}

// BenchmarkRenderKept is BenchmarkRenderFiveFacts with cards that were drawn before.
func BenchmarkRenderKept(b *testing.B) {
	r := fiveFacts()
	for i := range r.Sections {
		if v := r.Sections[i].View; v != nil {
			keep(v)
		}
	}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		c := newCanvas()
		buf = appendResponse(buf[:0], c, r, respond{})
		c.free()
	}
}
