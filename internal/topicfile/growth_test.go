package topicfile

import (
	"strings"
	"testing"
)

// TestInputsThatGrow reads inputs that make careless readers recurse or take a
// time beyond proportion; each ends in problems.
func TestInputsThatGrow(t *testing.T) {
	t.Parallel()
	const n = 20_000
	repeat := func(s string) string { return strings.Repeat(s, n) }
	var steps strings.Builder
	for i := range 500 {
		steps.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	for name, text := range map[string]string{
		"open lists.yaml":    repeat("["),
		"open maps.yaml":     repeat("{"),
		"nested lists.yaml":  repeat("- "),
		"nested keys.yaml":   repeat("? "),
		"anchors.yaml":       repeat("&a "),
		"repeated key.yaml":  repeat("a:\n"),
		"steps.yaml":         steps.String(),
		"documents.yaml":     repeat("---\n"),
		"comments.yaml":      repeat("#\n"),
		"directives.yaml":    repeat("%TAG ! x\n"),
		"long list.yaml":     "[" + repeat("a, ") + "]",
		"one number.yaml":    "title: x\nfacts:\n" + repeat("- {id: A-1, statement: x, confidence: 5}\n"),
		"quotes.csv":         "statement,confidence\n" + repeat("\"") + "\"",
		"separators.csv":     "statement,confidence\n" + repeat(","),
		"columns.csv":        repeat("source_url_3,"),
		"blank lines.txt":    "T\n" + repeat("\n"),
		"long number.txt":    "T\nAll Facts\nx\n" + repeat("1") + "%",
		"long title.txt":     repeat("All Facts "),
		"long statement.txt": "T\nAll Facts\n" + repeat("x") + "\n50%",
	} {
		src, problems := Parse(File{Name: name, Data: []byte(text)}, nil)
		if src != nil || len(problems) == 0 || len(problems) > 2*maxProblems+2 {
			t.Errorf("%s: source %v with %d problems", name, src != nil, len(problems))
		}
	}
}
