package page

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// view is the picture of an element, by its kind.
func (e element) view() g.Node {
	switch e.kind() {
	case "plain_text", "mrkdwn":
		return e.s.textObject(e.o)
	case "button":
		return e.button()
	case "icon_button":
		return g.Group{h.Button(h.Class("quiet"), e.clicks(), h.Aria("label", e.label()), e.asks(), e.text("text")), e.confirm().view()}
	case "workflow_button":
		return g.Group{h.Button(e.clicks(), e.asks(), e.text("text")), e.confirm().view()}
	case "feedback_buttons":
		return h.Span(h.Class("feedback"), h.Role("group"), h.Aria("label", "Feedback"), views(e.feedback()))
	case "overflow":
		return e.overflow()
	case "users_select", "channels_select", "conversations_select", "static_select",
		"multi_users_select", "multi_channels_select", "multi_conversations_select", "multi_static_select":
		return e.menu()
	case "external_select", "multi_external_select":
		return e.external()
	case "radio_buttons", "checkboxes":
		return e.choice()
	case "plain_text_input", "rich_text_input", "email_text_input", "url_text_input", "number_input",
		"datepicker", "timepicker", "datetimepicker":
		return e.field()
	case "file_input":
		return h.P(h.Class("hint"), h.ID(e.id()), g.Text("Files cannot be uploaded in the playground."))
	case "image":
		words := e.word("alt_text")
		return h.Span(h.Class("picture"), h.Role("img"), h.Aria("label", words), h.TitleAttr(words), g.Text("🖼"))
	}
	return tag(e.kind())
}

// clicks makes a button click the element.
func (e element) clicks() g.Node { return g.Group{h.ID(e.id()), h.Name("click"), h.Value(e.key())} }

// asks names the dialog that asks before the element acts, if it has one.
func (e element) asks() g.Node {
	c := e.confirm()
	if c == nil {
		return nil
	}
	return h.Data("confirm", c.id())
}

func (e element) button() g.Node {
	if link := e.link(); link != "" {
		return g.Group{
			h.A(h.Class("button "+e.word("style")), h.ID(e.id()), href(link), inNewTab(), h.Data("also", e.key()), e.text("text")),
			e.confirm().view(),
		}
	}
	return g.Group{
		h.Button(h.Class(e.word("style")), e.clicks(), optional("aria-label", e.word("accessibility_label")),
			e.asks(), g.If(e.confirm() != nil, h.Aria("haspopup", "dialog")), e.text("text")),
		e.confirm().view(),
	}
}

func (f feedback) view() g.Node {
	return h.Button(h.Class("quiet"), h.Name("pick"), h.Value(f.Pick), f.Text)
}

func (e element) overflow() g.Node {
	entry := func(o option) g.Node {
		if o.Link != "" {
			return h.A(href(o.Link), inNewTab(), o.Text)
		}
		return h.Button(h.Name("pick"), h.Value(o.Pick), e.asks(), o.Text, g.If(o.Description != "", g.Group{space(), h.Small(o.Description)}))
	}
	return g.Group{
		h.Details(
			h.Class("menu overflow"),
			h.Summary(h.ID(e.id()), h.Aria("label", first(e.word("accessibility_label"), "More actions")), g.Text("⋯")),
			h.Div(g.Map(e.choices(), entry)),
		),
		e.confirm().view(),
	}
}

// several lets a menu hold more than one option.
func (e element) several() g.Node {
	return g.If(e.multiple(), g.Group{h.Multiple(), g.Attr("size", "4")})
}

// none is the choice of no option, in a menu for one.
func (e element) none(words string) g.Node {
	return g.If(!e.multiple(), h.Option(h.Value(""), g.Text(words)))
}

func (e element) menu() g.Node {
	return g.Group{
		hidden(e.mark(), e.key()),
		h.Select(h.ID(e.id()), h.Name("v:"+e.key()), e.several(), e.state(),
			e.none(first(e.words("placeholder"), "Select an item")), views(e.groups())),
		e.confirm().view(),
	}
}

