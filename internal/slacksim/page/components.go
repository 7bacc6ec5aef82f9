package page

import (
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"factbot/internal/slacksim/page/markup"
)

// The pieces that several parts of the page are made of.

// viewable is a part of the page.
type viewable interface{ view() g.Node }

// views are the parts of a list, one after the other.
func views[T viewable](all []T) g.Group {
	return g.Map(all, func(one T) g.Node { return one.view() })
}

// doForm is a form that [handler.do] answers.
func doForm(nodes ...g.Node) g.Node {
	return h.Form(h.Method("post"), h.Action("/ui/do"), g.Attr("data-do"), g.Group(nodes))
}

// kitForm is a form around blocks of Block Kit. Its first button, unseen, is
// what Enter in a field presses.
func kitForm(enter, about, body g.Node) g.Node {
	return doForm(h.Class("kit"), g.Attr("novalidate"), about, h.Button(h.Class("default"), enter, h.TabIndex("-1"), decor()), body)
}

// nothing is what a button does of which the script takes no notice.
func nothing() g.Node { return h.Name("nothing") }

func hidden(name, value string) g.Node {
	return h.Input(h.Type("hidden"), h.Name(name), h.Value(value))
}

// keyed marks an element that the script exchanges child by child.
func keyed() g.Node { return g.Attr("data-keyed") }

// optional is an attribute that is only there with a value.
func optional(name, value string) g.Node { return g.If(value != "", g.Attr(name, value)) }

// current marks the entry of a list at which the person is.
func current(on bool) g.Node { return g.If(on, h.Aria("current", "page")) }

// decor is what a screen reader need not say.
func decor() g.Node { return h.Aria("hidden", "true") }

func tag(words string) g.Node { return h.Span(h.Class("tag"), g.Text(words)) }

func small(words string) g.Node { return h.Small(g.Text(words)) }

func space() g.Node { return g.Text(" ") }

// href is where a link leads: a place in the page, or an address that may be
// opened. Any other address is left out.
func href(address string) g.Node {
	return g.If(strings.HasPrefix(address, "/?") || markup.Openable(address), h.Href(address))
}

// inNewTab makes a link leave the page alone.
func inNewTab() g.Node { return g.Group{h.Target("_blank"), h.Rel("noopener noreferrer")} }
