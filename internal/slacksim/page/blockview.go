package page

import "factbot/internal/slacksim/page/html"

// view is the picture of a block, by its type.
func (b block) view() html.Node {
	switch b.kind() {
	case "section":
		return b.section()
	case "header":
		return html.P(html.Class("block header "+b.level()), html.Role("heading"), html.Aria("level", "3"), b.text("text"))
	case "divider":
		return html.Hr(html.Class("block"))
	case "context":
		return html.Div(html.Class("block context"), html.Map(b.elements("elements"), func(e html.Node) html.Node { return html.Span(e) }))
	case "actions", "context_actions":
		return html.Div(html.Class("block actions"), b.elements("elements"))
	case "rich_text":
		return html.Div(html.Class("block text"), b.rich("elements"))
	case "markdown":
		return html.Div(html.Class("block text"), b.plain("text"))
	case "image":
		return b.figure("🖼", "image_url", html.If(b.has("title"), html.FigCaption(b.text("title"))))
	case "video":
		return b.figure("▶", "video_url", html.FigCaption(b.text("title")))
	case "alert":
		return html.Div(html.Class("block alert "+b.word("level")), html.Role("note"), b.text("text"))
	case "input":
		return b.input()
	case "table":
		return b.table(nil)
	case "data_table":
		return b.table(html.Caption(html.Text(b.word("caption"))))
	}
	return b.container()
}

// container is the picture of the blocks that hold others.
func (b block) container() html.Node {
	switch b.kind() {
	case "card":
		return b.card()
	case "carousel":
		return html.Div(html.Class("block carousel"), html.TabIndex("0"), html.Role("region"), html.Aria("label", "Cards"), b.blocks("elements"))
	case "container":
		title := html.Node(b.text("title"))
		if b.has("rich_text_title") {
			title = b.rich("rich_text_title")
		}
		return cardOf(html.P(html.B(title)), b.hint("subtitle"), b.blocks("child_blocks"))
	case "plan":
		return cardOf(html.P(html.B(html.Text(b.word("title")))), b.blocks("tasks"))
	case "task_card":
		return cardOf(html.P(html.B(html.Text(b.word("title"))), space(), tag(b.word("status"))), b.rich("details"), b.rich("output"))
	}
	return html.Details(html.Class("block"), html.Summary(html.Text("A block of the type "+b.kind())), html.Pre(html.Text(b.source())))
}

func (b block) section() html.Node {
	fields := b.texts("fields")
	return html.Div(
		html.Class("block section"),
		html.Div(html.Class("grow"),
			html.If(b.has("text"), html.Div(html.Class("text"), b.text("text"))),
			html.If(len(fields) > 0, html.Div(html.Class("fields"), html.Map(fields, func(f html.Node) html.Node { return html.Div(f) })))),
		html.If(b.has("accessory"), html.Div(html.Class("accessory"), b.element("accessory"))),
	)
}

// figure stands for a picture or film, which is not loaded: its words and its host.
func (b block) figure(sign, address string, caption html.Node) html.Node {
	words := b.word("alt_text")
	return html.Figure(html.Class("block"), caption, html.Div(html.Class("picture large"), html.Role("img"), html.Aria("label", words),
		html.Span(html.Text(sign+" "+words)), small(b.host(address))))
}

// input is a labelled control; several controls are a group under a legend.
func (b block) input() html.Node {
	label := html.Group{b.text("label"), html.If(b.flag("optional"), html.Group{space(), small("(optional)")})}
	if b.grouped() {
		return html.FieldSet(html.Class("block input"), html.Legend(label), b.element("element"), b.under())
	}
	return html.Div(html.Class("block input"), html.Label(html.For(b.field()), label), b.element("element"), b.under())
}

// under is what stands under an input: what is wrong with it, and its hint.
func (b block) under() html.Node {
	wrong := b.s.errors[b.id()]
	return html.Group{
		html.If(wrong != "", failure(wrong, html.ID(b.underID("error")))),
		html.If(b.has("hint"), html.P(html.Class("hint"), html.ID(b.underID("hint")), b.text("hint"))),
	}
}

func (b block) table(caption html.Node) html.Node {
	rows := make(html.Group, 0, 8)
	for i, cells := range b.rows() {
		row := make(html.Group, 0, len(cells))
		for _, c := range cells {
			if i == 0 {
				row = append(row, html.Th(html.Scope("col"), html.Class(c.Align), c.Content))
			} else {
				row = append(row, html.Td(html.Class(c.Align), c.Content))
			}
		}
		rows = append(rows, html.Tr(row))
	}
	return html.Div(html.Class("block table"), html.Role("region"), html.Aria("label", "Table"), html.TabIndex("0"), html.Table(caption, rows))
}

func (b block) card() html.Node {
	return cardOf(
		html.If(b.has("hero_image"), b.element("hero_image")),
		html.If(b.has("title"), html.P(html.B(b.text("title")))),
		b.hint("subtitle"),
		html.If(b.has("body"), html.P(b.text("body"))),
		b.hint("subtext"),
		html.Div(html.Class("actions"), b.elements("actions")),
	)
}

func cardOf(nodes ...html.Node) html.Node {
	return html.Div(html.Class("block card"), html.Group(nodes))
}

// hint is the text under key in small, if there is one.
func (b block) hint(key string) html.Node {
	return html.If(b.has(key), html.P(html.Class("hint"), b.text(key)))
}
