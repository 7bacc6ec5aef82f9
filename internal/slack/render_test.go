package slack

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/slacksim/blockkit"
)

// payload is a rendered reply as Slack reads it.
type payload struct {
	Text   string           `json:"text"`
	Blocks []map[string]any `json:"blocks"`
}

func draw(t testing.TB, r *bot.Reply) ([]byte, payload) {
	t.Helper()
	c := newCanvas()
	defer c.free()
	raw := appendResponse(nil, c, r, respond{})
	var p payload
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, raw)
	}
	return raw, p
}

// texts calls f with every text object below v.
func texts(v any, f func(kind, text string)) {
	switch x := v.(type) {
	case map[string]any:
		kind, _ := x["type"].(string)
		if text, ok := x["text"].(string); ok && (kind == "mrkdwn" || kind == "plain_text" || kind == "text") {
			f(kind, text)
		}
		for _, y := range x {
			texts(y, f)
		}
	case []any:
		for _, y := range x {
			texts(y, f)
		}
	}
}

var (
	liveMark    = regexp.MustCompile(`<[!@#][^>]*>`)
	allowedMark = regexp.MustCompile(`^<@U0MENTION>$`)
	linkMark    = regexp.MustCompile(`^<https?://[^<>|\s]+\|[^<>]*>$`)
)

func checkPayload(t *rapid.T, r *bot.Reply, raw []byte, p payload, top bool) {
	if problems := blockkit.ValidateMessage(raw); len(problems) > 0 && top {
		t.Fatalf("refused: %v", blockkit.Messages(problems))
	}
	if !utf8.Valid(raw) {
		t.Fatal("not UTF-8")
	}
	if m := liveMark.FindString(p.Text); m != "" {
		t.Fatalf("live mark %q in the top-level text", m)
	}
	blocks := make([]any, len(p.Blocks))
	shown, small := "", ""
	for i, b := range p.Blocks {
		blocks[i] = b
		if b["type"] == "section" {
			texts(b["text"], func(_, text string) { shown += text })
		}
		if b["type"] == "context" {
			texts(b["elements"], func(_, text string) { small += text })
			small += "\n"
		}
	}
	texts(blocks, func(kind, text string) {
		if kind == "mrkdwn" && !allowedMark.MatchString(text) && !linkMark.MatchString(text) {
			t.Fatalf("mark-up that is neither a link nor a wanted mention: %q", text)
		}
		if !clean(text) {
			t.Fatalf("control or bidi characters in %q", text)
		}
	})
	for i := range r.Sections {
		if v := r.Sections[i].View; v != nil && !strings.Contains(shown, visible(v.Fact.Statement)) &&
			!regexp.MustCompile(v.Fact.ID.String()+`(\D|$)`).MatchString(small) {
			t.Fatalf("%s is lost", v.Fact.ID)
		}
	}
}

// TestAnyReplyIsTaken holds that whatever a reply shows, Slack takes it, nothing in it is live, and no fact is lost.
func TestAnyReplyIsTaken(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := anyReply.Draw(rt, "reply")
		raw, p := draw(t, r)
		checkPayload(rt, r, raw, p, true)
	})
}

// TestAnyReplyIsTakenAsAView holds the same for modals and homes.
func TestAnyReplyIsTakenAsAView(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := anyReply.Draw(rt, "reply")
		for _, kind := range []string{"modal", "home"} {
			v := replyView(r, kind, "factbot", "")
			raw, err := json.Marshal(v)
			if err != nil {
				rt.Fatal(err)
			}
			if problems := blockkit.ValidateView(raw); len(problems) > 0 {
				rt.Fatalf("%s refused: %v", kind, blockkit.Messages(problems))
			}
		}
	})
}

