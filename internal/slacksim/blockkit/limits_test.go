package blockkit_test

import (
	"strconv"
	"strings"
	"testing"

	"factbot/internal/slacksim/blockkit"
)

// A limit is one documented number. tmpl is the payload with @ where the
// sized part goes: a string of n code points, or n times item (# is its
// index) when item is given, or the number itself when item is "n".
type limit struct {
	name      string
	kind      string // message, blocks, modal, home: what tmpl stands inside
	tmpl      string
	item      string
	low, high int // smallest and largest accepted; low 0: no lower end to test
	at        string
}

func (l limit) payload(n int) (string, string) {
	var part string
	switch l.item {
	case "":
		part = strings.Repeat("é", n)
	case "n":
		part = strconv.Itoa(n)
	default:
		items := make([]string, n)
		for i := range items {
			items[i] = strings.ReplaceAll(l.item, "#", strconv.Itoa(i))
		}
		part = strings.Join(items, ",")
	}
	body := strings.ReplaceAll(l.tmpl, "@", part)
	switch l.kind {
	case "message":
		return "message", body
	case "modal":
		return "view", `{"type":"modal","title":{"type":"plain_text","text":"T"},"submit":{"type":"plain_text","text":"S"},"blocks":[` + body + `]}`
	case "home":
		return "view", `{"type":"home","blocks":[` + body + `]}`
	case "view":
		return "view", body
	default:
		return "blocks", "[" + body + "]"
	}
}

func judge(kind, payload string) []blockkit.Problem {
	switch kind {
	case "message":
		return blockkit.ValidateMessage([]byte(payload))
	case "view":
		return blockkit.ValidateView([]byte(payload))
	default:
		return blockkit.ValidateBlocks([]byte(payload))
	}
}

const (
	plainX  = `{"type":"plain_text","text":"x"}`
	plainAt = `{"type":"plain_text","text":"@"}`
	mrkdAt  = `{"type":"mrkdwn","text":"@"}`
	optionX = `{"text":{"type":"plain_text","text":"x"},"value":"#"}`
	divider = `{"type":"divider"}`
	pngX    = `"image_url":"https://example.com/x.png"`
)

func actions(element string) string { return `{"type":"actions","elements":[` + element + `]}` }
func input(element string) string {
	return `{"type":"input","label":` + plainX + `,"element":` + element + `}`
}

func button(fields string) string {
	return actions(`{"type":"button","text":` + plainX + `,` + fields + `}`)
}

func limits() []limit {
	var all []limit
	for _, group := range [][]limit{blockLimits(), elementLimits(), viewLimits(), newBlockLimits()} {
		all = append(all, group...)
	}
	return all
}

