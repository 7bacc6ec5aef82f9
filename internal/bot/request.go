package bot

import "factbot/internal/fact"

// Via is the door a request came through. The grammar is the same for all.
type Via string

// The doors.
const (
	ViaCommand  Via = "command"  // a slash command
	ViaMention  Via = "mention"  // @factbot in a channel or thread
	ViaMessage  Via = "message"  // a direct message
	ViaButton   Via = "button"   // a button, menu entry or search field; Text is its Command
	ViaForm     Via = "form"     // a submitted form; Text is its Command, Fields what was filled in
	ViaShortcut Via = "shortcut" // a message or global shortcut; Text is its verb
	ViaTerminal Via = "terminal"
)

// Request is one thing asked of the bot, whatever it came through.
type Request struct {
	ID     string // correlation id: in the log, and shown when something breaks
	Text   string // as typed; entities already decoded by the transport
	Topic  string // slug of the topic it is confined to; "" for every topic
	Actor  fact.Actor
	Place  fact.Place
	Via    Via
	Fields map[string]string // of a submitted form, by field name
	Quoted *Quoted           // the message a shortcut was used on
	All    bool              // no paging: the terminal prints everything
}

// Quoted is somebody's message that a shortcut was used on. Its text is never
// stored where its place is private.
type Quoted struct {
	Text  string
	By    fact.UserID
	Place fact.Place
}
