package page

import (
	"strconv"

	"factbot/internal/slacksim/page/html"
)

// view is the whole page.
func (s screen) view() html.Node {
	return html.Document("en",
		html.Head(
			html.Meta(html.Charset("utf-8")),
			html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
			html.Meta(html.Name("color-scheme"), html.Content("light dark")),
			html.Title(html.Text(s.Title+" · "+s.Workspace)),
			html.NoIcon(),
			html.Stylesheet("/ui/static/page.css"),
			html.Script("/ui/static/page.js"),
		),
		html.Body(
			html.A(html.Class("skip"), html.Href("#composer-text"), html.Text("Skip to the message box")),
			html.Div(html.ID("app"), keyed(), s.top(), s.rail(), s.main(), s.Thread.view(), s.Traffic.view(), s.Modal.modal()),
			html.Div(html.ID("toasts"), html.Role("alert")),
			html.Div(html.ID("offline"), html.Role("status"), html.Hidden, html.Text("The playground does not answer. Was it stopped?")),
		),
	)
}

func (s screen) top() html.Node {
	return html.Header(
		html.ID("top"),
		html.Strong(html.Class("workspace"), html.Text(s.Workspace)),
		html.Span(html.Class("dot "+s.Connection.Class), html.ID("connection"), html.Role("status"),
			html.I(decor()), html.Span(html.Text(s.Connection.Label))),
		html.Span(html.Class("grow")),
		html.Form(
			html.Class("act-as"), html.Get("/"), html.Data("jump", ""),
			html.Label(html.For("as"), html.Text("Act as")),
			html.Select(html.ID("as"), html.Name("as"), html.Map(s.People, func(p person) html.Node {
				return html.Option(html.Value(p.ID), html.If(p.Current, html.Selected), html.Text(p.Label))
			})),
			hidden("c", s.At.Channel), html.If(s.At.Traffic, hidden("traffic", "1")),
			html.NoScript(html.Button(html.Text("Go"))),
		),
		html.A(html.Class("button quiet"), html.ID("traffic-toggle"), html.Data("nav", ""), html.Href(s.TrafficURL),
			html.Aria("expanded", strconv.FormatBool(s.At.Traffic)), html.Text("Traffic")),
	)
}

func (s screen) rail() html.Node {
	return html.Nav(
		html.ID("rail"), html.Aria("label", "Conversations"),
		html.Details(
			html.Class("rail-menu"), html.Open,
			html.Summary(html.ID("rail-summary"), html.Text("Conversations")),
			html.H2(html.Text("Channels")),
			html.Ul(views(s.Channels)),
			html.H2(html.Text("Apps")),
			html.Ul(html.Li(s.appEntry())),
			html.H2(html.Text("You")),
			html.P(html.Class("you"),
				html.Span(html.Class("avatar small hue-"+strconv.Itoa(hue(s.Me.ID))), decor(), html.Text(initials(s.Me.Name))),
				html.Span(html.Text(s.Me.Name), html.Br(), small(s.Me.Role))),
		),
	)
}

func (c channelLink) view() html.Node {
	sigil := "#"
	if c.Private {
		sigil = "🔒"
	}
	return html.Li(html.A(
		html.Data("nav", ""), html.ID("rail-"+c.ID), html.Data("latest", c.Latest), html.Href(c.URL), current(c.Current),
		html.Span(html.Class("sigil"), decor(), html.Text(sigil)),
		html.Span(html.Class("name"), html.Text(c.Name)),
		html.If(c.Private, html.Span(html.Class("sr"), html.Text(" (private)"))),
		html.If(c.Shared, tag("shared")),
		newMark(),
	))
}

// newMark is shown by the script where something came that was not seen yet.
func newMark() html.Node { return html.Span(html.Class("new"), html.Hidden, html.Text("new")) }

func (s screen) appEntry() html.Node {
	return doForm(
		hidden("at", s.At.URL()),
		html.Button(
			html.Class("as-link"), html.ID("rail-app"), html.Data("latest", s.AppLatest), html.Name("tab"), html.Value(s.AppTab), current(s.InApp),
			html.Span(html.Class("avatar small app"), decor(), html.Text(initials(s.BotName))),
			html.Span(html.Class("name"), html.Text(s.BotName)),
			newMark(),
		),
	)
}

func (s screen) main() html.Node {
	return html.Main(html.ID("main"), keyed(), html.Aria("labelledby", "title"), s.head(), s.middle())
}

func (s screen) head() html.Node {
	return html.Div(
		html.ID("head"), html.Class("head"),
		html.H1(html.ID("title"), html.TabIndex("-1"), html.Text(s.Title)),
		html.If(s.InApp, s.tabs()),
		html.If(!s.InApp, html.Group{
			html.P(html.Class("topic"), html.Text(s.Topic)),
			html.Span(html.Class("members"), html.Text(strconv.Itoa(s.Members)+" members")),
		}),
	)
}

func (s screen) tabs() html.Node {
	home := s.At.Tab == "home"
	return doForm(
		html.Class("tabs"), hidden("at", s.At.URL()),
		html.Button(html.Name("tab"), html.Value("home"), html.ID("tab-home"), current(home), html.Text("Home")),
		html.Button(html.Name("tab"), html.Value("messages"), html.ID("tab-messages"), current(!home), html.Text("Messages")),
	)
}

// middle is the app's home, or the messages and where to write one.
func (s screen) middle() html.Node {
	if s.At.Tab == "home" {
		return html.Div(html.ID("home"), html.Class("scroll home"), s.Home.home())
	}
	shown := views(s.Messages)
	if len(shown) == 0 {
		shown = html.Group{s.empty()}
	}
	return html.Group{
		html.Div(html.ID("messages"), html.Class("scroll"), keyed(), html.Data("where", s.At.Channel+" "+s.At.As),
			html.Role("log"), html.Aria("label", "Messages in "+s.Title), html.TabIndex("0"), shown),
		s.Composer.view(),
	}
}

// empty is what a conversation shows before its first message.
func (s screen) empty() html.Node {
	return html.Div(
		html.ID("empty"), html.Class("empty"),
		html.P(html.Class("big"), html.Text(s.Title)),
		html.P(html.Text("This is the very beginning of "+s.Title+".")),
		html.If(len(s.Tries) > 0, html.Group{
			html.P(html.Text("Things to try:")),
			html.Ul(html.Map(s.Tries, func(words string) html.Node {
				return html.Li(html.Button(html.Type("button"), html.Data("insert", words), html.Code(html.Text(words))))
			})),
		}),
	)
}