func blockLimits() []limit {
	return []limit{
		{"message blocks", "blocks", "@", divider, 0, 50, "/blocks"},
		{"message attachments", "message", `{"text":"t","attachments":[@]}`, `{"text":"a"}`, 0, 100, "/attachments"},
		{"message text", "message", `{"text":"@"}`, "", 0, 40_000, "/text"},
		{"attachment blocks", "message", `{"attachments":[{"blocks":[@]}]}`, divider, 0, 50, "/attachments/0/blocks"},
		{"block_id", "blocks", `{"type":"divider","block_id":"@"}`, "", 1, 255, "/blocks/0/block_id"},
		{"section text plain", "blocks", `{"type":"section","text":` + plainAt + `}`, "", 1, 3000, "/blocks/0/text/text"},
		{"section text mrkdwn", "blocks", `{"type":"section","text":` + mrkdAt + `}`, "", 1, 3000, "/blocks/0/text/text"},
		{"section fields", "blocks", `{"type":"section","fields":[@]}`, plainX, 1, 10, "/blocks/0/fields"},
		{"section field text", "blocks", `{"type":"section","fields":[` + plainAt + `]}`, "", 1, 2000, "/blocks/0/fields/0/text"},
		{"header text", "blocks", `{"type":"header","text":` + plainAt + `}`, "", 1, 150, "/blocks/0/text/text"},
		{"header level", "blocks", `{"type":"header","text":` + plainX + `,"level":@}`, "n", 1, 4, "/blocks/0/level"},
		{"context elements", "blocks", `{"type":"context","elements":[@]}`, plainX, 1, 10, "/blocks/0/elements"},
		{"context text", "blocks", `{"type":"context","elements":[` + mrkdAt + `]}`, "", 1, 3000, "/blocks/0/elements/0/text"},
		{"actions elements", "blocks", actions("@"), `{"type":"button","text":` + plainX + `}`, 1, 25, "/blocks/0/elements"},
		{"image alt_text", "blocks", `{"type":"image",` + pngX + `,"alt_text":"@"}`, "", 1, 2000, "/blocks/0/alt_text"},
		{"image title", "blocks", `{"type":"image",` + pngX + `,"alt_text":"x","title":` + plainAt + `}`, "", 1, 2000, "/blocks/0/title/text"},
		{"image url", "blocks", `{"type":"image","alt_text":"x","image_url":"https://@"}`, "", 1, 3000 - 8, "/blocks/0/image_url"},
		{"input label", "modal", `{"type":"input","label":` + plainAt + `,"element":{"type":"plain_text_input"}}`, "", 1, 2000, "/view/blocks/0/label/text"},
		{"input hint", "modal", `{"type":"input","label":` + plainX + `,"hint":` + plainAt + `,"element":{"type":"plain_text_input"}}`, "", 1, 2000, "/view/blocks/0/hint/text"},
		{"markdown alone", "blocks", `{"type":"markdown","text":"@"}`, "", 1, 12_000, "/blocks/0/text"},
		{"markdown together", "blocks", `{"type":"markdown","text":"` + strings.Repeat("m", 11_000) + `"},{"type":"markdown","text":"@"}`, "", 0, 1000, "/blocks/1/text"},
		{"all block text", "blocks", strings.Repeat(`{"type":"section","text":{"type":"plain_text","text":"`+strings.Repeat("t", 3000)+`"}},`, 4) +
			`{"type":"section","text":` + plainAt + `}`, "", 0, 1200, "/blocks"},
		{"rich text", "blocks", `{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"@"}]}]}`, "", 0, 13_200, "/blocks"},
		{"list indent", "blocks", `{"type":"rich_text","elements":[{"type":"rich_text_list","style":"bullet","elements":[],"indent":@}]}`, "n", 0, 8, "/blocks/0/elements/0/indent"},
		{"list border", "blocks", `{"type":"rich_text","elements":[{"type":"rich_text_list","style":"ordered","elements":[],"border":@}]}`, "n", 0, 1, "/blocks/0/elements/0/border"},
		{"rich text link", "blocks", `{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"link","url":"@"}]}]}`, "", 1, 3000, "/blocks/0/elements/0/elements/0/url"},
	}
}

