package bot

import (
	"regexp"
	"strings"
	"testing"

	"factbot/internal/fact"
)

// TestUsagesParse: what the help says to type is the command that it explains,
// in both languages.
func TestUsagesParse(t *testing.T) {
	t.Parallel()
	optional, value := regexp.MustCompile(` ?\[[^\]]*\]`), regexp.MustCompile(`<[^>]*>`)
	scope := Scope{Topics: []*fact.Topic{{Slug: "rdma", Title: "RDMA", Prefix: "RDMA", Command: "rdma"}}, Topic: "rdma"}
	for _, cmd := range commandList() {
		for _, w := range []*words{english(), chinese()} {
			usage := w.say("usage." + string(cmd.Verb))
			for _, typed := range []string{
				value.ReplaceAllString(optional.ReplaceAllString(usage, ""), "延迟"),
				value.ReplaceAllString(strings.NewReplacer("[", "", "]", "").Replace(usage), "latency"),
			} {
				if strings.Contains(typed, "@") || cmd.Verb == VerbHelp && strings.Contains(typed, " ") {
					continue
				}
				got := Parse(typed, scope)
				if got.Verb != cmd.Verb || got.Unfit != "" || got.Usage || got.Decision.Bad != "" {
					t.Errorf("%s: %q is read as %+v", cmd.Verb, typed, got)
				}
			}
		}
	}
}

// TestChineseAliases: a longer alias is not hidden by one that it starts with,
// and every one of them is a verb.
func TestChineseAliases(t *testing.T) {
	t.Parallel()
	for i, a := range chineseAliases {
		if v, ok := verbOf(a.word); !ok || v != a.verb {
			t.Errorf("%s is read as %q", a.word, v)
		}
		for _, later := range chineseAliases[i+1:] {
			if strings.HasPrefix(later.word, a.word) {
				t.Errorf("%s hides %s", a.word, later.word)
			}
		}
	}
}

func TestNearestOption(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"staus": "status", "statsu": "status", "stat": "status", "minimum": "min", "mni": "min", "language": "lang",
		"al": "all", "explian": "explain", "chnages": "changes", "form": "from", "bogus": "", "verbose": "", "x": "",
	} {
		if got := nearestOption(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestAskedTopic(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"what is RDMA?": "rdma", "What is the RDMA": "rdma", "what does RDMA stand for?": "rdma", "RDMA": "rdma",
		"“RDMA”": "rdma", "什么是RDMA？": "rdma", "什么是 RDMA": "rdma", "RDMA是什么": "rdma", "RDMA 是什么意思？": "rdma", "what is RDMA used for": "rdma used for",
		strings.Repeat("x", 200): "",
	} {
		if got := askedTopic(query); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
}

func TestAlike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"RoCE v2 runs over UDP port 4791.", "RoCE v2 runs over UDP port 4791", true},
		{"RoCE v2 runs over UDP port 4791.", "RoCE v2 runs on UDP port 4791.", true},
		{"RoCE v2 runs over UDP port 4791.", "RoCE requires a lossless network environment.", false},
		{"龙井茶产自杭州西湖一带。", "龙井茶产自杭州西湖一带", true},
		{"龙井茶产自杭州西湖一带。", "碧螺春产自苏州太湖一带。", false},
		{"", "", false},
		{"!", "?", false},
	} {
		if got := alike(tt.a, tt.b); got != tt.want {
			t.Errorf("alike(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

func TestWholeSentences(t *testing.T) {
	t.Parallel()
	long := "This first sentence has a good many words in it."
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{
		{"One. Two.", 20, "One. Two."},
		{"One. Two. Three.", 10, "One. Two."},
		{"一。二二二二。", 4, "一。"},
		{long, 20, "This first sentence…"},
		{"一二三四五六七八九十", 5, "一二三四…"},
		{"", 5, ""},
	} {
		if got := wholeSentences(tt.text, tt.n); got != tt.want {
			t.Errorf("%q in %d: got %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

// TestTypeable: what the plain text offers to type is read as the button's act,
// and inner commands are not offered.
func TestTypeable(t *testing.T) {
	t.Parallel()
	p := plainWriter{words: english()}
	for command, want := range map[string]string{
		"verify RDMA-7 v3": "verify RDMA-7", "dismiss RDMA-7 v3 f12": "dismiss RDMA-7 f12", "facts --from 6": "facts --from 6",
		"fact RDMA-7": "fact RDMA-7", "send-gap why": "", "card": "", "lookup": "", "share facts x": "", "flag-one RDMA-1 RDMA-2": "flag <id>", "undo RDMA-7": "undo RDMA-7",
		"verify RDMA-7": "verify RDMA-7",
	} {
		if got := p.typeable(command); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}
