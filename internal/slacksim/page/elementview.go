package page

import (
	"strconv"

	"factbot/internal/slacksim/page/html"
)

// view is the picture of an element, by its kind.
func (e element) view() html.Node {
	switch e.kind() {
	case "plain_text", "mrkdwn":
		return e.s.textObject(e.o)
	case "button":
		return e.button()
	case "icon_button":
		return html.Group{html.Button(html.Class("quiet"), e.clicks(), html.Aria("label", e.label()), e.asks(), e.text("text")), e.confirm().view()}
	case "workflow_button":
		return html.Group{html.Button(e.clicks(), e.asks(), e.text("text")), e.confirm().view()}
	case "feedback_buttons":
		return html.Span(html.Class("feedback"), html.Role("group"), html.Aria("label", "Feedback"), views(e.feedback()))
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
		return html.P(html.Class("hint"), html.ID(e.id()), html.Text("Files cannot be uploaded in the playground."))
	case "image":
		words := e.word("alt_text")
		return html.Span(html.Class("picture"), html.Role("img"), html.Aria("label", words), html.TitleAttr(words), html.Text("🖼"))
	}
	return tag(e.kind())
}

// clicks makes a button click the element.
func (e element) clicks() html.Node {
	return html.Group{html.ID(e.id()), html.Name("click"), html.Value(e.key())}
}

// asks names the dialog that asks before the element acts, if it has one.
func (e element) asks() html.Node {
	c := e.confirm()
	if c == nil {
		return nil
	}
	return html.Data("confirm", c.id())
}

func (e element) button() html.Node {
	if link := e.link(); link != "" {
		return html.Group{
			html.A(html.Class("button "+e.word("style")), html.ID(e.id()), html.Href(link), inNewTab(), html.Data("also", e.key()), e.text("text")),
			e.confirm().view(),
		}
	}
	return html.Group{
		html.Button(html.Class(e.word("style")), e.clicks(), optional("label", e.word("accessibility_label")),
			e.asks(), html.If(e.confirm() != nil, html.Aria("haspopup", "dialog")), e.text("text")),
		e.confirm().view(),
	}
}

func (f feedback) view() html.Node {
	return html.Button(html.Class("quiet"), html.Name("pick"), html.Value(f.Pick), f.Text)
}

func (e element) overflow() html.Node {
	entry := func(o option) html.Node {
		if o.Link != "" {
			return html.A(html.Href(o.Link), inNewTab(), o.Text)
		}
		return html.Button(html.Name("pick"), html.Value(o.Pick), e.asks(), o.Text, html.If(o.Description != "", html.Group{space(), html.Small(o.Description)}))
	}
	return html.Group{
		html.Details(
			html.Class("menu overflow"),
			html.Summary(html.ID(e.id()), html.Aria("label", first(e.word("accessibility_label"), "More actions")), html.Text("⋯")),
			html.Div(html.Map(e.choices(), entry)),
		),
		e.confirm().view(),
	}
}

// several lets a menu hold more than one option.
func (e element) several() html.Node {
	return html.If(e.multiple(), html.Group{html.Multiple, html.Size("4")})
}

// none is the choice of no option, in a menu for one.
func (e element) none(words string) html.Node {
	return html.If(!e.multiple(), html.Option(html.Value(""), html.Text(words)))
}

func (e element) menu() html.Node {
	return html.Group{
		hidden(e.mark(), e.key()),
		html.Select(html.ID(e.id()), html.Name("v:"+e.key()), e.several(), e.state(),
			e.none(first(e.words("placeholder"), "Select an item")), views(e.groups())),
		e.confirm().view(),
	}
}

func (o optionGroup) view() html.Node {
	if o.Label == "" {
		return views(o.Options)
	}
	return html.OptGroup(html.LabelAttr(o.Label), views(o.Options))
}