func elementLimits() []limit {
	selectWith := func(rest string) string { return actions(`{"type":"static_select",` + rest + `}`) }
	confirmWith := func(title, text, yes, no string) string {
		return button(`"confirm":{"title":` + title + `,"text":` + text + `,"confirm":` + yes + `,"deny":` + no + `}`)
	}
	typed := func(kind, field string) string { return input(`{"type":"` + kind + `",` + field + `}`) }
	return []limit{
		{"action_id", "blocks", button(`"action_id":"@"`), "", 1, 255, "/blocks/0/elements/0/action_id"},
		{"button text", "blocks", actions(`{"type":"button","text":` + plainAt + `}`), "", 1, 75, "/blocks/0/elements/0/text/text"},
		{"button value", "blocks", button(`"value":"@"`), "", 0, 2000, "/blocks/0/elements/0/value"},
		{"button url", "blocks", button(`"url":"https://@"`), "", 1, 3000 - 8, "/blocks/0/elements/0/url"},
		{"accessibility_label", "blocks", button(`"accessibility_label":"@"`), "", 1, 75, "/blocks/0/elements/0/accessibility_label"},
		{"confirm title", "blocks", confirmWith(plainAt, plainX, plainX, plainX), "", 1, 100, "/blocks/0/elements/0/confirm/title/text"},
		{"confirm text", "blocks", confirmWith(plainX, mrkdAt, plainX, plainX), "", 1, 300, "/blocks/0/elements/0/confirm/text/text"},
		{"confirm button", "blocks", confirmWith(plainX, plainX, plainAt, plainX), "", 1, 30, "/blocks/0/elements/0/confirm/confirm/text"},
		{"confirm deny", "blocks", confirmWith(plainX, plainX, plainX, plainAt), "", 1, 30, "/blocks/0/elements/0/confirm/deny/text"},
		{"overflow options", "blocks", actions(`{"type":"overflow","options":[@]}`), optionX, 1, 5, "/blocks/0/elements/0/options"},
		{"option text", "blocks", selectWith(`"options":[{"text":` + plainAt + `,"value":"v"}]`), "", 1, 75, "/blocks/0/elements/0/options/0/text/text"},
		{"option value", "blocks", selectWith(`"options":[{"text":` + plainX + `,"value":"@"}]`), "", 1, 150, "/blocks/0/elements/0/options/0/value"},
		{"option description", "blocks", selectWith(`"options":[{"text":` + plainX + `,"value":"v","description":` + plainAt + `}]`), "", 1, 75, "/blocks/0/elements/0/options/0/description/text"},
		{"select options", "blocks", selectWith(`"options":[@]`), optionX, 1, 100, "/blocks/0/elements/0/options"},
		{"select groups", "blocks", selectWith(`"option_groups":[@]`), `{"label":` + plainX + `,"options":[` + optionX + `]}`, 1, 100, "/blocks/0/elements/0/option_groups"},
		{"group label", "blocks", selectWith(`"option_groups":[{"label":` + plainAt + `,"options":[` + optionX + `]}]`), "", 1, 75, "/blocks/0/elements/0/option_groups/0/label/text"},
		{"group options", "blocks", selectWith(`"option_groups":[{"label":` + plainX + `,"options":[@]}]`), optionX, 1, 100, "/blocks/0/elements/0/option_groups/0/options"},
		{"placeholder", "blocks", selectWith(`"options":[` + optionX + `],"placeholder":` + plainAt), "", 1, 150, "/blocks/0/elements/0/placeholder/text"},
		{"checkboxes options", "blocks", actions(`{"type":"checkboxes","options":[@]}`), optionX, 1, 10, "/blocks/0/elements/0/options"},
		{"radio options", "blocks", actions(`{"type":"radio_buttons","options":[@]}`), optionX, 1, 10, "/blocks/0/elements/0/options"},
		{"max_selected_items", "blocks", actions(`{"type":"multi_users_select","max_selected_items":@}`), "n", 1, 2147483647, "/blocks/0/elements/0/max_selected_items"},
		{"initial users within", "blocks", actions(`{"type":"multi_users_select","max_selected_items":2,"initial_users":[@]}`), `"U#"`, 1, 2, "/blocks/0/elements/0/initial_users"},
		{"input max_length", "modal", typed("plain_text_input", `"max_length":@`), "n", 1, 3000, "/view/blocks/0/element/max_length"},
		{"input min_length", "modal", typed("plain_text_input", `"min_length":@`), "n", 0, 3000, "/view/blocks/0/element/min_length"},
		{"input initial_value", "modal", typed("plain_text_input", `"initial_value":"@"`), "", 0, 3000, "/view/blocks/0/element/initial_value"},
		{"file_input max_files", "modal", typed("file_input", `"max_files":@`), "n", 1, 10, "/view/blocks/0/element/max_files"},
		{"rich input lines", "modal", typed("rich_text_input", `"max_lines":@`), "n", 1, 100, "/view/blocks/0/element/max_lines"},
		{"datetime", "modal", typed("datetimepicker", `"initial_date_time":@`), "n", 1000000000, 9999999999, "/view/blocks/0/element/initial_date_time"},
		{"trigger_actions_on", "modal", typed("plain_text_input", `"dispatch_action_config":{"trigger_actions_on":[@]}`), `"on_enter_pressed"`, 1, 2, "/view/blocks/0/element/dispatch_action_config/trigger_actions_on"},
	}
}

func viewLimits() []limit {
	modal := func(fields string) string {
		return `{"type":"modal","blocks":[],"title":{"type":"plain_text","text":"T"},` + fields + `}`
	}
	return []limit{
		{"modal blocks", "modal", "@", divider, 0, 100, "/view/blocks"},
		{"home blocks", "home", "@", divider, 0, 100, "/view/blocks"},
		{"modal title", "view", `{"type":"modal","blocks":[],"title":` + plainAt + `}`, "", 1, 24, "/view/title/text"},
		{"modal submit", "view", modal(`"submit":` + plainAt), "", 1, 24, "/view/submit/text"},
		{"modal close", "view", modal(`"close":` + plainAt), "", 1, 24, "/view/close/text"},
		{"private_metadata", "view", modal(`"private_metadata":"@"`), "", 0, 3000, "/view/private_metadata"},
		{"callback_id", "view", modal(`"callback_id":"@"`), "", 0, 255, "/view/callback_id"},
		{"external_id", "view", modal(`"external_id":"@"`), "", 0, 255, "/view/external_id"},
		{"home private_metadata", "view", `{"type":"home","blocks":[],"private_metadata":"@"}`, "", 0, 3000, "/view/private_metadata"},
	}
}

