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
	for name, want := range map[string]string{"staus": "status", "statsu": "status", "stat": "status", "minimum": "min", "mni": "min", "language": "lang",
		"al": "all", "explian": "explain", "chnages": "changes", "form": "from", "bogus": "", "verbose": "", "x": ""} {
		if got := nearestOption(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestAskedTopic(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{"what is RDMA?": "rdma", "What is the RDMA": "rdma", "what does RDMA stand for?": "rdma", "RDMA": "rdma",
		"“RDMA”": "rdma", "什么是RDMA？": "rdma", "什么是 RDMA": "rdma", "RDMA是什么": "rdma", "RDMA 是什么意思？": "rdma", "what is RDMA used for": "rdma used for",
		strings.Repeat("x", 200): ""} {
		if got := askedTopic(query); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
}