// view is the option of a menu.
func (o option) view() html.Node {
	return html.Option(html.Value(o.Value), html.If(o.On, html.Selected), html.Text(o.Words))
}

// external is a menu whose options the app gives as one types.
func (e element) external() html.Node {
	results := e.id() + "-choice"
	return html.Group{
		hidden(e.mark(), e.key()),
		html.Span(
			html.Class("external"),
			html.Input(html.Type("search"), html.ID(e.id()), html.Data("suggest", e.key()), html.Data("least", strconv.Itoa(e.least())), html.Data("for", results),
				html.Placeholder(first(e.words("placeholder"), "Type to search")),
				html.If(!e.labelled(), html.Aria("label", "Search: "+e.label())), html.AutoComplete("off")),
			html.Select(html.ID(results), html.Name("v:"+e.key()), html.Aria("label", "Results"), e.several(), e.dispatch(), e.asks(),
				e.none("Nothing chosen"), views(e.chosen())),
		),
		e.confirm().view(),
	}
}

// choice is a list of radio buttons or checkboxes.
func (e element) choice() html.Node {
	kind := "radio"
	if e.kind() == "checkboxes" {
		kind = "checkbox"
	}
	one := func(o option) html.Node {
		return html.Label(
			html.For(o.ID),
			html.Input(html.ID(o.ID), html.Type(kind), html.Name("v:"+e.key()), html.Value(o.Value), html.If(o.On, html.Checked), e.dispatch(), e.asks()),
			html.Span(o.Text, html.If(o.Description != "", html.Small(o.Description))),
		)
	}
	return html.Group{
		hidden(e.mark(), e.key()),
		html.Div(html.Class("choices"), html.ID(e.id()),
			html.If(!e.labelled(), html.Group{html.Role("group"), html.Aria("label", e.label())}),
			optional("describedby", e.described()), html.Map(e.choices(), one)),
		e.confirm().view(),
	}
}

func (e element) field() html.Node {
	name, hint := html.Name("v:"+e.key()), html.Placeholder(e.words("placeholder"))
	control := html.Input(html.ID(e.id()), html.Type(e.inputType()), name, html.Value(e.value()), hint,
		html.If(e.kind() == "number_input", html.InputMode("decimal")), html.AutoComplete("off"), e.state())
	if e.multiline() {
		control = html.Textarea(html.ID(e.id()), name, html.Rows("4"), hint, e.state(), content(e.value()))
	}
	return html.Group{hidden(e.mark(), e.key()), control, e.confirm().view()}
}

// state is what a control says of itself: its name, what describes it, whether
// it is wrong or required, and what a change of it does.
func (e element) state() html.Node {
	return html.Group{
		html.If(!e.labelled(), html.Aria("label", e.label())),
		optional("describedby", e.described()),
		html.If(e.invalid(), html.Aria("invalid", "true")),
		html.If(e.required(), html.Aria("required", "true")),
		html.If(e.flag("focus_on_load"), html.AutoFocus),
		e.dispatch(), e.asks(),
	}
}

// dispatch makes a change of the control an act of its own.
func (e element) dispatch() html.Node { return html.If(e.dispatches(), html.Data("dispatch", e.key())) }

// view is the dialog that asks first, closed, if there is one.
func (c *confirm) view() html.Node {
	if c == nil {
		return nil
	}
	title, yes := c.id()+"-title", "primary"
	if c.danger() {
		yes = "danger"
	}
	return html.Dialog(
		html.Class("confirm"), html.ID(c.id()), html.Aria("labelledby", title),
		html.Div(html.Class("head"), html.H2(html.ID(title), c.text("title"))),
		html.Div(html.Class("scroll"), c.text("text")),
		html.Div(html.Class("foot"),
			html.Button(html.Type("button"), html.Data("answer", "no"), c.text("deny")),
			html.Button(html.Type("button"), html.Class(yes), html.Data("answer", "yes"), c.text("confirm"))),
	)
}