func newBlockLimits() []limit {
	cell := `{"type":"raw_text","text":"c"}`
	chart := func(series string) string {
		return `{"type":"data_visualization","title":"t","chart":{"type":"bar","series":[` + series + `],"axis_config":{"categories":["a"]}}}`
	}
	series := `{"name":"s","data":[{"label":"a","value":1}]}`
	card := `{"type":"card","title":{"type":"mrkdwn","text":"x"}}`
	task := `{"type":"video","video_url":"https://example.com/v","thumbnail_url":"https://example.com/t","alt_text":"a",`
	return []limit{
		{"table rows", "blocks", `{"type":"table","rows":[@]}`, "[" + cell + "]", 1, 100, "/blocks/0/rows"},
		{"table cells", "blocks", `{"type":"table","rows":[[@]]}`, cell, 1, 20, "/blocks/0/rows/0"},
		{"table text", "blocks", `{"type":"table","rows":[[{"type":"raw_text","text":"@"}]]}`, "", 0, 10_000, "/blocks/0/rows"},
		{"data_table rows", "blocks", `{"type":"data_table","caption":"c","rows":[@]}`, "[" + cell + "]", 2, 101, "/blocks/0/rows"},
		{"data_table page", "blocks", `{"type":"data_table","caption":"c","rows":[[` + cell + `],[` + cell + `]],"page_size":@}`, "n", 1, 100, "/blocks/0/page_size"},
		{"chart title", "blocks", `{"type":"data_visualization","title":"@","chart":{"type":"pie","segments":[{"label":"a","value":1}]}}`, "", 1, 50, "/blocks/0/title"},
		{"chart segments", "blocks", `{"type":"data_visualization","title":"t","chart":{"type":"pie","segments":[@]}}`, `{"label":"a","value":1}`, 1, 6, "/blocks/0/chart/segments"},
		{"chart series", "blocks", chart("@"), series, 1, 6, "/blocks/0/chart/series"},
		{"chart points", "blocks", chart(`{"name":"s","data":[@]}`), `{"label":"a","value":1}`, 1, 20, "/blocks/0/chart/series/0/data"},
		{"chart label", "blocks", chart(`{"name":"@","data":[{"label":"a","value":1}]}`), "", 1, 20, "/blocks/0/chart/series/0/name"},
		{"card title", "blocks", `{"type":"card","title":` + mrkdAt + `}`, "", 1, 150, "/blocks/0/title/text"},
		{"card body", "blocks", `{"type":"card","body":` + mrkdAt + `}`, "", 1, 200, "/blocks/0/body/text"},
		{"carousel", "blocks", `{"type":"carousel","elements":[@]}`, card, 1, 10, "/blocks/0/elements"},
		{"container", "blocks", `{"type":"container","title":` + plainX + `,"child_blocks":[@]}`, divider, 1, 10, "/blocks/0/child_blocks"},
		{"container title", "blocks", `{"type":"container","title":` + plainAt + `,"child_blocks":[` + divider + `]}`, "", 1, 150, "/blocks/0/title/text"},
		{"layout rows", "blocks", `{"type":"layout","label":"l","rows":[@]}`, `{"items":[{"block":` + divider + `}]}`, 1, 5, "/blocks/0/rows"},
		{"layout items", "blocks", `{"type":"layout","label":"l","rows":[{"items":[@]}]}`, `{"block":` + divider + `}`, 1, 3, "/blocks/0/rows/0/items"},
		{"layout label", "blocks", `{"type":"layout","label":"@","rows":[{"items":[{"block":` + divider + `}]}]}`, "", 1, 150, "/blocks/0/label"},
		{"context_actions", "blocks", `{"type":"context_actions","elements":[@]}`, `{"type":"icon_button","icon":"trash","text":` + plainX + `}`, 1, 5, "/blocks/0/elements"},
		{"video title", "blocks", task + `"title":` + plainAt + `}`, "", 1, 199, "/blocks/0/title/text"},
		{"video author", "blocks", task + `"title":` + plainX + `,"author_name":"@"}`, "", 1, 49, "/blocks/0/author_name"},
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, l := range limits() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			accept := func(n int) {
				if kind, p := l.payload(n); len(judge(kind, p)) > 0 {
					t.Errorf("%d refused: %v", n, judge(kind, p)[0].Message)
				}
			}
			refuse := func(n int) {
				kind, p := l.payload(n)
				for _, problem := range judge(kind, p) {
					if problem.Pointer == l.at {
						return
					}
				}
				t.Errorf("%d not refused at %s: %v", n, l.at, judge(kind, p))
			}
			accept(l.high)
			refuse(l.high + 1)
			if l.low > 0 {
				accept(l.low)
				refuse(l.low - 1)
			}
		})
	}
}
