package markup_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim/page/markup"
)

type names struct{}

func (names) UserName(id string) string    { return map[string]string{"U1": "reader", "U2": "<b>"}[id] }
func (names) ChannelName(id string) string { return map[string]string{"C1": "rdma"}[id] }
func (names) GroupName(id string) string   { return map[string]string{"S1": "reviewers"}[id] }

var now = time.Date(2026, 12, 2, 10, 14, 0, 0, time.UTC)

func writer() *markup.Writer {
	return &markup.Writer{Names: names{}, Reader: "U1", Now: now, Zone: time.FixedZone("local", 3600)}
}

func TestMrkdwn(t *testing.T) {
	t.Parallel()
	link := func(href, text string) string {
		return `<a href="` + href + `" target="_blank" rel="noopener noreferrer nofollow">` + text + `</a>`
	}
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"*bold* _it_ ~no~ `code`", "<b>bold</b> <i>it</i> <s>no</s> <code>code</code>"},
		{"*_both_*", "<b><i>both</i></b>"},
		{"(*a*), *b*.", "(<b>a</b>), <b>b</b>."},
		{"2*3*4 snake_case_name a ~ b * c *", "2*3*4 snake_case_name a ~ b * c *"},
		{"** a", "** a"},
		{"*未核实*", "<b>未核实</b>"},
		{"`*not bold* &amp;`", "<code>*not bold* &amp;</code>"},
		{"```a\n*b*```\nafter", "<pre>a\n*b*</pre>after"},
		{"a\nb", "a<br>b"},
		{"&gt; said\n&gt; more\nreply", "<blockquote>said<br>more</blockquote>reply"},
		{"&lt;script&gt; &amp;amp;", "&lt;script&gt; &amp;amp;"},
		{`<b onclick="x">`, `b onclick=&#34;x&#34;`},
		{"<@U1> and <@U9|someone> and <@U8>", `<span class="mention me">@reader</span> and <span class="mention">@someone</span> and <span class="mention">@U8</span>`},
		{"<@U2>", `<span class="mention">@&lt;b&gt;</span>`},
		{"<#C1> <!subteam^S1> <!here>", `<span class="mention">#rdma</span> <span class="mention">@reviewers</span> <span class="mention me">@here</span>`},
		{"<https://example.com/a?b=1&amp;c=2|the *page*>", link("https://example.com/a?b=1&amp;c=2", "the *page*")},
		{"<javascript:alert(1)|click>", "click"},
		{"<data:text/html,x>", "data:text/html,x"},
		{`<https://example.com/"onmouseover=x|y>`, "y"},
		{"<mailto:a@example.com>", link("mailto:a@example.com", "a@example.com")},
		{"see https://example.com/x, ok", "see " + link("https://example.com/x", "https://example.com/x") + ", ok"},
		{":tada: :nope: 10:30:x:", "🎉 :nope: 10:30❌"},
		{"<!date^1796206440^{date_short_pretty} at {time}|then>", `<time datetime="2026-12-02T10:14:00Z" title="then">today at 11:14 AM</time>`},
		{"<!date^x^{date}|then>", "then"},
		{"<!date^1796206440^{date_num} {nope}|then>", `<time datetime="2026-12-02T10:14:00Z" title="then">2026-12-02 {nope}</time>`},
		{"unclosed <b and `tick and *star", "unclosed &lt;b and `tick and *star"},
	} {
		if got := string(writer().Mrkdwn(c.in, false)); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	if got := writer().Mrkdwn("https://example.com", true); got != "https://example.com" {
		t.Errorf("verbatim: %s", got)
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	w := writer()
	if got := w.Plain("*a* <b>\n:tada: <@U1>", false); got != "*a* &lt;b&gt;<br>:tada: &lt;@U1&gt;" {
		t.Errorf("got %s", got)
	}
	if got := w.Plain(":tada:", true); got != "🎉" {
		t.Errorf("got %s", got)
	}
}

func TestRichText(t *testing.T) {
	t.Parallel()
	const in = `[{"type":"rich_text_section","elements":[
		{"type":"text","text":"a <b>","style":{"bold":true,"italic":true}},{"type":"link","url":"javascript:x","text":"l"},
		{"type":"user","user_id":"U1"},{"type":"channel","channel_id":"C1"},{"type":"usergroup","usergroup_id":"S1"},
		{"type":"broadcast","range":"here"},{"type":"emoji","name":"tada"},
		{"type":"date","timestamp":1796206440,"format":"{date_pretty}","fallback":"f"},{"type":"mystery"}]},
		{"type":"rich_text_list","style":"ordered","offset":2,"indent":1,"elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"x"}]}]},
		{"type":"rich_text_quote","elements":[{"type":"text","text":"q"}]},
		{"type":"rich_text_preformatted","elements":[{"type":"text","text":"p"}]}]`
	var elements []any
	if err := json.Unmarshal([]byte(in), &elements); err != nil {
		t.Fatal(err)
	}
	want := `<div class="rich"><b><i>a &lt;b&gt;</i></b>l<span class="mention me">@reader</span><span class="mention">#rdma</span>` +
		`<span class="mention">@reviewers</span><span class="mention me">@here</span><span class="emoji">🎉</span>` +
		`<time datetime="2026-12-02T10:14:00Z" title="f">today</time></div><ol start="3" class="indent-1"><li>x</li></ol>` +
		`<blockquote>q</blockquote><pre>p</pre>`
	if got := string(writer().RichText(elements)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAgo(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		time.Second: "just now", time.Minute: "1 minute ago", 3 * time.Hour: "3 hours ago", -49 * time.Hour: "in 2 days",
	} {
		if got := markup.Ago(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

var (
	tag  = regexp.MustCompile(`<(/?)([a-z]+)( [^<>]*)?>`)
	safe = regexp.MustCompile(`^( (href="(https?://|mailto:)[^"<>]*"|(?i:href="(https?://|mailto:)[^"<>]*")|target="_blank"|rel="[a-z ]+"|class="[a-z0-9 -]+"|datetime="[^"]+"|title="[^"]*"|start="\d+"))*$`)
)

// wellFormed reports what is wrong with HTML that Writer made: tags that are
// not ours, attributes that are not ours, or tags that do not nest.
func wellFormed(html string) string {
	var stack []string
	rest := tag.ReplaceAllStringFunc(html, func(s string) string {
		m := tag.FindStringSubmatch(s)
		if !safe.MatchString(m[3]) {
			stack = append(stack, "bad attribute "+s)
		}
		switch {
		case m[2] == "br":
		case m[1] == "":
			stack = append(stack, m[2])
		case len(stack) > 0 && stack[len(stack)-1] == m[2]:
			stack = stack[:len(stack)-1]
		default:
			stack = append(stack, "stray "+s)
		}
		return ""
	})
	if strings.ContainsAny(rest, "<>") || len(stack) > 0 {
		return rest + " " + strings.Join(stack, ",")
	}
	return ""
}

func FuzzMrkdwn(f *testing.F) {
	for _, s := range []string{
		"*_`<@U1|x>`_*", "```<a|b>``` > q\n&gt; r", "<https://x|<b>>", "<!date^1^{date}^https://x|y>", "~*~*~*", "&lt;&amp;lt;",
		"<\"><x", "*<*>*", "_a `_` b_", "https://x.y/<z", "<https://a\"b|c>",
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, verbatim bool) {
		if bad := wellFormed(string(writer().Mrkdwn(s, verbatim))); bad != "" {
			t.Errorf("%q gives %q", s, bad)
		}
	})
}
