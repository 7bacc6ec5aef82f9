package page

import (
	"strconv"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page/html"
)

// view is the pane of a thread, if one is open.
func (t *thread) view() html.Node {
	if t == nil {
		return nil
	}
	return html.Aside(
		html.ID("thread"), keyed(), html.Aria("labelledby", "thread-title"),
		html.Div(html.ID("thread-head"), html.Class("head"),
			html.H2(html.ID("thread-title"), html.Text("Thread "), small(t.Where)),
			html.A(html.Class("close"), html.ID("thread-close"), html.Data("nav", ""), html.Href(t.CloseURL), html.Aria("label", "Close thread"), html.Text("✕"))),
		html.Div(html.ID("thread-messages"), html.Class("scroll"), keyed(), html.Data("where", t.Key),
			html.Role("log"), html.Aria("label", "Thread"), html.TabIndex("0"), views(t.Messages)),
		t.Composer.view(),
	)
}

// view is where a message is written.
func (c composer) view() html.Node {
	if c.ReadOnly != "" {
		return doForm(html.Class("composer"), html.ID(c.ID), html.P(html.Class("note"), html.Text(c.ReadOnly)))
	}
	field := c.ID + "-text"
	return doForm(
		html.Class("composer"), html.ID(c.ID),
		hidden("at", c.At), html.If(c.Thread != "", hidden("thread", c.Thread)),
		html.Label(html.Class("sr"), html.For(field), html.Text(c.Label)),
		html.Textarea(html.ID(field), html.Name("say"), html.Rows("1"), html.Placeholder(c.Label), html.Data("enter", ""),
			html.AutoComplete("off"), html.SpellCheck("false")),
		html.Div(
			html.Class("bar"),
			html.Details(html.Class("menu up"),
				html.Summary(html.ID(c.ID+"-plus"), html.Aria("label", "Shortcuts and commands"), html.Text("＋")), html.Div(c.menu(field))),
			html.Span(html.Class("hint"), html.Text(c.Hint)),
			html.Button(html.Class("send primary"), html.ID(c.ID+"-send"), html.Text("Send")),
		),
	)
}

// menu offers what can be put into the field, and the app's shortcuts.
func (c composer) menu(field string) html.Node {
	insert := func(words string, nodes ...html.Node) html.Node {
		return html.Button(html.Type("button"), html.Data("insert", words+" "), html.Data("into", field), html.Group(nodes))
	}
	return html.Group{
		html.If(len(c.Commands) > 0, html.P(html.Text("Commands"))),
		html.Map(c.Commands, func(one slacksim.Command) html.Node {
			return insert(one.Command, html.Code(html.Text(one.Command)), space(), small(one.UsageHint))
		}),
		html.If(len(c.Shortcuts) > 0, html.P(html.Text("Shortcuts"))),
		html.Map(c.Shortcuts, func(one slacksim.AppShortcut) html.Node {
			return html.Button(html.Name("shortcut"), html.Value(one.CallbackID), html.Text(one.Name))
		}),
		html.P(html.Text("Mention")), insert("@"+c.BotName, html.Text("@"+c.BotName)),
	}
}

// home is the app's home, or word that there is none yet.
func (f *form) home() html.Node {
	if f == nil {
		return html.Div(html.Class("empty"), html.P(html.Class("big"), html.Text("Home")), html.P(html.Text("The app has not published a home for you yet.")))
	}
	return kitForm(nothing(), f.about(), f.Body)
}

// about tells a form's act which view it is about.
func (f *form) about() html.Node { return html.Group{hidden("at", f.At), hidden("view", f.ID)} }

// modal is the dialog of the topmost view, if there is one.
func (f *form) modal() html.Node {
	if f == nil {
		return nil
	}
	submit := html.Group{html.Name("submit"), html.Value("1")}
	enter := nothing()
	if f.Submit != "" {
		enter = submit
	}
	return html.Dialog(
		html.ID("modal"), html.Class("modal"), html.Data("modal", ""), html.Aria("labelledby", "modal-title"),
		kitForm(enter, html.Group{html.ID("modal-form"), f.about()}, html.Group{
			html.Div(html.Class("head"),
				html.H2(html.ID("modal-title"), html.Text(f.Title)),
				html.If(f.Depth > 1, tag(strconv.Itoa(f.Depth)+" deep")),
				html.Button(html.Class("close"), html.ID("modal-x"), html.Name("close"), html.Value("all"), html.Aria("label", "Close"), html.Text("✕"))),
			html.Div(html.Class("scroll"), html.TabIndex("-1"), f.Body),
			html.Div(html.Class("foot"),
				html.If(f.Notice != "", failure(f.Notice)),
				html.Button(html.ID("modal-close"), html.Name("close"), html.Value("one"), html.Text(f.Close)),
				html.If(f.Submit != "", html.Button(html.Class("primary"), html.ID("modal-submit"), submit, html.Text(f.Submit)))),
		}),
	)
}

// failure tells of something that went wrong.
func failure(words string, nodes ...html.Node) html.Node {
	return html.P(html.Class("failure"), html.Role("alert"), html.Group(nodes), html.Text(words))
}

// view is the panel of what crossed the wire, if it is open.
func (t *traffic) view() html.Node {
	if t == nil {
		return nil
	}
	return html.Section(
		html.ID("traffic"), keyed(), html.Aria("labelledby", "traffic-title"),
		html.Div(html.ID("traffic-head"), html.Class("head"),
			html.H2(html.ID("traffic-title"), html.Text("Traffic")), small(t.Summary), html.Span(html.Class("grow")),
			html.A(html.Class("close"), html.ID("traffic-close"), html.Data("nav", ""), html.Href(t.CloseURL), html.Aria("label", "Close traffic"), html.Text("✕"))),
		html.Div(html.ID("traffic-list"), html.Class("scroll"), keyed(), html.Data("where", "traffic"), html.TabIndex("0"),
			html.Role("log"), html.Aria("live", "off"), html.Aria("label", "Calls and envelopes"), views(t.Rows)),
	)
}

// view is one exchange; the script fetches its body when it is opened.
func (e exchange) view() html.Node {
	class, seq := "wire", strconv.FormatInt(e.Seq, 10)
	if e.Error != "" {
		class += " refused"
	}
	return html.Details(
		html.ID("wire-"+seq), html.Class(class), html.Data("load", "/ui/traffic/"+seq),
		html.Summary(
			html.Time(html.Text(e.Time)), space(),
			html.Span(html.Class("arrow"), decor(), html.Text(e.Arrow)), html.Span(html.Class("sr"), html.Text(e.Direction)), space(),
			html.Span(html.Class("kind"), html.Text(e.Kind)), space(),
			html.B(html.Text(e.Name)),
			html.If(e.Attempt > 0, html.Group{space(), tag("retry " + strconv.Itoa(e.Attempt))}),
			html.If(e.Error != "", html.Group{space(), html.Span(html.Class("bad"), html.Text("✗ "+e.Error))}),
		),
		html.Pre(html.TabIndex("0")),
	)
}
