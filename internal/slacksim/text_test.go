package slacksim

import (
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

func TestSpokenText(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for typed, want := range map[string]string{
		"a < b & c > d":               "a &lt; b &amp; c &gt; d",
		"“quoted” — it’s":             "“quoted” — it’s",
		"@peer latency?":              "<@U0FACTBOT> latency?",
		"ask @reviewer2.":             "ask <@U0REVIEWER2>.",
		"mail a@peer.example":         "mail a@peer.example",
		"@nobody":                     "@nobody",
		"<@U0FACTBOT> hi <#C0RDMA>":   "<@U0FACTBOT> hi <#C0RDMA>",
		"<@U0FACTBOT|x> <b>":          "<@U0FACTBOT|x> &lt;b&gt;",
		"see #rdma, #nowhere":         "see <#C0RDMA|rdma>, #nowhere",
		"@here and @channel":          "<!here> and <!channel>",
		"https://example.com/a?b=1&c": "<https://example.com/a?b=1&amp;c>",
		"(http://example.com).":       "(<http://example.com>).",
		"see example.com.":            "see <http://example.com|example.com>.",
		"version 1.2 of a.b":          "version 1.2 of a.b",
		"&amp;":                       "&amp;amp;",
	} {
		if got := s.spoken(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestCommandText(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := make(chan string, 1)
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any { got <- e.Data.(slack.SlashCommand).Text; return nil })
	for _, test := range []struct{ line, want string }{
		{"/rdma facts  <b> & @reader #rdma", "facts  <b> & @reader #rdma"},
		{"/rdma", ""},
		{"/rdma ", ""},
		{"/RDMA x", "x"},
		{"/escaped <b> & @reader #rdma", "&lt;b&gt; &amp; <@U0READER|reader> <#C0RDMA|rdma>"},
		{"/escaped <@U0READER>", "<@U0READER>"},
	} {
		must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", test.line))
		if text := <-got; text != test.want {
			t.Errorf("%q: %q, want %q", test.line, text, test.want)
		}
	}
	r := must[Result](t)(s.As("reader").Slash(t.Context(), "rdma", "/rdma x", InThread("1.0")))
	if r.Error != NotInThread || r.Notice != "/rdma is not supported in threads. Sorry!" {
		t.Errorf("in a thread: %+v", r)
	}
}

func TestCommandPlaces(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	got := make(chan slack.SlashCommand, 1)
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any { got <- e.Data.(slack.SlashCommand); return nil })
	direct, _ := s.DirectChannel("reader")
	for _, test := range []struct{ user, channel, name, team string }{
		{"reader", "rdma", "rdma", TeamID},
		{"reader", "backroom", "privategroup", TeamID},
		{"reader", direct.ID, "directmessage", TeamID},
		{"outsider", "shared-rdma", "shared-rdma", OtherTeamID},
	} {
		must[Result](t)(s.As(test.user).Slash(t.Context(), test.channel, "/rdma x"))
		if cmd := <-got; cmd.ChannelName != test.name || cmd.TeamID != test.team || cmd.UserName != test.user {
			t.Errorf("%+v: %+v", test, cmd)
		}
	}
}

// Whatever people type, what the app is told holds no raw control character outside a reference.
func FuzzSpokenText(f *testing.F) {
	for _, seed := range []string{"a<b>", "<@U0READER>", "https://x.dev/<a>", "@peer #rdma", "<<@U0READER>>", "a.com<b"} {
		f.Add(seed)
	}
	s, err := New(Options{Manifest: []byte(socketManifest)})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		depth := 0
		for _, r := range s.spoken(typed) {
			switch r {
			case '<':
				depth++
			case '>':
				depth--
			}
			if depth < 0 || depth > 1 {
				t.Fatalf("%q became %q", typed, s.spoken(typed))
			}
		}
	})
}
