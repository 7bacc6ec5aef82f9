package topicfile

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/fact"
)

// TestFoldASCII: plain text folds as it does among other characters.
func TestFoldASCII(t *testing.T) {
	t.Parallel()
	const mark = "\u00e9" // neither folded nor tight
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aZ09 \t\n\v\f\r%-&#@'\"(),./:;?!_{}[]*+<=>^`|~$\\\x00\x01\x1c\x7f")), 0, 12, -1).Draw(t, "text")
		if want := strings.TrimSuffix(strings.TrimSuffix(Fold(text+mark), mark), " "); Fold(text) != want {
			t.Fatalf("%q folds to %q, before another character to %q", text, Fold(text), want)
		}
	})
}

func TestFold(t *testing.T) {
	t.Parallel()
	same := [][2]string{
		{"RDMA", "ｒｄｍａ"},
		{"a  b", " a\u00a0b "},
		{"“KV Cache”", `"kv cache"`},
		{"RDMA 网络", "rdma网络"},
		{"30%–50%", "30%-50%"},
		{"网络，延迟。", "网络, 延迟."},
		{"①", "1"},
		{"don’t", "DON'T"},
		{"（注）", "( 注 )"},
	}
	for _, c := range same {
		if Fold(c[0]) != Fold(c[1]) {
			t.Errorf("%q folds to %q, %q to %q", c[0], Fold(c[0]), c[1], Fold(c[1]))
		}
	}
	differ := [][2]string{{"into", "in to"}, {"75%", "7.5%"}, {"a-b", "ab"}, {"内存", "网络"}, {"1.5 µs", "15 µs"}, {"- 5", "5"}}
	for _, c := range differ {
		if Fold(c[0]) == Fold(c[1]) {
			t.Errorf("%q and %q both fold to %q", c[0], c[1], Fold(c[0]))
		}
	}
}

// naive is the whole table of edit distances, to compare with.
func naive(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			d := diagonal
			if x != y {
				d = 1 + min(d, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

func TestDistance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]rune("ab内")), 0, 14)
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		most := rapid.IntRange(0, 15).Draw(t, "most")
		if got, want := distance(a, b, most), min(naive(a, b), most+1); got != want {
			t.Fatalf("distance(%q, %q, %d) = %d, want %d", string(a), string(b), most, got, want)
		}
	})
}

func TestGuard(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"=1": "'=1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "'x": "''x", "\tx": "'\tx", "\rx": "'\rx",
		"": "", "x": "x", "\nx": "\nx", "''": "'''",
	} {
		if got := guard(text); got != want || unguard(got) != text {
			t.Errorf("guard(%q) = %q, back to %q", text, got, unguard(got))
		}
	}
	if got := unguard("'twas"); got != "'twas" {
		t.Errorf("an apostrophe of the text was removed: %q", got)
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	const text = "a\nb\x1b\x7f\u0085\u202e\u2028\ufeff 内 \U0001f469\u200d\U0001f4bb é"
	const want = "a␊b␛␡<U+0085><U+202E><U+2028><U+FEFF> 内 \U0001f469\u200d\U0001f4bb é"
	if got := Visible(text); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]fact.Problem{
		"a.txt:3: wrong":              {File: "a.txt", Line: 3, Message: "wrong"},
		"a.txt: warning: odd":         {File: "a.txt", Message: "odd", Warning: true},
		"a␊.txt:1: two␊lines<U+202E>": {File: "a\n.txt", Line: 1, Message: "two\nlines\u202e"},
	} {
		if got := Format(p); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestProblemsAreBounded(t *testing.T) {
	t.Parallel()
	text := "T\nAll Facts\nfirst\n" + strings.Repeat("no marker\n", 5000)
	src, problems := Parse(File{Name: "a.txt", Data: []byte(text)}, nil)
	if src != nil || len(problems) != maxProblems+1 {
		t.Fatalf("source %v, %d problems", src, len(problems))
	}
	if got := Format(problems[maxProblems]); got != "a.txt: 4800 more errors are not listed; mend the first ones and try again" {
		t.Error(got)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	cases := []struct {
		src             fact.Source
		command, prefix string
		title           string
	}{
		{fact.Source{Title: "RDMA", Document: "x.txt"}, "rdma", "RDMA", "RDMA"},
		{fact.Source{Title: "Low  Latency: Ｎets!", Document: "x.txt"}, "low-latency-nets", "LOW-LATENCY-NETS", "Low  Latency: Ｎets!"},
		{fact.Source{Title: "远程内存", Document: "mem_2.txt"}, "mem-2", "MEM-2", "远程内存"},
		{fact.Source{Title: "远程内存", Document: "内存.txt"}, "topic", "TOPIC", "远程内存"},
		{fact.Source{Document: "list.csv"}, "list", "LIST", "list"},
		{fact.Source{Title: "RDMA", Command: "net", Prefix: "R"}, "net", "R", "RDMA"},
	}
	for _, c := range cases {
		if Command(&c.src) != c.command || Prefix(&c.src) != c.prefix || Title(&c.src) != c.title {
			t.Errorf("%+v: command %q, prefix %q, title %q", c.src, Command(&c.src), Prefix(&c.src), Title(&c.src))
		}
	}
}
