package slacksim

import (
	"encoding/json"
	"slices"
)

// Message is one message as the workspace holds it.
type Message struct {
	Channel  string `json:"channel"`
	TS       string `json:"ts"`
	ThreadTS string `json:"thread_ts,omitempty"` // the parent's ts; empty outside a thread and on a parent
	// User is the author's user id; the bot's user id for the app's messages, whose BotID is then set.
	User     string `json:"user"`
	BotID    string `json:"bot_id,omitempty"`
	UserTeam string `json:"user_team,omitempty"`
	Text     string `json:"text"`
	// Blocks, Attachments and Metadata are JSON as Slack would return it: with every block_id and action_id filled in.
	Blocks      json.RawMessage `json:"blocks,omitempty"`
	Attachments json.RawMessage `json:"attachments,omitempty"`
	Metadata    json.RawMessage `json:"metadata,omitempty"`
	// EphemeralTo is the one user who sees the message; empty for messages that everybody sees.
	EphemeralTo string     `json:"ephemeral_to,omitempty"`
	Edited      bool       `json:"edited,omitempty"`
	EditedTS    string     `json:"edited_ts,omitempty"`
	Deleted     bool       `json:"deleted,omitempty"`
	Reactions   []Reaction `json:"reactions,omitempty"`
	// ViaResponseURL marks a message that was posted through a response_url, FromAck one that an acknowledgement carried.
	ViaResponseURL bool `json:"via_response_url,omitempty"`
	FromAck        bool `json:"from_ack,omitempty"`
	// Broadcast marks a thread reply that was also sent to the channel.
	Broadcast bool `json:"broadcast,omitempty"`
	// Replies counts the messages of the thread below this one.
	Replies int `json:"replies,omitempty"`
	// Seq is the number of the last change to this message; see Server.Seq.
	Seq int64 `json:"seq"`

	clientMsgID string
	state       values
}

// Reaction is one emoji under a message and who added it, in order.
type Reaction struct {
	Name  string   `json:"name"`
	Users []string `json:"users"`
}

// FromBot reports whether the app posted the message.
func (m Message) FromBot() bool { return m.BotID != "" }

// VisibleTo reports whether the user sees the message, given that they are in its channel.
func (m Message) VisibleTo(userID string) bool {
	return !m.Deleted && (m.EphemeralTo == "" || m.EphemeralTo == userID)
}

// Ref points at the message.
func (m Message) Ref() Ref { return Ref{Channel: m.Channel, TS: m.TS} }

func (m Message) clone() Message {
	m.Reactions = slices.Clone(m.Reactions)
	for i := range m.Reactions {
		m.Reactions[i].Users = slices.Clone(m.Reactions[i].Users)
	}
	m.state = m.state.clone()
	return m
}

// Ref points at something with elements on it: a message (Channel and TS) or a view (View: an id, or "home"). The zero Ref is
// the user's top modal.
type Ref struct {
	Channel string `json:"channel,omitempty"`
	TS      string `json:"ts,omitempty"`
	View    string `json:"view,omitempty"`
}

// Ref returns the reference itself, so that a Ref is a Surface.
func (r Ref) Ref() Ref { return r }

// Surface is where a user can press something: a Message, a View, or a Ref to either.
type Surface interface{ Ref() Ref }
