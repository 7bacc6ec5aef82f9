package page

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// view is the picture of a block, by its type.
func (b block) view() g.Node {
	switch b.kind() {
	case "section":
		return b.section()
	case "header":
		return h.P(h.Class("block header "+b.level()), h.Role("heading"), h.Aria("level", "3"), b.text("text"))
	case "divider":
		return h.Hr(h.Class("block"))
	case "context":
		return h.Div(h.Class("block context"), g.Map(b.elements("elements"), func(e g.Node) g.Node { return h.Span(e) }))
	case "actions", "context_actions":
		return h.Div(h.Class("block actions"), b.elements("elements"))
	case "rich_text":
		return h.Div(h.Class("block text"), b.rich("elements"))
	case "markdown":
		return h.Div(h.Class("block text"), b.plain("text"))
	case "image":
		return b.figure("🖼", "image_url", g.If(b.has("title"), h.FigCaption(b.text("title"))))
	case "video":
		return b.figure("▶", "video_url", h.FigCaption(b.text("title")))
	case "alert":
		return h.Div(h.Class("block alert "+b.word("level")), h.Role("note"), b.text("text"))
	case "input":
		return b.input()
	case "table":
		return b.table(nil)
	case "data_table":
		return b.table(h.Caption(g.Text(b.word("caption"))))
	}
	return b.container()
}

// container is the picture of the blocks that hold others.
func (b block) container() g.Node {
	switch b.kind() {
	case "card":
		return b.card()
	case "carousel":
		return h.Div(h.Class("block carousel"), h.TabIndex("0"), h.Role("region"), h.Aria("label", "Cards"), b.blocks("elements"))
	case "container":
		title := g.Node(b.text("title"))
		if b.has("rich_text_title") {
			title = b.rich("rich_text_title")
		}
		return cardOf(h.P(h.B(title)), b.hint("subtitle"), b.blocks("child_blocks"))
	case "plan":
		return cardOf(h.P(h.B(g.Text(b.word("title")))), b.blocks("tasks"))
	case "task_card":
		return cardOf(h.P(h.B(g.Text(b.word("title"))), space(), tag(b.word("status"))), b.rich("details"), b.rich("output"))
	}
	return h.Details(h.Class("block"), h.Summary(g.Text("A block of the type "+b.kind())), h.Pre(g.Text(b.source())))
}

func (b block) section() g.Node {
	fields := b.texts("fields")
	return h.Div(
		h.Class("block section"),
		h.Div(h.Class("grow"),
			g.If(b.has("text"), h.Div(h.Class("text"), b.text("text"))),
			g.If(len(fields) > 0, h.Div(h.Class("fields"), g.Map(fields, func(f g.Node) g.Node { return h.Div(f) })))),
		g.If(b.has("accessory"), h.Div(h.Class("accessory"), b.element("accessory"))),
	)
}

// figure stands for a picture or film, which is not loaded: its words and its host.
func (b block) figure(sign, address string, caption g.Node) g.Node {
	words := b.word("alt_text")
	return h.Figure(h.Class("block"), caption, h.Div(h.Class("picture large"), h.Role("img"), h.Aria("label", words),
		h.Span(g.Text(sign+" "+words)), small(b.host(address))))
}

// input is a labelled control; several controls are a group under a legend.
func (b block) input() g.Node {
	label := g.Group{b.text("label"), g.If(b.flag("optional"), g.Group{space(), small("(optional)")})}
	if b.grouped() {
		return h.FieldSet(h.Class("block input"), h.Legend(label), b.element("element"), b.under())
	}
	return h.Div(h.Class("block input"), h.LabelEl(h.For(b.field()), label), b.element("element"), b.under())
}

// under is what stands under an input: what is wrong with it, and its hint.
func (b block) under() g.Node {
	wrong := b.s.errors[b.id()]
	return g.Group{
		g.If(wrong != "", failure(wrong, h.ID(b.underID("error")))),
		g.If(b.has("hint"), h.P(h.Class("hint"), h.ID(b.underID("hint")), b.text("hint"))),
	}
}

func (b block) table(caption g.Node) g.Node {
	rows := make(g.Group, 0, 8)
	for i, cells := range b.rows() {
		row := make(g.Group, 0, len(cells))
		for _, c := range cells {
			if i == 0 {
				row = append(row, h.Th(h.Scope("col"), h.Class(c.Align), c.Content))
			} else {
				row = append(row, h.Td(h.Class(c.Align), c.Content))
			}
		}
		rows = append(rows, h.Tr(row))
	}
	return h.Div(h.Class("block table"), h.Role("region"), h.Aria("label", "Table"), h.TabIndex("0"), h.Table(caption, rows))
}

func (b block) card() g.Node {
	return cardOf(
		g.If(b.has("hero_image"), b.element("hero_image")),
		g.If(b.has("title"), h.P(h.B(b.text("title")))),
		b.hint("subtitle"),
		g.If(b.has("body"), h.P(b.text("body"))),
		b.hint("subtext"),
		h.Div(h.Class("actions"), b.elements("actions")),
	)
}

func cardOf(nodes ...g.Node) g.Node { return h.Div(h.Class("block card"), g.Group(nodes)) }

// hint is the text under key in small, if there is one.
func (b block) hint(key string) g.Node {
	return g.If(b.has(key), h.P(h.Class("hint"), b.text(key)))
}
