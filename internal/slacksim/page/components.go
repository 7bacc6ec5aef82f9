package page

import "factbot/internal/slacksim/page/html"

// The pieces that several parts of the page are made of.

// viewable is a part of the page.
type viewable interface{ view() html.Node }

// views are the parts of a list, one after the other.
func views[T viewable](all []T) html.Group {
	return html.Map(all, func(one T) html.Node { return one.view() })
}

// doForm is a form that [handler.do] answers.
func doForm(nodes ...html.Node) html.Node {
	return html.Form(html.Post("/ui/do"), html.Data("do", ""), html.Group(nodes))
}

// kitForm is a form around blocks of Block Kit. Its first button, unseen, is
// what Enter in a field presses.
func kitForm(enter, about, body html.Node) html.Node {
	return doForm(html.Class("kit"), html.NoValidate, about, html.Button(html.Class("default"), enter, html.TabIndex("-1"), decor()), body)
}

// nothing is what a button does of which the script takes no notice.
func nothing() html.Node { return html.Name("nothing") }

func hidden(name, value string) html.Node {
	return html.Input(html.Type("hidden"), html.Name(name), html.Value(value))
}

// keyed marks an element that the script exchanges child by child.
func keyed() html.Node { return html.Data("keyed", "") }

// optional is what a screen reader is told, if there is something to tell.
func optional(name, value string) html.Node { return html.If(value != "", html.Aria(name, value)) }

// current marks the entry of a list at which the person is.
func current(on bool) html.Node { return html.If(on, html.Aria("current", "page")) }

// decor is what a screen reader need not say.
func decor() html.Node { return html.Aria("hidden", "true") }

func tag(words string) html.Node { return html.Span(html.Class("tag"), html.Text(words)) }

func small(words string) html.Node { return html.Small(html.Text(words)) }

func space() html.Node { return html.Text(" ") }

// inNewTab makes a link leave the page alone.
func inNewTab() html.Node { return html.Group{html.Target("_blank"), html.Rel("noopener noreferrer")} }
