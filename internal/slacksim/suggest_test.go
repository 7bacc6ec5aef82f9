package slacksim

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

const menuBlocks = `[{"type":"actions","elements":[{"type":"external_select","action_id":"topic","placeholder":{"type":"plain_text","text":"Topic"}}]}]`

func TestSuggestions(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	asked := make(chan slack.InteractionCallback, 1)
	connect(t, s, func(_ *slack.Client, e socketmode.Event) any {
		cb := e.Data.(slack.InteractionCallback)
		asked <- cb
		option := slack.NewOptionBlockObject("rdma", slack.NewTextBlockObject("plain_text", "RDMA", false, false), nil)
		if cb.Value == "group" {
			return slack.OptionGroupsResponse{OptionGroups: []*slack.OptionGroupBlockObject{
				slack.NewOptionGroupBlockElement(slack.NewTextBlockObject("plain_text", "All", false, false), option),
			}}
		}
		return slack.OptionsResponse{Options: []*slack.OptionBlockObject{option}}
	})
	s.call(t, "chat.postMessage", map[string]string{"channel": ChannelRDMA, "text": "x", "blocks": menuBlocks})
	m, _ := s.Last("rdma")
	for typed, want := range map[string]Suggestion{"rd": {Text: "RDMA", Value: "rdma"}, "group": {Text: "RDMA", Value: "rdma", Group: "All"}} {
		got, err := s.As("reader").Suggest(t.Context(), m, "Topic", typed)
		if err != nil || !slices.Equal(got, []Suggestion{want}) {
			t.Errorf("%s: %+v, %v", typed, got, err)
		}
		if cb := <-asked; cb.Type != slack.InteractionTypeBlockSuggestion || cb.Value != typed || cb.ActionID != "topic" {
			t.Errorf("%s: callback %+v", typed, cb)
		}
	}
	if _, err := s.As("reader").Suggest(t.Context(), m, "none", "x"); !errors.Is(err, ErrNoElement) {
		t.Errorf("unknown menu: %v", err)
	}
	s.Fail("deliver/interactive", Fault{Drop: true}, 1)
	if _, err := s.As("reader").Suggest(t.Context(), m, "Topic", "x"); err == nil || !strings.Contains(err.Error(), DispatchFailed) {
		t.Errorf("no app: %v", err)
	}
}
