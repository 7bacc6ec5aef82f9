package page

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"factbot/internal/slacksim"
)

// view is the pane of a thread, if one is open.
func (t *thread) view() g.Node {
	if t == nil {
		return nil
	}
	return h.Aside(
		h.ID("thread"), keyed(), h.Aria("labelledby", "thread-title"),
		h.Div(h.ID("thread-head"), h.Class("head"),
			h.H2(h.ID("thread-title"), g.Text("Thread "), small(t.Where)),
			h.A(h.Class("close"), h.ID("thread-close"), g.Attr("data-nav"), href(t.CloseURL), h.Aria("label", "Close thread"), g.Text("✕"))),
		h.Div(h.ID("thread-messages"), h.Class("scroll"), keyed(), h.Data("where", t.Key),
			h.Role("log"), h.Aria("label", "Thread"), h.TabIndex("0"), views(t.Messages)),
		t.Composer.view(),
	)
}

// view is where a message is written.
func (c composer) view() g.Node {
	if c.ReadOnly != "" {
		return doForm(h.Class("composer"), h.ID(c.ID), h.P(h.Class("note"), g.Text(c.ReadOnly)))
	}
	field := c.ID + "-text"
	return doForm(
		h.Class("composer"), h.ID(c.ID),
		hidden("at", c.At), g.If(c.Thread != "", hidden("thread", c.Thread)),
		h.LabelEl(h.Class("sr"), h.For(field), g.Text(c.Label)),
		h.Textarea(h.ID(field), h.Name("say"), h.Rows("1"), h.Placeholder(c.Label), g.Attr("data-enter"),
			h.AutoComplete("off"), g.Attr("spellcheck", "false")),
		h.Div(
			h.Class("bar"),
			h.Details(h.Class("menu up"),
				h.Summary(h.ID(c.ID+"-plus"), h.Aria("label", "Shortcuts and commands"), g.Text("＋")), h.Div(c.menu(field))),
			h.Span(h.Class("hint"), g.Text(c.Hint)),
			h.Button(h.Class("send primary"), h.ID(c.ID+"-send"), g.Text("Send")),
		),
	)
}

// menu offers what can be put into the field, and the app's shortcuts.
func (c composer) menu(field string) g.Node {
	insert := func(words string, nodes ...g.Node) g.Node {
		return h.Button(h.Type("button"), h.Data("insert", words+" "), h.Data("into", field), g.Group(nodes))
	}
	return g.Group{
		g.If(len(c.Commands) > 0, h.P(g.Text("Commands"))),
		g.Map(c.Commands, func(one slacksim.Command) g.Node {
			return insert(one.Command, h.Code(g.Text(one.Command)), space(), small(one.UsageHint))
		}),
		g.If(len(c.Shortcuts) > 0, h.P(g.Text("Shortcuts"))),
		g.Map(c.Shortcuts, func(one slacksim.AppShortcut) g.Node {
			return h.Button(h.Name("shortcut"), h.Value(one.CallbackID), g.Text(one.Name))
		}),
		h.P(g.Text("Mention")), insert("@"+c.BotName, g.Text("@"+c.BotName)),
	}
}

// home is the app's home, or word that there is none yet.
func (f *form) home() g.Node {
	if f == nil {
		return h.Div(h.Class("empty"), h.P(h.Class("big"), g.Text("Home")), h.P(g.Text("The app has not published a home for you yet.")))
	}
	return kitForm(nothing(), f.about(), f.Body)
}

// about tells a form's act which view it is about.
func (f *form) about() g.Node { return g.Group{hidden("at", f.At), hidden("view", f.ID)} }

// modal is the dialog of the topmost view, if there is one.
func (f *form) modal() g.Node {
	if f == nil {
		return nil
	}
	submit := g.Group{h.Name("submit"), h.Value("1")}
	enter := nothing()
	if f.Submit != "" {
		enter = submit
	}
	return h.Dialog(
		h.ID("modal"), h.Class("modal"), g.Attr("data-modal"), h.Aria("labelledby", "modal-title"),
		kitForm(enter, g.Group{h.ID("modal-form"), f.about()}, g.Group{
			h.Div(h.Class("head"),
				h.H2(h.ID("modal-title"), g.Text(f.Title)),
				g.If(f.Depth > 1, tag(strconv.Itoa(f.Depth)+" deep")),
				h.Button(h.Class("close"), h.ID("modal-x"), h.Name("close"), h.Value("all"), h.Aria("label", "Close"), g.Text("✕"))),
			h.Div(h.Class("scroll"), h.TabIndex("-1"), f.Body),
			h.Div(h.Class("foot"),
				g.If(f.Notice != "", failure(f.Notice)),
				h.Button(h.ID("modal-close"), h.Name("close"), h.Value("one"), g.Text(f.Close)),
				g.If(f.Submit != "", h.Button(h.Class("primary"), h.ID("modal-submit"), submit, g.Text(f.Submit)))),
		}),
	)
}

// failure tells of something that went wrong.
func failure(words string, nodes ...g.Node) g.Node {
	return h.P(h.Class("failure"), h.Role("alert"), g.Group(nodes), g.Text(words))
}

// view is the panel of what crossed the wire, if it is open.
func (t *traffic) view() g.Node {
	if t == nil {
		return nil
	}
	return h.Section(
		h.ID("traffic"), keyed(), h.Aria("labelledby", "traffic-title"),
		h.Div(h.ID("traffic-head"), h.Class("head"),
			h.H2(h.ID("traffic-title"), g.Text("Traffic")), small(t.Summary), h.Span(h.Class("grow")),
			h.A(h.Class("close"), h.ID("traffic-close"), g.Attr("data-nav"), href(t.CloseURL), h.Aria("label", "Close traffic"), g.Text("✕"))),
		h.Div(h.ID("traffic-list"), h.Class("scroll"), keyed(), h.Data("where", "traffic"), h.TabIndex("0"),
			h.Role("log"), h.Aria("live", "off"), h.Aria("label", "Calls and envelopes"), views(t.Rows)),
	)
}

// view is one exchange; the script fetches its body when it is opened.
func (e exchange) view() g.Node {
	class, seq := "wire", strconv.FormatInt(e.Seq, 10)
	if e.Error != "" {
		class += " refused"
	}
	return h.Details(
		h.ID("wire-"+seq), h.Class(class), h.Data("load", "/ui/traffic/"+seq),
		h.Summary(
			h.Time(g.Text(e.Time)), space(),
			h.Span(h.Class("arrow"), decor(), g.Text(e.Arrow)), h.Span(h.Class("sr"), g.Text(e.Direction)), space(),
			h.Span(h.Class("kind"), g.Text(e.Kind)), space(),
			h.B(g.Text(e.Name)),
			g.If(e.Attempt > 0, g.Group{space(), tag("retry " + strconv.Itoa(e.Attempt))}),
			g.If(e.Error != "", g.Group{space(), h.Span(h.Class("bad"), g.Text("✗ "+e.Error))}),
		),
		h.Pre(h.TabIndex("0")),
	)
}