// TestStatementIsVerbatim holds that a statement without control characters comes out byte for byte, in sections that
// together are the statement and that never part what people see as one character.
func TestStatementIsVerbatim(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		"x", "20%-50%", "<!channel> &amp; *粗体* `x` :smile:", strings.Repeat("👩‍👩‍👧‍👦", 571), strings.Repeat("e\u0301", 2000),
		strings.Repeat("a", 2999) + "🇩🇪" + strings.Repeat("b", 900), strings.Repeat("延", 4000), strings.Repeat("a", 3000), strings.Repeat("a", 3001),
	} {
		v := &bot.FactView{Fact: &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: 1}, Statement: statement}, Line: bot.Plain("RDMA-1")}
		_, p := draw(t, &bot.Reply{Sections: []bot.Section{{Kind: bot.SectionFact, View: v}}})
		var parts []string
		for _, b := range p.Blocks {
			if b["type"] == "section" {
				texts(b["text"], func(_, text string) { parts = append(parts, text) })
			}
		}
		if got := strings.Join(parts, ""); got != statement {
			t.Errorf("shown %d bytes of %d", len(got), len(statement))
		}
		for _, part := range parts[:len(parts)-1] {
			if strings.HasSuffix(part, "\u200d") || strings.HasSuffix(part, "🇩") || utf8.RuneCountInString(part) > maxText {
				t.Errorf("parted inside a character: …%q", part[len(part)-8:])
			}
		}
		if (len(parts) > 1) != (utf8.RuneCountInString(statement) > maxText) {
			t.Errorf("%d code points in %d parts", utf8.RuneCountInString(statement), len(parts))
		}
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain": "plain", "a\nb\tc": "a\nb\tc", "a\x00b": "a␀b", "a\x1b[1m": "a␛[1m", "a\u202eb": "a⟦RLO⟧b", "\x7f": "␡",
		"👩‍👧": "👩‍👧", "e\u0301": "e\u0301", "a\xffb": "a\ufffdb", "…–“”": "…–“”",
		strings.Repeat("\u202e", 4000): strings.Repeat("␦", 4000),
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"R&amp;D says &lt; 10us": "R&D says < 10us", "&amp;lt;": "&lt;", "a & b": "a & b",
		"<#C024BE91L|rdma> latency": "rdma latency", "<#C024BE91L> latency": "<#C024BE91L> latency", "<@U1|bob> x": "<@U1> x",
		"<https://docs.example.com>": "https://docs.example.com", "<http://example.com|example.com>": "example.com",
		"<mailto:a@example.com|a@example.com>": "a@example.com", "<!here>": "@here", "<!subteam^S1|@reviewers>": "@reviewers",
		"1 < 2": "1 < 2", "1 < 2 > 1": "1 < 2 > 1", "&lt;@U1&gt;": "<@U1>", "<>": "<>", "use &lt;foo|bar&gt;": "use <foo|bar>",
	} {
		if got := decode(in); got != want {
			t.Errorf("decode(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestLinks holds that a link never hides where it leads, and never formats what it is called.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ span, mark, before string }{
		{"docs|https://docs.example.com/x", "<https://docs.example.com/x|docs (docs.example.com)>", ""},
		{"docs.example.com|https://docs.example.com/x", "<https://docs.example.com/x|docs.example.com>", ""},
		{"https://docs.example.com/x|https://docs.example.com/x", "<https://docs.example.com/x|docs.example.com>", ""},
		{"*big*|https://docs.example.com/x", "<https://docs.example.com/x|docs.example.com>", "*big* "},
		{"<!here>|https://docs.example.com/", "<https://docs.example.com/|&lt;!here&gt; (docs.example.com)>", ""},
		{"x|javascript:alert(1)", "", "x (javascript:alert(1))"},
		{"x|https://a.example/?q=a|b<c>&d", "<https://a.example/?q=a%7Cb%3Cc%3E&amp;d|x (a.example)>", ""},
	} {
		text, href, _ := strings.Cut(c.span, "|")
		mark, before := spanMark(bot.Span{Text: text, URL: href})
		if mark != c.mark || before != c.before {
			t.Errorf("%s: mark %q before %q", c.span, mark, before)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in, want string
		n        int
	}{{"abc", "abc", 3}, {"abcd", "ab…", 3}, {"a🇩🇪b", "a…", 3}, {"延迟延迟", "延迟…", 3}} {
		if got := cut(c.in, c.n); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func fiveFacts() *bot.Reply {
	r := &bot.Reply{Kind: bot.KindFacts, Lead: bot.Plain("9 facts on “latency” · 1 verified in the file, none checked here")}
	for i := range 5 {
		f := &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: i + 1}, Statement: strings.Repeat("RDMA allows the NIC to transfer data directly. ", 3)}
		if i == 4 {
			f.Statement = strings.Repeat("远程直接内存访问允许网卡直接传输数据。", 4)
		}
		r.Sections = append(r.Sections, bot.Section{Kind: bot.SectionFact, View: &bot.FactView{
			Fact: f,
			Line: bot.Line{{Text: f.ID.String()}, {Text: " · 75 % · ◐ Verified in the file, by whom not recorded · rdma.txt:19"}},
			Menu: []bot.Button{
				{Label: "Details", Command: "fact " + f.ID.String()},
				{Label: "Flag", Command: "flag " + f.ID.String()},
				{Label: "History", Command: "history " + f.ID.String()},
				{Label: "Why this one", Command: "why " + f.ID.String()},
			},
		}})
	}
	r.Notes = []bot.Line{bot.Plain("4 more · rdma.txt imported 30 Nov 2026, 2dcd95 · no external source recorded · % is the file's figure")}
	r.More = &bot.Page{From: 1, To: 5, Of: 9, Next: "facts latency --from 6"}
	r.Buttons = []bot.Button{{Label: "Next 4", Command: "facts latency --from 6"}, {Label: "Share in channel", Command: "share facts latency"}}
	return r
}

func BenchmarkRenderFiveFacts(b *testing.B) {
	r := fiveFacts()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		c := newCanvas()
		buf = appendResponse(buf[:0], c, r, respond{})
		c.free()
	}
	b.ReportMetric(float64(len(buf)), "bytes")
}

// TestTopTextIsBounded holds that the plain text says everything up to Slack's bound, which counts escaped characters.
func TestTopTextIsBounded(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"a", strings.Repeat("&", 30_000), strings.Repeat("延", 50_000), strings.Repeat("a", 39_000)} {
		got := escape(bounded(s))
		n := utf8.RuneCountInString(got)
		if n > maxTopText+1 || n < maxTopText-10 && got != escape(s) {
			t.Errorf("%d code points of %d", n, utf8.RuneCountInString(s))
		}
	}
}
