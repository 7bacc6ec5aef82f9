package page

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"factbot/internal/slacksim"
)

// view is one message: who said it and when, its body, its reactions, and
// what can be done with it.
func (m message) view() g.Node {
	class, avatar := "msg", "avatar hue-"+strconv.Itoa(m.Hue)
	if m.OnlyYou {
		class += " only-you"
	}
	if m.Day != "" {
		class += " new-day"
	}
	if m.App {
		avatar = "avatar app"
	}
	return h.Article(
		h.ID(m.ID), h.Class(class), h.Aria("labelledby", m.ID+"-by"),
		g.If(m.Day != "", h.P(h.Class("day"), h.Span(g.Text(m.Day)))),
		h.Span(h.Class(avatar), decor(), g.Text(m.Initials)),
		h.Div(
			h.Class("what"),
			m.by(),
			g.If(m.OnlyYou, h.P(h.Class("only"), h.Span(decor(), g.Text("👁")), g.Text(" Only visible to you"))),
			g.If(m.Broadcast, h.P(h.Class("only"), g.Text("replied to a thread"))),
			kitForm(nothing(), m.here(), m.Body),
			g.If(m.Edited, h.Small(h.Class("edited"), g.Text("(edited)"))),
			g.If(len(m.Reactions) > 0, doForm(h.Class("reactions"), m.here(), views(m.Reactions))),
			g.If(m.Replies != "", h.A(h.Class("replies"), h.ID(m.ID+"-replies"), g.Attr("data-nav"), href(m.ThreadURL), g.Text(m.Replies))),
		),
		doForm(h.Class("tools"), h.Aria("label", "Message actions"), m.here(), m.react(), m.reply(), m.more()),
	)
}

// here tells a form's act which message it is about.
func (m message) here() g.Node { return g.Group{hidden("at", m.At), hidden("ts", m.TS)} }

func (m message) by() g.Node {
	return h.P(
		h.Class("by"), h.ID(m.ID+"-by"),
		h.B(g.Text(m.Author)),
		g.If(m.App, g.Group{space(), tag("APP")}),
		g.If(m.Elsewhere != "", g.Group{space(), tag(m.Elsewhere)}),
		space(), h.Time(h.DateTime(m.ISO), h.TitleAttr(m.ISO), g.Text(m.Time)),
	)
}

// view is a reaction that people gave; a press joins or leaves them.
func (r reaction) view() g.Node {
	count := strconv.Itoa(r.Count)
	return h.Button(h.Name("react"), h.Value(r.Name), h.Aria("pressed", strconv.FormatBool(r.Mine)),
		h.Aria("label", r.Name+", "+count+", "+r.Who), h.TitleAttr(r.Who), g.Text(r.Emoji+" "+count))
}

func (m message) react() g.Node {
	if m.OnlyYou {
		return nil
	}
	return h.Details(
		h.Class("menu"),
		h.Summary(h.ID(m.ID+"-react"), h.Aria("label", "Add a reaction"), g.Text("☺")),
		h.Div(h.Class("row"), g.Map(m.Palette, func(r reaction) g.Node {
			return h.Button(h.Name("react"), h.Value(r.Name), h.Aria("label", r.Name), g.Text(r.Emoji))
		})),
	)
}

func (m message) reply() g.Node {
	if m.OnlyYou || m.ThreadURL == "" {
		return nil
	}
	return h.A(g.Attr("data-nav"), h.ID(m.ID+"-thread"), href(m.ThreadURL),
		h.Aria("label", "Reply in thread"), h.TitleAttr("Reply in thread"), g.Text("💬"))
}

// more is the menu of the app's shortcuts and of what one can do with one's own message.
func (m message) more() g.Node {
	if len(m.Shortcuts) == 0 && !m.Mine {
		return nil
	}
	return h.Details(
		h.Class("menu"),
		h.Summary(h.ID(m.ID+"-more"), h.Aria("label", "More actions"), g.Text("⋮")),
		h.Div(
			g.Map(m.Shortcuts, func(one slacksim.AppShortcut) g.Node {
				return h.Button(h.Name("shortcut"), h.Value(one.CallbackID), g.Text(one.Name+" "), small(m.BotName))
			}),
			g.If(m.Mine, m.editing()),
		),
	)
}

func (m message) editing() g.Node {
	field := m.ID + "-edit"
	return g.Group{
		h.LabelEl(h.Class("sr"), h.For(field), g.Text("New text")),
		h.Textarea(h.ID(field), h.Name("edit"), h.Rows("2"), content(m.Source)),
		h.Div(
			h.Class("row"),
			h.Button(h.Name("act"), h.Value("edit"), g.Text("Save edit")),
			h.Button(h.Name("act"), h.Value("delete"), h.Class("danger"), g.Text("Delete message")),
		),
	}
}

// content is what a text area holds: a browser skips the first line break in it.
func content(text string) g.Node { return g.Text("\n" + text) }
