package slack

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

var update = flag.Bool("update", false, "write the looks that the tests see")

// sketch draws blocks as lines: S section, C context, A actions, H header, I input, R rich text, and the rest by name.
// ⋯ stands before a menu, [ ] around a button, ( ) around a link.
func sketch(blocks []map[string]any) string {
	var b strings.Builder
	for _, block := range blocks {
		kind, _ := block["type"].(string)
		short := map[string]string{"section": "S", "context": "C", "actions": "A", "header": "H", "input": "I", "rich_text": "R"}[kind]
		if short == "" {
			short = kind
		}
		parts := []string{short}
		for _, key := range []string{"label", "text", "elements"} {
			parts = append(parts, textsOf(block[key])...)
		}
		if a, ok := block["accessory"].(map[string]any); ok {
			parts = append(parts, "⋯")
			parts = append(parts, textsOf([]any{a})...)
		}
		b.WriteString(strings.Join(parts, " ") + "\n")
	}
	return b.String()
}

// textsOf gives the texts of an element or of a list of them.
func textsOf(v any) []string {
	switch x := v.(type) {
	case []any:
		var all []string
		for _, e := range x {
			all = append(all, textsOf(e)...)
		}
		return all
	case map[string]any:
		switch x["type"] {
		case "button":
			return []string{"[" + strings.Join(textsOf(x["text"]), "") + "]"}
		case "overflow":
			return textsOf(x["options"])
		case "mrkdwn", "link":
			text, _ := x["text"].(string)
			return []string{"(" + text + ")"}
		case "user":
			return []string{"@" + x["user_id"].(string)}
		}
		if text, ok := x["text"].(string); ok {
			return []string{strings.ReplaceAll(text, "\n", "⏎")}
		}
		return append(textsOf(x["text"]), textsOf(x["elements"])...)
	}
	return nil
}

// looks are replies whose look is kept in testdata/look, to be read beside the design of the messages.
func looks() map[string]*bot.Reply {
	flagged := &bot.Reply{Sections: []bot.Section{
		{Kind: bot.SectionFact, View: &bot.FactView{
			Fact:  &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: 15}, Statement: "RDMA has extremely high requirements for a lossless network: <!here> *bold* 20%-50%."},
			Line:  bot.Line{{Text: "RDMA-15"}, {Text: " · 50 % · ○ Unverified · ⚑ doubted by 2 · "}, {Text: "docs", URL: "https://docs.example.com/roce"}},
			Extra: []bot.Line{bot.Plain("Outdated (2). With a reviewer since 1 Dec.")},
			Menu:  []bot.Button{{Label: "Details", Command: "fact RDMA-15"}, {Label: "Retract…", Command: "retract RDMA-15", Style: bot.StyleDanger}},
		}},
		{Kind: bot.SectionText, Line: bot.Line{{Text: "For "}, {Mention: "U0REVIEWER"}, {Text: ": see "}, {Text: "the guide", URL: "https://docs.example.com/guide"}}},
		{Kind: bot.SectionDivider},
		{Kind: bot.SectionContent, Text: "Zero-touch RoCE\nruns lossy", Buttons: []bot.Button{{Label: "Me too", Command: "metoo RDMA-15"}}},
		{Kind: bot.SectionSearch, Text: "facts", Line: bot.Plain("Search")},
	}, Buttons: []bot.Button{{Label: "History", Command: "history RDMA-15"}, {Label: "Source", URL: "https://docs.example.com/roce"}}}
	crowd := &bot.Reply{Locale: bot.LocaleZH}
	for i := range 12 {
		f := &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: i + 1}, Statement: strings.Repeat("远程内存访问", 200)}
		crowd.Sections = append(crowd.Sections, bot.Section{Kind: bot.SectionFact, View: &bot.FactView{Fact: f, Line: bot.Plain(f.ID.String())}})
	}
	return map[string]*bot.Reply{"facts": fiveFacts(), "flagged": flagged, "crowd": crowd, "nothing": {}}
}

// TestLooks compares what replies look like with what was agreed; run it with -update to agree anew.
func TestLooks(t *testing.T) {
	t.Parallel()
	for name, r := range looks() {
		_, p := draw(t, r)
		got := strings.ReplaceAll(sketch(p.Blocks), strings.Repeat("远程内存访问", 200), "远程内存访问×200")
		path := filepath.Join("testdata", "look", name+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s looks like\n%s\nnot like\n%s", name, got, want)
		}
	}
}
