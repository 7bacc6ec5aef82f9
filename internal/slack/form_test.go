package slack

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/slacksim/blockkit"
)

var anyField = rapid.Custom(func(t *rapid.T) bot.Field {
	f := bot.Field{
		Name: rapid.StringMatching(`[a-z]{1,12}`).Draw(t, "name"), Kind: bot.FieldKind(rapid.IntRange(0, 6).Draw(t, "kind")),
		Label: anyText(2100).Draw(t, "label"), Hint: anyText(2100).Draw(t, "hint"), Required: rapid.Bool().Draw(t, "required"),
		Max: rapid.SampledFrom([]int{0, 1, 150, 3000, 3001, 4000, 6000}).Draw(t, "max"), Value: anyText(4500).Draw(t, "value"),
	}
	switch f.Kind {
	case bot.FieldUser:
		f.Value = rapid.SampledFrom([]string{"", "U0READER"}).Draw(t, "user")
	case bot.FieldChannel:
		f.Value = rapid.SampledFrom([]string{"", "C0RDMA"}).Draw(t, "channel")
	}
	for i := range rapid.IntRange(0, 120).Draw(t, "choices") {
		f.Choices = append(f.Choices, bot.Choice{Value: string(rune('a'+i%26)) + strings.Repeat("x", i/26), Label: anyText(90).Draw(t, "choice")})
	}
	if f.Kind == bot.FieldChoice && len(f.Choices) > 0 {
		f.Value = f.Choices[rapid.IntRange(0, len(f.Choices)-1).Draw(t, "chosen")].Value
	}
	return f
})

// TestAnyFormIsTaken holds that Slack takes whatever form the bot asks for.
func TestAnyFormIsTaken(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		intro := anyReply.Draw(rt, "intro")
		r := &bot.Reply{Locale: intro.Locale, Lead: intro.Lead, Form: &bot.Form{
			Command: "correct RDMA-7 3", Topic: "rdma", Title: anyText(30).Draw(rt, "title"), Submit: anyText(30).Draw(rt, "submit"), Intro: intro.Sections,
			Fields: rapid.SliceOfNDistinct(anyField, 0, 9, func(f bot.Field) string { return f.Name }).Draw(rt, "fields"),
		}}
		in := &interaction{ResponseURL: "https://hooks.slack.com/" + strings.Repeat("x", rapid.SampledFrom([]int{1, 4000}).Draw(rt, "url"))}
		v := formView(r, metaOf(in, r.Form.Command, r.Form.Topic, nil))
		raw, err := json.Marshal(v)
		if err != nil {
			rt.Fatal(err)
		}
		if problems := blockkit.ValidateView(raw); len(problems) > 0 {
			rt.Fatalf("refused: %v", blockkit.Messages(problems))
		}
		if m, ok := readMeta(v.meta); !ok || m.Command != r.Form.Command {
			rt.Fatal("the command is lost")
		}
	})
}

// TestLongTextComesBackWhole holds that a text longer than one of Slack's inputs is edited in two and comes back as one.
func TestLongTextComesBackWhole(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"short", strings.Repeat("延", 4000), strings.Repeat("👩‍👩‍👧‍👦", 571), strings.Repeat("a", 3000), "a\u202eb\x00"} {
		v := formView(&bot.Reply{Form: &bot.Form{Fields: []bot.Field{{Name: "statement", Kind: bot.FieldText, Label: "Statement", Max: fact.MaxStatement, Value: text}}}}, formMeta{})
		raw, _ := json.Marshal(v)
		var sent struct {
			Blocks []struct {
				ID      string `json:"block_id"`
				Element struct {
					Action  string `json:"action_id"`
					Initial string `json:"initial_value"`
				}
			}
		}
		if err := json.Unmarshal(raw, &sent); err != nil {
			t.Fatal(err)
		}
		var back viewState
		back.State.Values = map[string]map[string]inputValue{}
		for _, b := range sent.Blocks {
			back.State.Values[b.ID] = map[string]inputValue{b.Element.Action: {Type: "plain_text_input", Value: b.Element.Initial}}
		}
		if want := 1 + min(1, utf8.RuneCountInString(text)/3001); len(sent.Blocks) != want {
			t.Errorf("%d characters: %d inputs, want %d", utf8.RuneCountInString(text), len(sent.Blocks), want)
		}
		if got := filled(&back)["statement"]; got != text {
			t.Errorf("%d bytes of %d came back", len(got), len(text))
		}
	}
}

// TestFormDecoding holds our form reader to net/url's, for the fields that it reads.
func TestFormDecoding(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := anyText(300).Draw(rt, "text")
		body := url.Values{"text": {text}, "command": {"/rdma"}, "other": {"x"}}.Encode()
		f, err := parseForm([]byte(body))
		if err != nil || f.command.Text != text || f.command.Command != "/rdma" {
			rt.Fatalf("%v %q", err, f.command.Text)
		}
	})
	if f, err := parseForm([]byte("text=a&text=b&command=%2Frdma")); err != nil || f.command.Text != "a" {
		t.Error(err, f.command)
	}
	if f, err := parseForm([]byte("text=C%2B%2B+verbs%2C+100%25+%2B+5%25")); err != nil || f.command.Text != "C++ verbs, 100% + 5%" {
		t.Error(err, f.command)
	}
}

func TestFieldErrorsNameInputs(t *testing.T) {
	t.Parallel()
	in := &interaction{}
	in.View.State.Values = map[string]map[string]inputValue{"f:note": {}, "f:reason": {}}
	got := string(fieldErrors(in, map[string]string{"reason": "Choose one.", "nowhere": "Also this."}))
	if want := `{"response_action":"errors","errors":{"f:note":"Also this.","f:reason":"Choose one."}}`; got != want {
		t.Error(got)
	}
	if fieldErrors(&interaction{}, map[string]string{"x": "y"}) != nil {
		t.Error("a form without inputs cannot show errors")
	}
}