func (o optionGroup) view() g.Node {
	if o.Label == "" {
		return views(o.Options)
	}
	return h.OptGroup(h.LabelAttr(o.Label), views(o.Options))
}

// view is the option of a menu.
func (o option) view() g.Node {
	return h.Option(h.Value(o.Value), g.If(o.On, h.Selected()), g.Text(o.Words))
}

// external is a menu whose options the app gives as one types.
func (e element) external() g.Node {
	results := e.id() + "-choice"
	return g.Group{
		hidden(e.mark(), e.key()),
		h.Span(
			h.Class("external"),
			h.Input(h.Type("search"), h.ID(e.id()), h.Data("suggest", e.key()), h.Data("least", strconv.Itoa(e.least())), h.Data("for", results),
				h.Placeholder(first(e.words("placeholder"), "Type to search")),
				g.If(!e.labelled(), h.Aria("label", "Search: "+e.label())), h.AutoComplete("off")),
			h.Select(h.ID(results), h.Name("v:"+e.key()), h.Aria("label", "Results"), e.several(), e.dispatch(), e.asks(),
				e.none("Nothing chosen"), views(e.chosen())),
		),
		e.confirm().view(),
	}
}

// choice is a list of radio buttons or checkboxes.
func (e element) choice() g.Node {
	kind := "radio"
	if e.kind() == "checkboxes" {
		kind = "checkbox"
	}
	one := func(o option) g.Node {
		return h.LabelEl(
			h.For(o.ID),
			h.Input(h.ID(o.ID), h.Type(kind), h.Name("v:"+e.key()), h.Value(o.Value), g.If(o.On, h.Checked()), e.dispatch(), e.asks()),
			h.Span(o.Text, g.If(o.Description != "", h.Small(o.Description))),
		)
	}
	return g.Group{
		hidden(e.mark(), e.key()),
		h.Div(h.Class("choices"), h.ID(e.id()),
			g.If(!e.labelled(), g.Group{h.Role("group"), h.Aria("label", e.label())}),
			optional("aria-describedby", e.described()), g.Map(e.choices(), one)),
		e.confirm().view(),
	}
}

func (e element) field() g.Node {
	name, hint := h.Name("v:"+e.key()), h.Placeholder(e.words("placeholder"))
	control := h.Input(h.ID(e.id()), h.Type(e.inputType()), name, h.Value(e.value()), hint,
		g.If(e.kind() == "number_input", g.Attr("inputmode", "decimal")), h.AutoComplete("off"), e.state())
	if e.multiline() {
		control = h.Textarea(h.ID(e.id()), name, h.Rows("4"), hint, e.state(), content(e.value()))
	}
	return g.Group{hidden(e.mark(), e.key()), control, e.confirm().view()}
}

// state is what a control says of itself: its name, what describes it, whether
// it is wrong or required, and what a change of it does.
func (e element) state() g.Node {
	return g.Group{
		g.If(!e.labelled(), h.Aria("label", e.label())),
		optional("aria-describedby", e.described()),
		g.If(e.invalid(), h.Aria("invalid", "true")),
		g.If(e.required(), h.Aria("required", "true")),
		g.If(e.flag("focus_on_load"), h.AutoFocus()),
		e.dispatch(), e.asks(),
	}
}

// dispatch makes a change of the control an act of its own.
func (e element) dispatch() g.Node { return g.If(e.dispatches(), h.Data("dispatch", e.key())) }

// view is the dialog that asks first, closed, if there is one.
func (c *confirm) view() g.Node {
	if c == nil {
		return nil
	}
	title, yes := c.id()+"-title", "primary"
	if c.danger() {
		yes = "danger"
	}
	return h.Dialog(
		h.Class("confirm"), h.ID(c.id()), h.Aria("labelledby", title),
		h.Div(h.Class("head"), h.H2(h.ID(title), c.text("title"))),
		h.Div(h.Class("scroll"), c.text("text")),
		h.Div(h.Class("foot"),
			h.Button(h.Type("button"), h.Data("answer", "no"), c.text("deny")),
			h.Button(h.Type("button"), h.Class(yes), h.Data("answer", "yes"), c.text("confirm"))),
	)
}
