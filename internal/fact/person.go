package fact

import "strings"

// Slack's ids are kept as they come: case matters.
type (
	// UserID is a person: U0123ABCD or W0123ABCD.
	UserID string
	// TeamID is a workspace: T0123ABCD.
	TeamID string
	// ChannelID is a conversation: C…, G… or D….
	ChannelID string
)

// ForgottenPrefix begins the id that stands for a person who was forgotten.
const ForgottenPrefix = "forgotten-"

// Forgotten reports whether the id stands for somebody who was forgotten: it names
// nobody that could be written to.
func (u UserID) Forgotten() bool { return strings.HasPrefix(string(u), ForgottenPrefix) }

// ActorKind is what Slack says of a person.
type ActorKind uint8

// The kinds of actor. Unknown is treated as the most restricted where a
// setting restricts at all.
const (
	KindUnknown  ActorKind = iota
	KindMember             // full member of the workspace
	KindGuest              // single- or multi-channel guest
	KindOutsider           // of another workspace, in a shared channel
)

// ActOrigin is the door an act came through.
type ActOrigin string

// The origins of acts.
const (
	OriginSlack    ActOrigin = "slack"
	OriginTerminal ActOrigin = "terminal"
	OriginProgram  ActOrigin = "program" // a schedule or an automatic import
)

// Actor is the person behind a request. An act without a User is refused.
type Actor struct {
	User   UserID
	Team   TeamID
	Name   string // plain display name; "" until known
	Locale string // Slack's locale, as zh-CN; "" until known
	Kind   ActorKind
	Origin ActOrigin

	// Alias is what stands for the person where they were forgotten: the record keeps
	// what they made under it. "" until known.
	Alias UserID

	// Delivery is the key of the delivery an act came with. An act commits it, so that
	// the same delivery, repeated, does nothing. "" where repeats cannot happen.
	Delivery string
}

// Is reports whether a recorded id is the person's, or stands for them since they
// were forgotten. Nobody's id is.
func (a Actor) Is(id UserID) bool {
	return id != "" && (id == a.User || id == a.Alias)
}

// Role is what a person may do in a topic.
type Role uint8

// The roles, each including the ones before it.
const (
	Reader Role = iota
	Reviewer
	Admin
)

// String names the role in English.
func (r Role) String() string {
	return [...]string{"reader", "reviewer", "admin"}[r]
}

// PlaceKind is the kind of conversation a Place is in.
type PlaceKind uint8

// The kinds of place. A private one's text is never stored and its name never shown.
const (
	PlaceUnknown PlaceKind = iota
	PlacePublic
	PlacePrivate
	PlaceDirect
	PlaceHome
	PlaceTerminal
)

// Place is where something was said or is to be posted.
type Place struct {
	Kind    PlaceKind
	Channel ChannelID
	Name    string // the channel's name without '#'; "" unknown or private
	Thread  string // timestamp id of the thread's first message; "" if none
	Message string // timestamp id of the message itself; "" if none
}
