package page

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// view is the whole page.
func (s screen) view() g.Node {
	return h.Doctype(h.HTML(
		h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(s.Title+" · "+s.Workspace)),
			h.Link(h.Rel("icon"), h.Href("data:,")),
			h.Link(h.Rel("stylesheet"), h.Href("/ui/static/page.css")),
			h.Script(h.Src("/ui/static/page.js"), h.Defer()),
		),
		h.Body(
			h.A(h.Class("skip"), h.Href("#composer-text"), g.Text("Skip to the message box")),
			h.Div(h.ID("app"), keyed(), s.top(), s.rail(), s.main(), s.Thread.view(), s.Traffic.view(), s.Modal.modal()),
			h.Div(h.ID("toasts"), h.Role("alert")),
			h.Div(h.ID("offline"), h.Role("status"), g.Attr("hidden"), g.Text("The playground does not answer. Was it stopped?")),
		),
	))
}

func (s screen) top() g.Node {
	return h.Header(
		h.ID("top"),
		h.Strong(h.Class("workspace"), g.Text(s.Workspace)),
		h.Span(h.Class("dot "+s.Connection.Class), h.ID("connection"), h.Role("status"),
			h.I(decor()), h.Span(g.Text(s.Connection.Label))),
		h.Span(h.Class("grow")),
		h.Form(
			h.Class("act-as"), h.Method("get"), h.Action("/"), g.Attr("data-jump"),
			h.LabelEl(h.For("as"), g.Text("Act as")),
			h.Select(h.ID("as"), h.Name("as"), g.Map(s.People, func(p person) g.Node {
				return h.Option(h.Value(p.ID), g.If(p.Current, h.Selected()), g.Text(p.Label))
			})),
			hidden("c", s.At.Channel), g.If(s.At.Traffic, hidden("traffic", "1")),
			h.NoScript(h.Button(g.Text("Go"))),
		),
		h.A(h.Class("button quiet"), h.ID("traffic-toggle"), g.Attr("data-nav"), href(s.TrafficURL),
			h.Aria("expanded", strconv.FormatBool(s.At.Traffic)), g.Text("Traffic")),
	)
}

func (s screen) rail() g.Node {
	return h.Nav(
		h.ID("rail"), h.Aria("label", "Conversations"),
		h.Details(
			h.Class("rail-menu"), g.Attr("open"),
			h.Summary(h.ID("rail-summary"), g.Text("Conversations")),
			h.H2(g.Text("Channels")),
			h.Ul(views(s.Channels)),
			h.H2(g.Text("Apps")),
			h.Ul(h.Li(s.appEntry())),
			h.H2(g.Text("You")),
			h.P(h.Class("you"),
				h.Span(h.Class("avatar small hue-"+strconv.Itoa(hue(s.Me.ID))), decor(), g.Text(initials(s.Me.Name))),
				h.Span(g.Text(s.Me.Name), h.Br(), small(s.Me.Role))),
		),
	)
}

func (c channelLink) view() g.Node {
	sigil := "#"
	if c.Private {
		sigil = "🔒"
	}
	return h.Li(h.A(
		g.Attr("data-nav"), h.ID("rail-"+c.ID), h.Data("latest", c.Latest), href(c.URL), current(c.Current),
		h.Span(h.Class("sigil"), decor(), g.Text(sigil)),
		h.Span(h.Class("name"), g.Text(c.Name)),
		g.If(c.Private, h.Span(h.Class("sr"), g.Text(" (private)"))),
		g.If(c.Shared, tag("shared")),
		newMark(),
	))
}

// newMark is shown by the script where something came that was not seen yet.
func newMark() g.Node { return h.Span(h.Class("new"), g.Attr("hidden"), g.Text("new")) }

func (s screen) appEntry() g.Node {
	return doForm(
		hidden("at", s.At.URL()),
		h.Button(
			h.Class("as-link"), h.ID("rail-app"), h.Data("latest", s.AppLatest), h.Name("tab"), h.Value(s.AppTab), current(s.InApp),
			h.Span(h.Class("avatar small app"), decor(), g.Text(initials(s.BotName))),
			h.Span(h.Class("name"), g.Text(s.BotName)),
			newMark(),
		),
	)
}

func (s screen) main() g.Node {
	return h.Main(h.ID("main"), keyed(), h.Aria("labelledby", "title"), s.head(), s.middle())
}

func (s screen) head() g.Node {
	return h.Div(
		h.ID("head"), h.Class("head"),
		h.H1(h.ID("title"), h.TabIndex("-1"), g.Text(s.Title)),
		g.If(s.InApp, s.tabs()),
		g.If(!s.InApp, g.Group{
			h.P(h.Class("topic"), g.Text(s.Topic)),
			h.Span(h.Class("members"), g.Text(strconv.Itoa(s.Members)+" members")),
		}),
	)
}

func (s screen) tabs() g.Node {
	home := s.At.Tab == "home"
	return doForm(
		h.Class("tabs"), hidden("at", s.At.URL()),
		h.Button(h.Name("tab"), h.Value("home"), h.ID("tab-home"), current(home), g.Text("Home")),
		h.Button(h.Name("tab"), h.Value("messages"), h.ID("tab-messages"), current(!home), g.Text("Messages")),
	)
}

// middle is the app's home, or the messages and where to write one.
func (s screen) middle() g.Node {
	if s.At.Tab == "home" {
		return h.Div(h.ID("home"), h.Class("scroll home"), s.Home.home())
	}
	shown := views(s.Messages)
	if len(shown) == 0 {
		shown = g.Group{s.empty()}
	}
	return g.Group{
		h.Div(h.ID("messages"), h.Class("scroll"), keyed(), h.Data("where", s.At.Channel+" "+s.At.As),
			h.Role("log"), h.Aria("label", "Messages in "+s.Title), h.TabIndex("0"), shown),
		s.Composer.view(),
	}
}

// empty is what a conversation shows before its first message.
func (s screen) empty() g.Node {
	return h.Div(
		h.ID("empty"), h.Class("empty"),
		h.P(h.Class("big"), g.Text(s.Title)),
		h.P(g.Text("This is the very beginning of "+s.Title+".")),
		g.If(len(s.Tries) > 0, g.Group{
			h.P(g.Text("Things to try:")),
			h.Ul(g.Map(s.Tries, func(words string) g.Node {
				return h.Li(h.Button(h.Type("button"), h.Data("insert", words), h.Code(g.Text(words))))
			})),
		}),
	)
}
