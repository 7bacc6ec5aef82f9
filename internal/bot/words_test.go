package bot

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"factbot/internal/fact"
)

var place = regexp.MustCompile(`\{(\w+)\}`)

// TestCataloguesMatch: both languages have every sentence, with the same values.
func TestCataloguesMatch(t *testing.T) {
	t.Parallel()
	en, zh := english(), chinese()
	if len(en.lines) < 300 {
		t.Fatalf("the English catalogue has %d sentences only", len(en.lines))
	}
	for key, sentence := range en.lines {
		one, _ := strings.CutSuffix(key, ".one")
		other, ok := zh.lines[one]
		if !ok {
			t.Errorf("zh lacks %q", one)
			continue
		}
		if key != one {
			if _, ok := en.lines[one]; !ok {
				t.Errorf("en has %q but not %q", key, one)
			}
			continue
		}
		if a, b := places(sentence), places(other); !slices.Equal(a, b) {
			t.Errorf("%s: en names %v, zh %v", key, a, b)
		}
	}
	for key := range zh.lines {
		if _, ok := en.lines[key]; !ok {
			t.Errorf("en lacks %q", key)
		}
	}
}

func places(sentence string) []string {
	var names []string
	for _, m := range place.FindAllStringSubmatch(sentence, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestEveryKeyIsThere reads the sources for the keys that are said, and for the
// keys of the errors that people may see.
func TestEveryKeyIsThere(t *testing.T) {
	t.Parallel()
	en := english()
	said := regexp.MustCompile(`\b(?:say|count|heading|add|part)\((?:w, )?"([a-z][^"]*[^".])"`)
	errs := regexp.MustCompile(`(?:Invalid|NotFound|Forbidden|Conflict)\("([a-z_]+\.[a-z_]+)"|Key:\s*"([a-z_]+\.[a-z_]+)"`)
	for _, file := range sources(t, ".") {
		text := read(t, file)
		for _, m := range said.FindAllStringSubmatch(text, -1) {
			if !en.has(m[1]) {
				t.Errorf("%s says %q, which no catalogue has", file, m[1])
			}
		}
	}
	n := 0
	for _, dir := range []string{".", "../fact", "../review"} {
		for _, file := range sources(t, dir) {
			for _, m := range errs.FindAllStringSubmatch(read(t, file), -1) {
				n++
				if key := m[1] + m[2]; !en.has("error."+key) && !operatorsOnly(key) {
					t.Errorf("%s: no catalogue words the error %q", file, key)
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("found %d errors only: the pattern is out of date", n)
	}
}

// operatorsOnly reports whether an error is for the operator at a terminal, or
// drops a notice, and so is no sentence of a reply.
func operatorsOnly(key string) bool {
	switch head, _, _ := strings.Cut(key, "."); head {
	case "forget", "import", "notice", "audit", "resend":
		return true
	}
	return slices.Contains([]string{"changed.none", "correction.none", "daily.empty", "quote.gone"}, key)
}

func sources(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(dir, err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestKeysThatAreBuilt: the families whose last part is a value of the domain.
func TestKeysThatAreBuilt(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, r := range fact.Reasons {
		keys = append(keys, "reason."+string(r))
	}
	for _, k := range []fact.RelationKind{fact.DuplicateOf, fact.Contradicts, fact.Refines, fact.Translates} {
		keys = append(keys, "relation."+string(k), "relation."+string(k)+".inverse", "kind."+string(k))
	}
	for _, a := range []fact.Act{fact.ActVerify, fact.ActCorrect, fact.ActConfidence, fact.ActRetract, fact.ActRestore, fact.ActDismiss, fact.ActRelate} {
		keys = append(keys, "act."+string(a), "effect."+string(a), "decided."+string(a), "event."+string(a))
	}
	for _, a := range publicActs {
		keys = append(keys, "event."+string(a))
	}
	hows := regexp.MustCompile(`How = "([^"]+)"`).FindAllStringSubmatch(read(t, "../search/result.go"), -1)
	if len(hows) < 10 {
		t.Errorf("search has %d ways to match only: the pattern is out of date", len(hows))
	}
	for _, how := range hows {
		keys = append(keys, "why."+how[1])
	}
	for _, c := range commandList() {
		keys = append(keys, "help."+string(c.Verb), "usage."+string(c.Verb))
	}
	for _, k := range []fact.ProposalKind{fact.ProposeNew, fact.ProposeEdit, fact.ProposeDiffer} {
		keys = append(keys, "proposal."+string(k))
	}
	for _, key := range keys {
		for _, w := range []*words{english(), chinese()} {
			if !w.has(key) {
				t.Errorf("%s lacks %q", w.locale, key)
			}
		}
	}
}

// TestFillIsNoFormat: a value is put in whatever it holds.
func TestFillIsNoFormat(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"20%-50%", "30%–50%", "%d %s %!", "{name}", "{", "}", `\n`, ""} {
		if got, want := fill("a {x} b {y} c", []string{"x", value, "y", "1"}, ""), "a "+value+" b 1 c"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := fill("open { brace", []string{"x", "1"}, ""); got != "open { brace" {
		t.Errorf("got %q", got)
	}
}

func TestNumbersAndDates(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 30, 23, 5, 0, 0, time.UTC)
	for _, tt := range []struct{ got, want string }{
		{english().date(day), "30 Nov 2026"},
		{chinese().date(day), "2026年11月30日"},
		{english().date(time.Time{}), "date not recorded"},
		{chinese().date(time.Time{}), "日期未记录"},
		{english().moment(day), "30 Nov 2026 23:05 UTC"},
		{english().number(7), "7"},
		{english().number(1234567), "1,234,567"},
		{english().number(-1234), "-1,234"},
		{english().number(100), "100"},
		{english().count("facts.more", 1), "1 more"},
		{english().count("facts.more", 0), "0 more"},
		{english().count("queue.lead", 0), "Nothing waits for a decision"},
		{chinese().count("queue.lead", 0), "没有等待决定的事实"},
		{chinese().count("facts.more", 1), "还有 1 条"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestLocaleOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		locale, question string
		public           bool
		want             Locale
	}{
		{"zh-CN", "latency", false, LocaleZH},
		{"ZH-TW", "latency", false, LocaleZH},
		{"en-GB", "延迟", false, LocaleEN},
		{"de-DE", "延迟", false, LocaleEN},
		{"", "延迟", false, LocaleZH},
		{"", "latency", false, LocaleEN},
		{"", "", false, LocaleEN},
		{"zh-CN", "latency", true, LocaleEN},
		{"en-US", "RDMA延迟是多少？", true, LocaleZH},
	} {
		if got := LocaleOf(tt.locale, tt.question, tt.public); got != tt.want {
			t.Errorf("LocaleOf(%q, %q, %v) = %s", tt.locale, tt.question, tt.public, got)
		}
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain\ntext\t.": "plain\ntext\t.", "a\x00b": "a␀b", "\x1b[31m": "␛[31m", "\x7f": "␡", "a\u0085b": "a⟦U+0085⟧b",
		"evil\u202etxt": "evil⟦RLO⟧txt", "\u2066x\u2069": "⟦LRI⟧x⟦PDI⟧", "a\r\n": "a␍\n", "\xff": "\uFFFD",
		"👩‍👩‍👧 e\u0301 ©": "👩‍👩‍👧 e\u0301 ©", "中文，“引号”…": "中文，“引号”…", "": "",
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	family := "👩‍👩‍👧"
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 10, "short"},
		{"exactly ten", 11, "exactly ten"},
		{"a longer text", 8, "a longe…"},
		{family + family + family, 9, family + "…"},
		{"延迟延迟延迟", 4, "延迟延…"},
	} {
		if got := shorten(tt.in, tt.n); got != tt.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"One. Two! Three?": {"One.", "Two!", "Three?"},
		"Latency is 1.5 µs on macOS 26.2. It is e.g. low.": {"Latency is 1.5 µs on macOS 26.2.", "It is e.g. low."},
		"RDMA绕过内核。延迟更低！真的？":                                {"RDMA绕过内核。", "延迟更低！", "真的？"},
		"He said “no.” Then left.":                         {"He said “no.”", "Then left."},
		"line one\nline two":                               {"line one", "line two"},
		"no end":                                           {"no end"},
		"... !!! 。":                                        nil,
		"":                                                 nil,
		"See http://example.com/a.b?c=d for more. Yes.": {"See http://example.com/a.b?c=d for more.", "Yes."},
	} {
		if got := sentences(in); !slices.Equal(got, want) {
			t.Errorf("sentences(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFlagReason(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		reason fact.Reason
		note   string
	}{
		"outdated":                       {fact.ReasonOutdated, ""},
		"Outdated.":                      {fact.ReasonOutdated, ""},
		"outdated since v2":              {fact.ReasonOutdated, "outdated since v2"},
		"wrongly cited":                  {fact.ReasonOther, "wrongly cited"},
		"needs a source":                 {fact.ReasonSource, ""},
		"过时":                             {fact.ReasonOutdated, ""},
		"过时，见新版":                         {fact.ReasonOutdated, "过时，见新版"},
		"he said “no”":                   {fact.ReasonOther, "he said “no”"},
		"contradicts RDMA-4":             {fact.ReasonContradicts, "contradicts RDMA-4"},
		"contradicts another fact: no 4": {fact.ReasonContradicts, "contradicts another fact: no 4"},
	} {
		if reason, note := flagReason(in); reason != want.reason || note != want.note {
			t.Errorf("flagReason(%q) = %q, %q", in, reason, note)
		}
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][2]string{
		"https://example.com/a":                 {"", "https://example.com/a"},
		"see https://example.com/a, please":     {"see https://example.com/a, please", "https://example.com/a"},
		"（http://例子.测试/路径）":                     {"（http://例子.测试/路径）", "http://例子.测试/路径"},
		"javascript:alert(1) ftp://example.com": {"javascript:alert(1) ftp://example.com", ""},
		"https://":                              {"https://", ""},
		"":                                      {"", ""},
	} {
		if text, link := links(in); text != want[0] || link != want[1] {
			t.Errorf("links(%q) = %q, %q", in, text, link)
		}
	}
}

func TestMarksSurvive(t *testing.T) {
	t.Parallel()
	err := fact.Conflict("act.stale", "").With("id", "RDMA-7").With("by", "someone, %d")
	mark, question := unmarked(marked("retract 7 v1 x", &did{done: true, err: err}))
	e := markedError(mark)
	if question != "retract 7 v1 x" || e.Key != "act.stale" || e.Code != fact.CodeConflict || e.Params["by"] != "someone, %d" || e.Params["id"] != "RDMA-7" {
		t.Errorf("got %q, %+v", question, e)
	}
	if mark, question := unmarked(marked("\x1edone\x1eflag 7 x", &did{})); mark != "" || question != "done\x1eflag 7 x" {
		t.Errorf("typed marks count: %q, %q", mark, question)
	}
}
