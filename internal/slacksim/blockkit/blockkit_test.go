package blockkit_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"factbot/internal/slacksim/blockkit"
)

//go:embed testdata/cases.txt
var cases string

func TestCases(t *testing.T) {
	t.Parallel()
	blocks := strings.Split(cases, "\n== ")[1:]
	if len(blocks) < 70 {
		t.Fatalf("read %d cases only", len(blocks))
	}
	for _, one := range blocks {
		lines := strings.Split(strings.TrimRight(one, "\n"), "\n")
		name, want := lines[0], lines[2:]
		kind, payload, _ := strings.Cut(lines[1], " ")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := []string{}
			for _, p := range judge(kind, payload) {
				sentence, ok := strings.CutSuffix(p.Message, " [json-pointer:"+p.Pointer+"]")
				if !ok || p.Constraint == "" || p.Code == "" {
					t.Errorf("incomplete problem %+v", p)
				}
				got = append(got, p.Pointer+" "+sentence)
			}
			if len(got) == 0 {
				got = []string{"ok"}
			}
			if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
				t.Errorf("got:\n%s\nwant:\n%s", g, w)
			}
		})
	}
}

func TestSlackWords(t *testing.T) {
	t.Parallel()
	problems := blockkit.ValidateBlocks([]byte(`[{"type":"header","text":{"type":"plain_text","text":"` + strings.Repeat("x", 151) + `"}}]`))
	got := blockkit.Messages(problems)
	want := "[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]"
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if c := problems[0].Constraint; c != "max_length:150" {
		t.Errorf("constraint %q", c)
	}
}

func TestErrorName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`{"type":"section","text":{"type":"plain_text","text":"`+strings.Repeat("x", 3000)+`"}},`, 5)
	for payload, want := range map[string]string{
		`{"blocks":[{"type":"x"}]}`:                              "invalid_blocks",
		`{"blocks":[` + strings.TrimSuffix(long, ",") + `]}`:     blockkit.CodeBlocksTooLong,
		`{"text":"` + strings.Repeat("x", 40_001) + `"}`:         blockkit.CodeTextTooLong,
		`{"attachments":[` + strings.Repeat("{},", 100) + `{}]}`: blockkit.CodeAttachments,
	} {
		if got := blockkit.ErrorName(blockkit.ValidateMessage([]byte(payload)), "invalid_blocks"); got != want {
			t.Errorf("%.40s…: got %s, want %s", payload, got, want)
		}
	}
}

func TestProblemsAreBounded(t *testing.T) {
	t.Parallel()
	bad := strings.Repeat(`{"type":"rich_text","elements":[`+strings.TrimSuffix(strings.Repeat("1,", 500), ",")+`]},`, 50)
	if n := len(blockkit.ValidateBlocks([]byte("[" + strings.TrimSuffix(bad, ",") + "]"))); n != blockkit.MaxProblems {
		t.Errorf("got %d problems, want %d", n, blockkit.MaxProblems)
	}
}

// FuzzValidate holds that any bytes are judged without a panic, with the same
// result each time, and that what is refused is said where and why.
func FuzzValidate(f *testing.F) {
	for _, l := range limits() {
		if kind, p := l.payload(min(l.high, 3)); kind != "" {
			f.Add([]byte(p))
		}
	}
	for _, one := range strings.Split(cases, "\n== ")[1:] {
		_, payload, _ := strings.Cut(strings.Split(one, "\n")[1], " ")
		f.Add([]byte(payload))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, validate := range []func([]byte) []blockkit.Problem{
			blockkit.ValidateMessage, blockkit.ValidateView, blockkit.ValidateBlocks,
		} {
			first := validate(raw)
			if again := validate(raw); fmt.Sprint(first) != fmt.Sprint(again) {
				t.Fatalf("two answers for %q:\n%v\n%v", raw, first, again)
			}
			for _, p := range first {
				if p.Message == "" || p.Constraint == "" || p.Code == "" {
					t.Fatalf("incomplete problem %+v", p)
				}
			}
		}
	})
}

// factCards is a message of n blocks that looks like an answer with facts.
func factCards(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"text":"facts","blocks":[`)
	for i := range n / 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"section","block_id":"f%d","text":{"type":"plain_text","emoji":false,"text":"%s"},`+
			`"accessory":{"type":"overflow","action_id":"more","options":[{"text":{"type":"plain_text","text":"Flag"},"value":"flag %d"},{"text":{"type":"plain_text","text":"History"},"value":"history %d"}]}},`+
			`{"type":"context","block_id":"c%d","elements":[{"type":"mrkdwn","verbatim":true,"text":"RDMA-%d · 50 %% · ○ Unverified · rdma.txt:33"}]}`,
			i, strings.Repeat("RDMA lets the card write memory. ", 7), i, i, i, i)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

func BenchmarkMessage30(b *testing.B) {
	raw := factCards(30)
	if p := blockkit.ValidateMessage(raw); len(p) > 0 {
		b.Fatal(p)
	}
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		blockkit.ValidateMessage(raw)
	}
}
