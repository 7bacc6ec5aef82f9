package page

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/slacksim"
	"factbot/internal/slacksim/page/html"
	"factbot/internal/slacksim/page/markup"
)

// maxShown bounds how much of a long channel is rendered: its newest messages.
const maxShown = 200

// message is all that the page shows of one message.
type message struct {
	ID, TS, At            string
	Author, Initials      string
	Hue                   int
	App                   bool
	Elsewhere             string // the mark of somebody from another workspace
	Day                   string // the day, on its first message
	Time, ISO             string
	OnlyYou, Edited, Mine bool
	Broadcast             bool
	Source                string // the text as written, for editing
	Body                  html.Node
	Reactions             []reaction
	Replies, ThreadURL    string
	Shortcuts             []slacksim.AppShortcut
	BotName               string
	Palette               []reaction
}

type reaction struct {
	Name, Emoji, Who string
	Count            int
	Mine             bool
}

// palette is what the reaction menu offers.
var palette = []string{"+1", "white_check_mark", "eyes", "thinking_face", "tada", "x"}

func (h *handler) messages(at place, words *markup.Writer, prefix string, all []slacksim.Message) []message {
	all = slices.DeleteFunc(all, func(m slacksim.Message) bool { return !m.VisibleTo(at.As) })
	if len(all) > maxShown {
		all = all[len(all)-maxShown:]
	}
	out := make([]message, 0, len(all))
	var day string
	for _, m := range all {
		one := h.message(at, words, prefix, m)
		if d := words.FormatDate(timeOf(m.TS), "{date_long_pretty}"); d != day {
			day, one.Day = d, strings.ToUpper(d[:1])+d[1:]
		}
		out = append(out, one)
	}
	return out
}

func (h *handler) message(at place, words *markup.Writer, prefix string, m slacksim.Message) message {
	when := timeOf(m.TS).In(h.opts.Zone)
	id := prefix + m.TS
	out := message{
		ID: id, TS: m.TS, At: at.URL(), App: m.FromBot(), Hue: hue(m.User), BotName: h.sim.Bot().Name,
		Time: when.Format("15:04"), ISO: when.Format(time.RFC3339), OnlyYou: m.EphemeralTo != "", Edited: m.Edited,
		Mine: m.User == at.As, Broadcast: m.Broadcast, Source: m.Text,
	}
	out.Author = first(words.Names.UserName(m.User), m.User)
	out.Initials = initials(out.Author)
	if u, ok := h.sim.User(m.User); ok && u.TeamID != h.sim.Team().ID {
		out.Elsewhere = "other workspace"
	}
	out.Body = h.body(at, words, id, m)
	out.Reactions = h.reactions(at, words, m)
	if m.EphemeralTo == "" {
		for _, s := range h.sim.Shortcuts() {
			if s.OnMessage {
				out.Shortcuts = append(out.Shortcuts, s)
			}
		}
		if m.ThreadTS == "" && prefix == "m" {
			out.ThreadURL, out.Replies = at.thread(m.TS).URL(), replies(m.Replies)
		}
		for _, name := range palette {
			out.Palette = append(out.Palette, reaction{Name: name, Emoji: markup.Emoji(name)})
		}
	}
	return out
}

func replies(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 reply"
	}
	return strconv.Itoa(n) + " replies"
}

// body renders the blocks of a message, or its text when there are none, and
// its attachments.
func (h *handler) body(at place, words *markup.Writer, id string, m slacksim.Message) html.Node {
	s := &surface{h: h, words: words, at: at, prefix: id + "-"}
	body := s.render(decodeBlocks(m.Blocks))
	if len(body) == 0 {
		body = html.Group{html.Div(html.Class("block text"), words.Mrkdwn(m.Text, false))}
	}
	for _, it := range decodeBlocks(m.Attachments) {
		o, _ := it.(object)
		body = append(body, s.attachment(o))
	}
	return body
}

func (s *surface) attachment(o object) html.Node {
	var parts html.Group
	for _, key := range []string{"pretext", "title", "text", "footer"} {
		if t := text(o, key); t != "" {
			parts = append(parts, html.Div(html.Class("text "+key), s.words.Mrkdwn(t, false)))
		}
	}
	return html.Div(html.Class("attachment"), parts, s.render(list(o, "blocks")))
}

func (h *handler) reactions(at place, words *markup.Writer, m slacksim.Message) []reaction {
	var out []reaction
	for _, r := range m.Reactions {
		one := reaction{Name: r.Name, Emoji: markup.Emoji(r.Name), Count: len(r.Users), Mine: slices.Contains(r.Users, at.As)}
		names := make([]string, len(r.Users))
		for i, u := range r.Users {
			names[i] = first(words.Names.UserName(u), u)
		}
		one.Who = strings.Join(names, ", ")
		out = append(out, one)
	}
	return out
}

// timeOf is the time in a message's ts.
func timeOf(ts string) time.Time {
	seconds, micros, _ := strings.Cut(ts, ".")
	s, _ := strconv.ParseInt(seconds, 10, 64)
	us, _ := strconv.ParseInt(micros, 10, 64)
	return time.Unix(s, us*1000)
}

func decodeObject(raw json.RawMessage) object {
	var o object
	if len(raw) == 0 || json.Unmarshal(raw, &o) != nil {
		return nil
	}
	return o
}

// names looks up what mentions stand for.
type names struct {
	users, channels, groups map[string]string
}

func (n names) UserName(id string) string    { return n.users[id] }
func (n names) ChannelName(id string) string { return n.channels[id] }
func (n names) GroupName(id string) string   { return n.groups[id] }

// words is the writer for the reader at a place.
func (h *handler) words(at place) *markup.Writer {
	n := names{users: map[string]string{}, channels: map[string]string{}, groups: map[string]string{}}
	for _, u := range h.sim.Users() {
		n.users[u.ID] = first(u.RealName, u.Name)
	}
	bot := h.sim.Bot()
	n.users[bot.UserID] = bot.Name
	n.users["USLACKBOT"] = "Slackbot"
	for _, c := range h.sim.Channels() {
		if !c.Private || c.IsMember(at.As) {
			n.channels[c.ID] = c.Name
		}
	}
	for _, g := range h.sim.Groups() {
		n.groups[g.ID] = first(g.Handle, g.Name)
	}
	return &markup.Writer{Names: n, Reader: at.As, Now: h.opts.Clock(), Zone: h.opts.Zone}
}
