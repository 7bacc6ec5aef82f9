package cli

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// readmeStep is a command of README with what is shown below it.
type readmeStep struct {
	line    int
	command string
	shown   []string
	strict  bool // it must end well, where nothing is shown that it prints
}

// inText matches commands in README's running text.
var inText = regexp.MustCompile("`((?:go build|\\./factbot) [^`]+)`")

// readmeSteps finds the commands of a page in their order. A command that ends in
// a backslash goes on in the next line.
func readmeSteps(text string) []readmeStep {
	var steps []readmeStep
	lang, goesOn := "", false
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if fence, ok := strings.CutPrefix(trimmed, "```"); ok {
			if lang == "" && fence == "sh" {
				steps = append(steps, readmeStep{line: i + 2, strict: true})
			}
			lang, goesOn = map[bool]string{true: fence + " ", false: ""}[lang == ""], false
			continue
		}
		switch lang {
		case "":
			for _, m := range inText.FindAllStringSubmatch(line, -1) {
				steps = append(steps, readmeStep{line: i + 1, command: m[1]})
			}
		case "sh ":
			steps[len(steps)-1].command += trimmed + "\n"
		case "console ":
			command, ok := strings.CutPrefix(line, "$ ")
			switch {
			case goesOn:
				steps[len(steps)-1].command += "\n" + line
			case ok:
				steps = append(steps, readmeStep{line: i + 1, command: command})
			case len(steps) > 0:
				last := &steps[len(steps)-1]
				last.shown = append(last.shown, line)
			}
			goesOn = strings.HasSuffix(line, `\`)
		}
	}
	return steps
}

// unlike says where printed text is not what is shown; a shown line "…" matches
// any lines, and "…" at a line's end the rest of the line.
func unlike(shown []string, printed string) string {
	for len(shown) > 0 && strings.TrimSpace(shown[len(shown)-1]) == "" {
		shown = shown[:len(shown)-1]
	}
	if len(shown) == 0 {
		return ""
	}
	var pattern strings.Builder
	pattern.WriteString(`(?s)\A`)
	for _, line := range shown {
		line = strings.TrimRight(line, " ")
		switch start, cut := strings.CutSuffix(line, "…"); {
		case line == "…":
			pattern.WriteString(`(?:[^\n]*\n)*?`)
		case cut && !strings.HasPrefix(strings.TrimSpace(line), "[!"):
			pattern.WriteString(regexp.QuoteMeta(start) + `[^\n]*\n`)
		default:
			pattern.WriteString(regexp.QuoteMeta(line) + ` *\n`)
		}
	}
	if shown[len(shown)-1] == "…" {
		pattern.WriteString(`.*`)
	}
	pattern.WriteString(`\z`)
	if regexp.MustCompile(pattern.String()).MatchString(dated(strings.TrimRight(printed, "\n") + "\n")) {
		return ""
	}
	return "is not like what is shown:\n" + strings.Join(shown, "\n")
}

// someDay matches a day as answers show it.
var someDay = regexp.MustCompile(`\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) 20\d\d\b`)

// readmeDay is the day that README's transcripts show as today.
const readmeDay = "30 Nov 2026"

// dated puts README's day in place of today.
func dated(text string) string {
	today := time.Now().UTC().Format("2 Jan 2006")
	return someDay.ReplaceAllStringFunc(text, func(day string) string {
		if day == today {
			return readmeDay
		}
		return day
	})
}

// TestUnlike holds the comparison of README's transcripts to what it promises.
func TestUnlike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shown, printed string
		like           bool
	}{
		{"", "anything\n", true},
		{"one\ntwo", "one\ntwo\n", true},
		{"one\ntwo\n", "one\ntwo", true},
		{"one", "one\ntwo\n", false},
		{"one\n…", "one\ntwo\nthree\n", true},
		{"one\n…", "one\n", true},
		{"…\ntwo", "zero\none\ntwo\n", true},
		{"…\ntwo", "zero\none\n", false},
		{"one\n…\nthree", "one\nthree\n", true},
		{"one\n…\nthree", "one\ntwo\n", false},
		{"one is a lot…", "one is a lot longer\n", true},
		{"a.b", "aXb\n", false},
	} {
		var shown []string
		if tt.shown != "" {
			shown = strings.Split(tt.shown, "\n")
		}
		if got := unlike(shown, tt.printed) == ""; got != tt.like {
			t.Errorf("unlike(%q, %q) says like: %v", tt.shown, tt.printed, got)
		}
	}
}

// TestReadmeSteps finds commands in blocks and in the text, and nothing else.
func TestReadmeSteps(t *testing.T) {
	t.Parallel()
	got := readmeSteps("`./factbot init` and `factbot ask`\n```console\n$ one\nout\n$ two \\\n  more\n```\n" +
		"```go\n$ no\n```\n   ```sh\n   three\n   four\n   ```\n")
	want := []string{"./factbot init", "one", "two \\\n  more", "three\nfour\n"}
	if len(got) != len(want) {
		t.Fatalf("steps are %+v", got)
	}
	for i, step := range got {
		if step.command != want[i] || step.strict != (i == 3) {
			t.Errorf("step %d is %+v, want %q", i, step, want[i])
		}
	}
	if len(got[1].shown) != 1 || got[1].shown[0] != "out" {
		t.Errorf("below the command stands %q", got[1].shown)
	}
}
