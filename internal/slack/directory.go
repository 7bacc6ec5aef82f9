package slack

import (
	"context"
	"sync"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/fact"
)

// Person is what Slack says of somebody.
type Person struct {
	Name   string // plain display name
	Locale string // as zh-CN
	Kind   fact.ActorKind
	Gone   bool // deactivated
	at     time.Time
	failed bool
}

// Directory keeps people, user groups and kinds of channels in memory. It answers at once with what it knows, fetches the
// rest in the background while [App.Run] runs, and keeps what it has while Slack is away.
type Directory struct {
	app *App

	mu       sync.RWMutex
	people   map[fact.UserID]Person
	channels map[fact.ChannelID]channelKind
	groups   map[string][]fact.UserID
	directs  map[fact.UserID]fact.ChannelID // direct messages with the app that were seen
	asked    map[string]bool                // waiting in wanted
	wanted   chan string                    // user and channel ids
	denied   map[string]bool                // methods that the token's scopes do not cover
}

type channelKind struct {
	kind fact.PlaceKind
	at   time.Time
}

const (
	directoryKept = 20_000
	personFresh   = 12 * time.Hour
	personRetry   = 10 * time.Minute
	groupsFresh   = 10 * time.Minute
	lookUpPause   = 700 * time.Millisecond // users.info allows some hundred calls a minute
	lookUpBurst   = 20
)

func newDirectory(a *App) *Directory {
	return &Directory{
		app: a, people: map[fact.UserID]Person{}, channels: map[fact.ChannelID]channelKind{},
		groups: map[string][]fact.UserID{}, directs: map[fact.UserID]fact.ChannelID{}, asked: map[string]bool{}, wanted: make(chan string, 1024), denied: map[string]bool{},
	}
}

// Person is what is known of somebody; false while nothing is.
func (d *Directory) Person(id fact.UserID) (Person, bool) {
	if id == "" {
		return Person{}, false
	}
	now := d.app.Clock()
	d.mu.RLock()
	p, ok := d.people[id]
	fresh := personFresh
	if p.failed {
		fresh = personRetry
	}
	wanted := (!ok || now.Sub(p.at) > fresh) && !d.asked[string(id)]
	d.mu.RUnlock()
	if wanted {
		d.want(string(id))
	}
	return p, ok && !p.failed
}

// Name is somebody's plain display name, or the id while it is unknown.
func (d *Directory) Name(id fact.UserID) string {
	if p, ok := d.Person(id); ok && p.Name != "" {
		return p.Name
	}
	return string(id)
}

// Channel is the kind of a channel; unknown without the optional scopes.
func (d *Directory) Channel(id fact.ChannelID) fact.PlaceKind {
	now := d.app.Clock()
	d.mu.RLock()
	c, ok := d.channels[id]
	denied := d.denied["conversations.info"]
	d.mu.RUnlock()
	if !denied && (!ok || now.Sub(c.at) > personFresh) {
		d.want(string(id))
	}
	return c.kind
}

// Members are the members of a user group, and whether the group was ever read.
func (d *Directory) Members(group string) ([]fact.UserID, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	members, ok := d.groups[group]
	return members, ok
}

// sawDirect remembers which conversation is the direct message with somebody: opening one would need a scope more.
func (d *Directory) sawDirect(u fact.UserID, ch fact.ChannelID) {
	if u == "" || ch == "" || ch[0] != 'D' {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.directs) >= directoryKept {
		clear(d.directs)
	}
	d.directs[u] = ch
}

func (d *Directory) direct(u fact.UserID) fact.ChannelID {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.directs[u]
}

// want asks for an id to be looked up, unless it is waiting already or too much is.
func (d *Directory) want(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.asked[id] {
		return
	}
	select {
	case d.wanted <- id:
		d.asked[id] = true
	default:
	}
}

// run looks up what is wanted, and the groups now and then, until ctx ends.
func (d *Directory) run(ctx context.Context) {
	groups := time.NewTimer(0)
	defer groups.Stop()
	burst := lookUpBurst
	refill := time.NewTicker(lookUpPause)
	defer refill.Stop()
	for {
		wanted := d.wanted
		if burst == 0 {
			wanted = nil
		}
		select {
		case <-ctx.Done():
			return
		case <-refill.C:
			burst = min(burst+1, lookUpBurst)
		case <-groups.C:
			d.readGroups(ctx)
			groups.Reset(groupsFresh)
		case id := <-wanted:
			burst--
			d.lookUp(ctx, id)
			d.mu.Lock()
			delete(d.asked, id)
			d.mu.Unlock()
		}
	}
}

func (d *Directory) lookUp(ctx context.Context, id string) {
	if id[0] == 'C' || id[0] == 'G' {
		d.lookUpChannel(ctx, id)
		return
	}
	from := time.Now()
	u, err := d.app.api.GetUserInfoContext(ctx, id)
	d.app.Observer.call("users.info", time.Since(from), failureCode(err))
	p := Person{at: d.app.Clock(), failed: true}
	if err == nil && u.ID != "" {
		p = personOf(u, d.app.Team(), p.at)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if old, ok := d.people[fact.UserID(id)]; p.failed && ok && !old.failed {
		// What is known is better than nothing while Slack is away.
		old.at = p.at.Add(personRetry - personFresh)
		p = old
	}
	if len(d.people) >= directoryKept {
		clear(d.people)
	}
	d.people[fact.UserID(id)] = p
}

func personOf(u *slack.User, team fact.TeamID, now time.Time) Person {
	p := Person{Name: u.Profile.DisplayName, Locale: u.Locale, Kind: fact.KindMember, Gone: u.Deleted, at: now}
	for _, name := range []string{u.Profile.RealName, u.RealName, u.Name} {
		if p.Name == "" {
			p.Name = name
		}
	}
	switch {
	case u.IsStranger || u.TeamID != "" && team != "" && fact.TeamID(u.TeamID) != team:
		p.Kind = fact.KindOutsider
	case u.IsRestricted || u.IsUltraRestricted:
		p.Kind = fact.KindGuest
	}
	return p
}

func (d *Directory) lookUpChannel(ctx context.Context, id string) {
	from := time.Now()
	c, err := d.app.api.GetConversationInfoContext(ctx, &slack.GetConversationInfoInput{ChannelID: id})
	code := failureCode(err)
	d.app.Observer.call("conversations.info", time.Since(from), code)
	k := channelKind{at: d.app.Clock()}
	if err == nil {
		k.kind = fact.PlacePublic
		if c.IsPrivate || c.IsMpIM {
			k.kind = fact.PlacePrivate
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if code == "missing_scope" {
		d.denied["conversations.info"] = true
	}
	if len(d.channels) >= directoryKept {
		clear(d.channels)
	}
	d.channels[fact.ChannelID(id)] = k
}

// readGroups reads the members of every group in the settings. A group that cannot be read keeps its members.
func (d *Directory) readGroups(ctx context.Context) {
	for _, g := range d.app.Groups {
		from := time.Now()
		ids, err := d.app.api.GetUserGroupMembersContext(ctx, g)
		code := failureCode(err)
		d.app.Observer.call("usergroups.users.list", time.Since(from), code)
		if err != nil {
			d.app.Logger.Warn("slack: a user group could not be read; its known members stay", "group", g, "code", code)
			continue
		}
		members := make([]fact.UserID, len(ids))
		for i, id := range ids {
			members[i] = fact.UserID(id)
		}
		d.mu.Lock()
		d.groups[g] = members
		d.mu.Unlock()
		for _, id := range members {
			d.Person(id) // so that they are called by name from the first message on
		}
	}
}
