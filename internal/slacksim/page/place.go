package page

import (
	"net/url"

	"factbot/internal/slacksim"
)

// place is where somebody is in the page: all of its state, and its address.
type place struct {
	As      string // user id
	Channel string // channel id
	Tab     string // "home" in the app's own channel, else empty
	Thread  string // ts of the parent, or empty
	Traffic bool   // the traffic panel is open
}

// locate reads an address and falls back to what exists.
func (h *handler) locate(q url.Values) place {
	p := place{Tab: q.Get("tab"), Thread: q.Get("t"), Traffic: q.Get("traffic") == "1"}
	me, ok := h.sim.User(first(q.Get("as"), h.opts.Start))
	if users := h.sim.Users(); !ok && len(users) > 0 {
		me = users[0]
	}
	p.As = me.ID
	c, ok := h.sim.Channel(first(q.Get("c"), h.opts.Channel))
	if !ok || !c.IsMember(me.ID) {
		c = h.firstChannel(me.ID)
		p.Thread, p.Tab = "", ""
	}
	p.Channel = c.ID
	if !c.Direct() {
		p.Tab = ""
	}
	if _, ok := h.sim.Message(p.Channel, p.Thread); !ok {
		p.Thread = ""
	}
	return p
}

func (h *handler) firstChannel(user string) slacksim.Channel {
	for _, c := range h.sim.Channels() {
		if c.IsMember(user) && !c.Direct() {
			return c
		}
	}
	c, _ := h.sim.DirectChannel(user)
	return c
}

func first(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

// URL is the address of the place.
func (p place) URL() string {
	q := url.Values{"as": {p.As}, "c": {p.Channel}}
	if p.Tab != "" {
		q.Set("tab", p.Tab)
	}
	if p.Thread != "" {
		q.Set("t", p.Thread)
	}
	if p.Traffic {
		q.Set("traffic", "1")
	}
	return "/?" + q.Encode()
}

// The places one step away.

func (p place) in(channel string) place {
	p.Channel, p.Tab, p.Thread = channel, "", ""
	return p
}

func (p place) thread(ts string) place {
	p.Thread = ts
	return p
}

func (p place) withTraffic(on bool) place {
	p.Traffic = on
	return p
}

// WithoutThread closes the thread pane.
func (p place) WithoutThread() string { return p.thread("").URL() }
