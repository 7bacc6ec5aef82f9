package page

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page/html"
	"factbot/internal/slacksim/page/markup"
)

// screen is all that the page shows.
type screen struct {
	At         place
	Workspace  string
	Title      string
	Topic      string
	Members    int
	InApp      bool
	AppTab     string // the tab that the app's entry in the rail opens
	AppLatest  string // the ts of the newest message there
	BotName    string
	Me         person
	People     []person
	Channels   []channelLink
	Connection connection
	TrafficURL string
	Tries      []string
	Messages   []message
	Composer   composer
	Home       *form
	Thread     *thread
	Modal      *form
	Traffic    *traffic
}

type person struct {
	ID, Name, Role, Label string
	Current               bool
}

type channelLink struct {
	ID, Name, URL            string
	Latest                   string // the ts of the newest message, if the person sees it
	Private, Shared, Current bool
}

type connection struct{ Class, Label string }

type composer struct {
	ID, At, Thread, Label, Hint, ReadOnly, BotName string
	Commands                                       []slacksim.Command
	Shortcuts                                      []slacksim.AppShortcut
}

type thread struct {
	Where, CloseURL, Key string
	Messages             []message
	Composer             composer
}

// form is a modal or a home.
type form struct {
	At, ID, Title, Submit, Close, Notice string
	Depth                                int
	Body                                 html.Node
}

func (h *handler) screen(at place) screen {
	c, _ := h.sim.Channel(at.Channel)
	s := screen{
		At: at, Workspace: h.sim.Team().Name, Title: h.title(c), Topic: c.Topic, Members: len(c.Members),
		InApp: c.Direct(), AppTab: "home", BotName: h.sim.Bot().Name, Connection: h.connection(),
		TrafficURL: at.withTraffic(!at.Traffic).URL(), Tries: h.opts.Tries,
	}
	if s.InApp && at.Tab != "home" {
		s.AppTab = "messages"
	}
	h.fillPeople(&s)
	for _, ch := range h.sim.Channels() {
		switch {
		case ch.DirectWith == at.As:
			s.AppLatest = h.latest(ch.ID, at.As)
		case !ch.Direct() && ch.IsMember(at.As):
			s.Channels = append(s.Channels, channelLink{
				ID: ch.ID, Name: ch.Name, URL: at.in(ch.ID).URL(), Latest: h.latest(ch.ID, at.As),
				Private: ch.Private, Shared: ch.Shared, Current: ch.ID == at.Channel,
			})
		}
	}
	words := h.words(at)
	if at.Tab == "home" {
		s.Home = h.home(at, words)
	} else {
		s.Messages = h.messages(at, words, "m", h.sim.Messages(at.Channel, ""))
		s.Composer = h.composer(at, c, "")
	}
	if at.Thread != "" {
		s.Thread = h.thread(at, c, words)
	}
	s.Modal = h.modal(at, words)
	if at.Traffic {
		s.Traffic = h.traffic(at)
	}
	return s
}

// latest is the ts of a conversation's newest message, if the person sees it.
func (h *handler) latest(channel, user string) string {
	if m, ok := h.sim.Last(channel); ok && m.VisibleTo(user) {
		return m.TS
	}
	return ""
}

func (h *handler) title(c slacksim.Channel) string {
	if c.Direct() {
		return h.sim.Bot().Name
	}
	return "#" + c.Name
}

func (h *handler) fillPeople(s *screen) {
	for _, u := range h.sim.Users() {
		p := person{ID: u.ID, Name: first(u.RealName, u.Name), Role: h.role(u), Current: u.ID == s.At.As}
		p.Label = p.Name
		if p.Role != p.Name {
			p.Label += " (" + p.Role + ")"
		}
		if p.Current {
			s.Me = p
		}
		s.People = append(s.People, p)
	}
}

// role says in a word what makes a person different from others.
func (h *handler) role(u slacksim.User) string {
	switch {
	case u.TeamID != "" && u.TeamID != h.sim.Team().ID:
		return "other workspace"
	case u.Restricted:
		return "guest"
	case u.Deleted:
		return "deactivated"
	}
	for _, g := range h.sim.Groups() {
		if slices.Contains(g.Users, u.ID) {
			return "@" + g.Handle
		}
	}
	if u.Admin {
		return "admin"
	}
	return "member"
}

// initials are the first letter of a name and what tells it from its like: "r", "r2".
func initials(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	if size == 0 {
		return "?"
	}
	end := strings.TrimLeft(name, strings.TrimRight(name, "0123456789"))
	return strings.ToUpper(string(r)) + end
}

// hue picks one of the avatar colours for an id, always the same.
func hue(id string) int {
	sum := 0
	for _, b := range []byte(id) {
		sum = (sum*31 + int(b)) % 8
	}
	return sum
}

func (h *handler) connection() connection {
	if !h.sim.SocketMode() {
		return connection{"on", "Signed HTTP"}
	}
	switch n := h.sim.Connections(); n {
	case 0:
		return connection{"off", "Waiting for the app"}
	case 1:
		return connection{"on", "Socket Mode, 1 connection"}
	default:
		return connection{"on", "Socket Mode, " + strconv.Itoa(n) + " connections"}
	}
}

func (h *handler) composer(at place, c slacksim.Channel, threadTS string) composer {
	co := composer{
		ID: "composer", At: at.URL(), Thread: threadTS, Label: "Message " + h.title(c), BotName: h.sim.Bot().Name,
		Hint: "Enter sends, Shift+Enter starts a new line",
	}
	if c.Archived {
		co.ReadOnly = "This channel is archived."
	}
	if threadTS != "" {
		co.ID, co.Label = "reply", "Reply in the thread"
		return co
	}
	co.Commands = h.sim.Commands()
	for _, s := range h.sim.Shortcuts() {
		if !s.OnMessage {
			co.Shortcuts = append(co.Shortcuts, s)
		}
	}
	return co
}

func (h *handler) thread(at place, c slacksim.Channel, words *markup.Writer) *thread {
	return &thread{
		Where: h.title(c), CloseURL: at.WithoutThread(), Key: at.Thread + " " + at.As,
		Messages: h.messages(at, words, "t", h.sim.Messages(at.Channel, at.Thread)),
		Composer: h.composer(at, c, at.Thread),
	}
}

func (h *handler) home(at place, words *markup.Writer) *form {
	v, ok := h.sim.Home(at.As)
	if !ok {
		return nil
	}
	return h.form(at, words, v, 0)
}

func (h *handler) modal(at place, words *markup.Writer) *form {
	stack := h.sim.Views(at.As)
	if len(stack) == 0 {
		return nil
	}
	return h.form(at, words, stack[len(stack)-1], len(stack))
}

func (h *handler) form(at place, words *markup.Writer, v slacksim.View, depth int) *form {
	s := &surface{h: h, words: words, at: at, prefix: "v-" + v.ID + "-", values: decodeObject(v.Values), errors: v.Errors}
	f := &form{At: at.URL(), ID: v.ID, Title: v.Title, Submit: v.Submit, Close: first(v.Close, "Close"), Notice: v.Notice, Depth: depth}
	f.Body = s.render(decodeBlocks(v.Blocks))
	return f
}
