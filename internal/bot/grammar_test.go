package bot_test

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// scopes are the places that the table's texts are typed in.
func scopes() map[string]bot.Scope {
	rdma := &fact.Topic{Slug: "rdma", Title: "RDMA", Prefix: "RDMA", Command: "rdma", Aliases: []string{"remote memory"}}
	tea := &fact.Topic{Slug: "green-tea", Title: "Green tea", Prefix: "GREEN-TEA", Command: "green-tea", Aliases: []string{"绿茶"}}
	exists := func(id fact.ID) bool { return id.N <= 19 }
	return map[string]bot.Scope{
		"/rdma":    {Topics: []*fact.Topic{rdma, tea}, Topic: "rdma", Exists: exists, Name: "factbot"},
		"one":      {Topics: []*fact.Topic{rdma}, Exists: exists, Name: "factbot"},
		"two":      {Topics: []*fact.Topic{rdma, tea}, Exists: exists, Name: "factbot"},
		"terminal": {Topics: []*fact.Topic{rdma}, Exists: exists, Name: "factbot", Typed: true},
	}
}

// TestGrammar holds the parser to testdata/grammar.txt: a place, a text as Go
// quotes it, and the command it is.
func TestGrammar(t *testing.T) {
	t.Parallel()
	const file = "testdata/grammar.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			out.WriteString(line + "\n")
			continue
		}
		input, want, _ := strings.Cut(line, "\t")
		place, quoted, _ := strings.Cut(input, " ")
		scope, ok := scopes()[place]
		text, err := strconv.Unquote(quoted)
		if !ok || err != nil {
			t.Fatalf("line %q: unknown place or %v", line, err)
		}
		got := summary(bot.Parse(text, scope))
		if !*update && got != want {
			t.Errorf("%s\n got %s\nwant %s", input, got, want)
		}
		out.WriteString(input + "\t" + got + "\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// summary names every field of a command that is set.
func summary(c bot.Command) string {
	parts := []string{string(c.Verb)}
	walk(&parts, "", reflect.ValueOf(c))
	return strings.Join(parts, " ")
}

func walk(parts *[]string, prefix string, v reflect.Value) {
	for i := range v.NumField() {
		f, name := v.Field(i), prefix+v.Type().Field(i).Name
		if f.IsZero() || name == "Verb" {
			continue
		}
		switch x := f.Interface().(type) {
		case fact.ID:
			*parts = append(*parts, name+"="+x.String())
		case *fact.Status:
			*parts = append(*parts, name+"="+x.String())
		case *bot.Command:
			*parts = append(*parts, name+"=("+summary(*x)+")")
		case bot.Options, bot.Details:
			walk(parts, "", f)
		case string:
			*parts = append(*parts, name+"="+strconv.Quote(x))
		default:
			*parts = append(*parts, fmt.Sprintf("%s=%v", name, x))
		}
	}
}

// FuzzParse: any bytes are exactly one command, and what a reading command
// carries to its next page parses to the same again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "facts “KV Cache” —status verified", "flag 3 he said “no”", "<http://x|facts> <#C1|rdma>", "share share facts x",
		"\xff\xfe", "facts --from 99999999999", "relate 7 duplicate of 4", "＠factbot ＦＡＣＴＳ　７", "<", "<@", "<!|", "v", "-", "—", "--=", "timeline 30 days",
	} {
		f.Add(seed)
	}
	all := scopes()
	f.Fuzz(func(t *testing.T, text string) {
		for name, scope := range all {
			c := bot.Parse(text, scope)
			if c.Verb == "" {
				t.Fatalf("%s: %q is no command", name, text)
			}
			if c.Verb == bot.VerbFacts && c.Query != "" {
				again := bot.Parse("facts "+c.Query, scope)
				if again.Verb != bot.VerbFacts || again.Query != c.Query {
					t.Fatalf("%s: query %q became %s", name, c.Query, summary(again))
				}
			}
			if c.Content != "" && scope.Typed && !strings.Contains(text, c.Content) {
				t.Fatalf("%s: content %q is not in %q", name, c.Content, text)
			}
		}
	})
}

// TestContentIsByteExact: whatever is typed as a reason is kept as it is.
func TestContentIsByteExact(t *testing.T) {
	t.Parallel()
	scope := scopes()["terminal"]
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.StringMatching(`[\pL\pN\pP\pS]([^\p{Cc}]|\n)*[\pL\pN\pP\pS]`).Draw(t, "content")
		for _, verb := range []string{"flag 7 ", "retract RDMA-7 v2 ", "Add "} {
			c := bot.Parse(verb+content, scope)
			if c.Content != content && !c.Usage && !c.TooLong {
				t.Fatalf("%s%q: got %q", verb, content, c.Content)
			}
		}
	})
}
