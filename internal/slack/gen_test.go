package slack

import (
	"strings"

	"pgregory.net/rapid"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// hostile are pieces of text that have broken chat bots.
var hostile = []string{
	"<!channel>", "<!here>", "<@U0READER>", "<#C0RDMA|rdma>", "<!subteam^S1>", "<http://x.example|bank.example>", "&amp;", "&lt;",
	"*bold*", "_it_", "~no~", "`code`", "```", "> quote", ":smile:", "@here", "#general", "%d%s%!", "=HYPERLINK(\"x\")",
	"\u202e", "\u2066", "\u2069", "\x00", "\x1b[31m", "\r\n", "\u0085", "\u2028", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301\u0323", "\u200b",
	"延迟", "网络通信，", "％", "\xff", "\"", "\\", "</script>", "https://docs.example.com/a|b", "\ufeff", "\U0010ffff",
}

func anyText(maxRunes int) *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringN(0, maxRunes, -1),
		rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(hostile), 0, 12).Draw(t, "parts"), " ")
		}),
		rapid.Custom(func(t *rapid.T) string {
			piece := rapid.SampledFrom(hostile).Draw(t, "piece")
			s := strings.Repeat(piece, rapid.IntRange(1, maxRunes).Draw(t, "times"))
			if r := []rune(s); len(r) > maxRunes {
				return string(r[:maxRunes])
			}
			return s
		}),
	)
}

var anyURL = rapid.SampledFrom([]string{
	"", "", "https://docs.example.com/a?b=1&c=<2>", "http://x.example/|y", "javascript:alert(1)",
	"https://a.example/" + strings.Repeat("x", 900), "https://a.example/" + strings.Repeat("y", 3000), "not a url", "https://*bold*.example/", "https://docs.example.com/\u202e",
})

var anyButton = rapid.Custom(func(t *rapid.T) bot.Button {
	b := bot.Button{
		Label: anyText(100).Draw(t, "label"), Command: anyText(2100).Draw(t, "command"),
		Topic: rapid.SampledFrom([]string{"", "rdma"}).Draw(t, "topic"), URL: anyURL.Draw(t, "url"),
		Style: bot.ButtonStyle(rapid.IntRange(0, 2).Draw(t, "style")), Hint: anyText(90).Draw(t, "hint"),
	}
	if rapid.Bool().Draw(t, "confirms") {
		b.Confirm = &bot.Confirm{Title: anyText(120).Draw(t, "title"), Text: anyText(400).Draw(t, "text"), Yes: anyText(40).Draw(t, "yes")}
	}
	return b
})

var anyLine = rapid.Custom(func(t *rapid.T) bot.Line {
	var l bot.Line
	for range rapid.IntRange(0, 14).Draw(t, "spans") {
		s := bot.Span{Text: anyText(80).Draw(t, "span"), URL: anyURL.Draw(t, "url")}
		if rapid.IntRange(0, 9).Draw(t, "mention") == 0 {
			s.Mention = "U0MENTION"
		}
		l = append(l, s)
	}
	return l
})

func anyFact(n int) *rapid.Generator[*bot.FactView] {
	return rapid.Custom(func(t *rapid.T) *bot.FactView {
		statement := anyText(fact.MaxStatement).Filter(func(s string) bool { return fact.CheckStatement(s) == nil }).Draw(t, "statement")
		f := &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: n}, Topic: "rdma", Statement: statement, Version: 1}
		v := &bot.FactView{Fact: f, Line: append(bot.Line{{Text: f.ID.String()}}, anyLine.Draw(t, "line")...)}
		v.Extra = rapid.SliceOfN(anyLine, 0, 3).Draw(t, "extra")
		v.Menu = rapid.SliceOfN(anyButton, 0, 7).Draw(t, "menu")
		return v
	})
}

var anyReply = rapid.Custom(func(t *rapid.T) *bot.Reply {
	r := &bot.Reply{Kind: bot.KindFacts, Locale: rapid.SampledFrom([]bot.Locale{bot.LocaleEN, bot.LocaleZH, ""}).Draw(t, "locale")}
	r.Lead = anyLine.Draw(t, "lead")
	for i := range rapid.IntRange(0, 30).Draw(t, "facts") {
		r.Sections = append(r.Sections, bot.Section{Kind: bot.SectionFact, View: anyFact(i+1).Draw(t, "fact")})
	}
	for range rapid.IntRange(0, 4).Draw(t, "others") {
		r.Sections = append(r.Sections, bot.Section{
			Kind: bot.SectionKind(rapid.SampledFrom([]int{0, 2, 3, 4, 5, 7}).Draw(t, "kind")),
			Text: anyText(4000).Draw(t, "text"), Line: anyLine.Draw(t, "line"),
			Buttons: rapid.SliceOfN(anyButton, 0, 30).Draw(t, "buttons"),
		})
	}
	r.Notes = rapid.SliceOfN(anyLine, 0, 9).Draw(t, "notes")
	r.Buttons = rapid.SliceOfN(anyButton, 0, 30).Draw(t, "row")
	return r
})
