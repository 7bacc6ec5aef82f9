package page_test

import (
	"fmt"
	"maps"
)

// What the scripted app says, in Block Kit.

func plain(s string) object { return object{"type": "plain_text", "text": s, "emoji": false} }

func mrkdwn(s string) object           { return object{"type": "mrkdwn", "text": s, "verbatim": true} }
func section(s string) object          { return object{"type": "section", "text": plain(s)} }
func note(s string) object             { return object{"type": "context", "elements": []object{mrkdwn(s)}} }
func option(text, value string) object { return object{"text": plain(text), "value": value} }

func button(text, id, style string) object {
	b := object{"type": "button", "text": plain(text), "action_id": id, "value": id}
	if style != "" {
		b["style"] = style
	}
	return b
}

func fact(id int, text, under string) []object {
	s := section(text)
	s["accessory"] = object{"type": "overflow", "action_id": "more", "options": []object{option("Flag as doubtful", fmt.Sprintf("flag %d", id)), option("History", fmt.Sprintf("history %d", id))}}
	return []object{s, note(fmt.Sprintf("RDMA-%d · %s", id, under))}
}

func join(parts ...[]object) []object {
	var all []object
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func factPage(n int) object {
	pages := [][]object{
		join([]object{note("9 facts on “latency” · 1 verified in the file, none checked here")},
			fact(1, "With RDMA the network card reads and writes the memory of the other host without its processor.", "75 % · ◐ Verified in the file, by whom not recorded · rdma.txt:19"),
			fact(18, "The card of a small desktop machine is said to reach a round trip well below 20 microseconds.", "50 % · ○ Unverified · ≠ conflicts with RDMA-4 (once related) · rdma.txt:36"),
			fact(11, "零拷贝让数据不经过内核缓冲区直接到达应用内存。", "50 % · ○ Unverified · rdma.txt:29")),
		join([]object{note("9 facts on “latency” · page 2 of 2")},
			fact(4, "Measured latency on the same card stayed above 30 microseconds.", "50 % · ○ Unverified · rdma.txt:22")),
	}
	buttons := object{"type": "actions", "elements": []object{button("Next 4", "next", ""), button("Share in channel", "share", ""), button("Flag a fact", "flag", "")}}
	foot := note("4 more, 3 of them 中文 · rdma.txt imported 30 Nov 2026, 2dcd95 · no external source recorded · % is the file's figure")
	return object{"response_type": "ephemeral", "text": "9 facts on latency", "blocks": join(pages[n], []object{foot, buttons})}
}

func answerBlocks() []object {
	return join([]object{note("3 recorded facts bear on this · none verified")},
		fact(15, "RDMA asks for a network that loses almost nothing.", "50 % · ○ Unverified · rdma.txt:33"),
		fact(14, "RoCE carries RDMA over Ethernet.", "50 % · ○ Unverified · rdma.txt:32"),
		[]object{note("Quoted as recorded, no conclusion drawn · follow-ups need @factbot"), {"type": "actions", "elements": []object{button("Flag a fact", "flag", "")}}})
}

func flagged() []object {
	retract := button("Retract…", "retract", "danger")
	retract["confirm"] = object{"title": plain("Retract RDMA-15?"), "text": mrkdwn("It leaves *all* answers. Its history stays."), "confirm": plain("Retract"), "deny": plain("Keep"), "style": "danger"}
	return join(
		[]object{
			section("RDMA asks for a network that loses almost nothing."), note("RDMA-15 · 50 % · ○ Unverified · ⚑ doubted by 2"),
			section("Outdated (2). With a reviewer since 1 Dec."), note("rdma.txt:33, imported 30 Nov 2026, 2dcd95 · no external source recorded · see RDMA-14, RDMA-16"),
			{"type": "actions", "elements": []object{button("Me too", "flag", "primary"), button("Add evidence", "push", ""), retract}},
		})
}

func homeBlocks() []object {
	return join([]object{{"type": "header", "text": plain("Facts on RDMA")}, section("19 facts, 1 verified in the file, none checked here."), {"type": "divider"}},
		fact(15, "RDMA asks for a network that loses almost nothing.", "⚑ doubted by 2 · waiting 1 day"),
		[]object{{"type": "actions", "elements": []object{button("Review", "flag", "primary"), {"type": "static_select", "action_id": "topic", "placeholder": plain("Topic"), "options": []object{option("RDMA", "rdma"), option("NVMe", "nvme")}}}}})
}

func input(id, label string, element object, more object) object {
	element["action_id"] = id
	b := object{"type": "input", "block_id": id, "label": plain(label), "element": element}
	maps.Copy(b, more)
	return b
}

func flagForm(title string) object {
	return object{"type": "modal", "callback_id": "flag", "title": plain(title), "submit": plain("Send"), "close": plain("Cancel"), "blocks": []object{
		section("RDMA asks for a network that loses almost nothing."),
		note("RDMA-15 · 50 % · ○ Unverified"),
		input("reason", "What is wrong with it?", object{"type": "static_select", "placeholder": plain("Choose a reason"), "options": []object{option("Outdated", "outdated"), option("Wrong", "wrong"), option("Unclear", "unclear")}}, nil),
		input("note", "Why do you think so?", object{"type": "plain_text_input", "multiline": true, "placeholder": plain("One or two sentences")}, object{"hint": plain("Reviewers read this; it stays in the history.")}),
		input("url", "Evidence", object{"type": "url_text_input", "placeholder": plain("https://")}, object{"optional": true}),
		input("seen", "Where did you meet it?", object{"type": "radio_buttons", "options": []object{option("In an answer", "answer"), option("In the home", "home")}}, object{"optional": true}),
		input("tell", "Tell me", object{"type": "checkboxes", "options": []object{option("when it is decided", "decided"), option("when someone else flags it", "flagged")}}, object{"optional": true}),
		{"type": "actions", "elements": []object{button("See facts near it", "push", "")}},
	}}
}

// everything is one message with each kind of block and element.
func everything() []object {
	rich := func(parts ...object) object { return object{"type": "rich_text", "elements": parts} }
	text := func(s string, style ...string) object {
		o := object{"type": "text", "text": s}
		if len(style) > 0 {
			o["style"] = object{style[0]: true}
		}
		return o
	}
	line := func(pieces ...object) object { return object{"type": "rich_text_section", "elements": pieces} }
	cell := func(s string) object { return object{"type": "raw_text", "text": s} }
	return []object{
		{"type": "header", "text": plain("Everything at once")},
		{"type": "section", "text": object{"type": "mrkdwn", "text": "*bold* _italic_ ~struck~ `code` <https://example.com|a link> <@U0REVIEWER> <#C0GENERAL> :tada: &lt;script&gt;alert(1)&lt;/script&gt;\n&gt; quoted\n<!date^1796037520^{date_short_pretty} at {time}|then>"}},
		{"type": "section", "fields": []object{mrkdwn("*Status*\n○ Unverified"), mrkdwn("*Confidence*\n50 %")}},
		rich(line(text("Rich "), text("bold", "bold"), text(" and "), object{"type": "user", "user_id": "U0READER"}, object{"type": "emoji", "name": "eyes"}),
			object{"type": "rich_text_list", "style": "ordered", "elements": []object{line(text("one")), line(text("two"))}},
			object{"type": "rich_text_quote", "elements": []object{text("a quotation")}},
			object{"type": "rich_text_preformatted", "elements": []object{text("ib_write_lat -d mlx5_0")}}),
		{"type": "table", "column_settings": []object{{"align": "left"}, {"align": "right"}}, "rows": [][]object{{cell("Fact"), cell("Confidence")}, {cell("RDMA-1"), cell("75 %")}, {cell("RDMA-15"), cell("50 %")}}},
		{"type": "image", "image_url": "https://example.com/latency.png", "alt_text": "Latency by message size", "title": plain("Latency")},
		{"type": "actions", "elements": []object{
			{"type": "users_select", "action_id": "user", "placeholder": plain("A person")},
			{"type": "channels_select", "action_id": "channel", "placeholder": plain("A channel")},
			{"type": "datepicker", "action_id": "date", "initial_date": "2026-12-02"},
			{"type": "external_select", "action_id": "external", "placeholder": plain("A topic"), "min_query_length": 1},
			{"type": "checkboxes", "action_id": "boxes", "options": []object{option("Only verified", "v"), option("All languages", "l")}},
		}},
		{"type": "divider"},
	}
}
