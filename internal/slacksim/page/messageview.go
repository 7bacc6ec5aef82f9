package page

import (
	"strconv"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page/html"
)

// view is one message: who said it and when, its body, its reactions, and
// what can be done with it.
func (m message) view() html.Node {
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
	return html.Article(
		html.ID(m.ID), html.Class(class), html.Aria("labelledby", m.ID+"-by"),
		html.If(m.Day != "", html.P(html.Class("day"), html.Span(html.Text(m.Day)))),
		html.Span(html.Class(avatar), decor(), html.Text(m.Initials)),
		html.Div(
			html.Class("what"),
			m.by(),
			html.If(m.OnlyYou, html.P(html.Class("only"), html.Span(decor(), html.Text("👁")), html.Text(" Only visible to you"))),
			html.If(m.Broadcast, html.P(html.Class("only"), html.Text("replied to a thread"))),
			kitForm(nothing(), m.here(), m.Body),
			html.If(m.Edited, html.Small(html.Class("edited"), html.Text("(edited)"))),
			html.If(len(m.Reactions) > 0, doForm(html.Class("reactions"), m.here(), views(m.Reactions))),
			html.If(m.Replies != "", html.A(html.Class("replies"), html.ID(m.ID+"-replies"), html.Data("nav", ""), html.Href(m.ThreadURL), html.Text(m.Replies))),
		),
		doForm(html.Class("tools"), html.Aria("label", "Message actions"), m.here(), m.react(), m.reply(), m.more()),
	)
}

// here tells a form's act which message it is about.
func (m message) here() html.Node { return html.Group{hidden("at", m.At), hidden("ts", m.TS)} }

func (m message) by() html.Node {
	return html.P(
		html.Class("by"), html.ID(m.ID+"-by"),
		html.B(html.Text(m.Author)),
		html.If(m.App, html.Group{space(), tag("APP")}),
		html.If(m.Elsewhere != "", html.Group{space(), tag(m.Elsewhere)}),
		space(), html.Time(html.DateTime(m.ISO), html.TitleAttr(m.ISO), html.Text(m.Time)),
	)
}

// view is a reaction that people gave; a press joins or leaves them.
func (r reaction) view() html.Node {
	count := strconv.Itoa(r.Count)
	return html.Button(html.Name("react"), html.Value(r.Name), html.Aria("pressed", strconv.FormatBool(r.Mine)),
		html.Aria("label", r.Name+", "+count+", "+r.Who), html.TitleAttr(r.Who), html.Text(r.Emoji+" "+count))
}

func (m message) react() html.Node {
	if m.OnlyYou {
		return nil
	}
	return html.Details(
		html.Class("menu"),
		html.Summary(html.ID(m.ID+"-react"), html.Aria("label", "Add a reaction"), html.Text("☺")),
		html.Div(html.Class("row"), html.Map(m.Palette, func(r reaction) html.Node {
			return html.Button(html.Name("react"), html.Value(r.Name), html.Aria("label", r.Name), html.Text(r.Emoji))
		})),
	)
}

func (m message) reply() html.Node {
	if m.OnlyYou || m.ThreadURL == "" {
		return nil
	}
	return html.A(html.Data("nav", ""), html.ID(m.ID+"-thread"), html.Href(m.ThreadURL),
		html.Aria("label", "Reply in thread"), html.TitleAttr("Reply in thread"), html.Text("💬"))
}

// more is the menu of the app's shortcuts and of what one can do with one's own message.
func (m message) more() html.Node {
	if len(m.Shortcuts) == 0 && !m.Mine {
		return nil
	}
	return html.Details(
		html.Class("menu"),
		html.Summary(html.ID(m.ID+"-more"), html.Aria("label", "More actions"), html.Text("⋮")),
		html.Div(
			html.Map(m.Shortcuts, func(one slacksim.AppShortcut) html.Node {
				return html.Button(html.Name("shortcut"), html.Value(one.CallbackID), html.Text(one.Name+" "), small(m.BotName))
			}),
			html.If(m.Mine, m.editing()),
		),
	)
}

func (m message) editing() html.Node {
	field := m.ID + "-edit"
	return html.Group{
		html.Label(html.Class("sr"), html.For(field), html.Text("New text")),
		html.Textarea(html.ID(field), html.Name("edit"), html.Rows("2"), content(m.Source)),
		html.Div(
			html.Class("row"),
			html.Button(html.Name("act"), html.Value("edit"), html.Text("Save edit")),
			html.Button(html.Name("act"), html.Value("delete"), html.Class("danger"), html.Text("Delete message")),
		),
	}
}

// content is what a text area holds: a browser skips the first line break in it.
func content(text string) html.Node { return html.Text("\n" + text) }
