package fact

import "time"

// NoticeKind names what a notice says; its wording is chosen when it is sent.
type NoticeKind string

// The kinds of notice.
const (
	NoticeAnswer     NoticeKind = "answer"     // a public answer to a mention or message
	NoticeShare      NoticeKind = "share"      // an answer somebody shared in a channel
	NoticeSources    NoticeKind = "sources"    // in a shared answer's thread: its citations in full
	NoticeQueue      NoticeKind = "queue"      // a flagged fact's message in the review channel
	NoticeDaily      NoticeKind = "daily"      // an owner's items of the working day
	NoticeOutcome    NoticeKind = "outcome"    // to a flagger: what became of the flag
	NoticeBanner     NoticeKind = "banner"     // an old message gets a banner above
	NoticeCorrection NoticeKind = "correction" // a reply after a quote
	NoticeConfirm    NoticeKind = "confirm"    // asks a second reviewer to confirm a wording
	NoticeProposal   NoticeKind = "proposal"   // a proposal's message in the review channel
	NoticeImport     NoticeKind = "import"     // an import's counts or failure, in the review channel
	NoticeDigest     NoticeKind = "digest"     // the weekly summary of a topic
	NoticeChanged    NoticeKind = "changed"    // opt-in weekly message: changed since you saw it
	NoticeOutage     NoticeKind = "outage"     // from when to when Slack was away
	NoticeGap        NoticeKind = "gap"        // to whoever sent a question in: it is answered now
)

// NoticeState is how far the delivery of a notice has come.
type NoticeState string

// The states of a notice.
const (
	NoticeWaiting NoticeState = "waiting" // to be sent at NotBefore or later
	NoticeClaimed NoticeState = "claimed" // being sent; after a crash its outcome is unknown
	NoticeSent    NoticeState = "sent"
	NoticeDead    NoticeState = "dead"    // given up, visibly
	NoticeDropped NoticeState = "dropped" // undone before it was sent
)

// Notice is a message factbot volunteers, or a public answer: an outbox row
// committed with the act that causes it. It holds ids, not wording, and is
// rendered when it is sent.
type Notice struct {
	ID        int64
	Key       string // unique for ever; travels as message metadata
	Kind      NoticeKind
	Topic     string
	Facts     []Ref
	Place     Place  // where it goes; Place.Message set: edit that message
	User      UserID // the person it is for; a direct message when Place.Channel is ""
	Cause     int64  // sequence of the event that caused it; 0 if none
	Flag      int64  // the flag concerned; 0 if none
	Item      int64  // proposal, gap or import concerned; 0 if none
	Text      string // the question of an answer, as it was asked; a period for an outage
	Locale    string // of the person it is for; "" unknown
	NotBefore time.Time
	CreatedAt time.Time

	State    NoticeState
	Attempts int
	Error    string // code of the last failure
	SentAt   time.Time
	Sent     Place // where it ended up
	Unknown  bool  // an earlier attempt may have arrived
}

// Refused reports whether Slack turned a share away for a reason that the person
// who shared it was told and can see to. No operator need look at it.
func (n Notice) Refused() bool {
	if n.Kind != NoticeShare || n.State != NoticeDead {
		return false
	}
	switch n.Error {
	case "not_in_channel", "channel_not_found", "is_archived", "restricted_action":
		return true
	}
	return false
}
