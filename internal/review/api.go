package review

import (
	"time"

	"factbot/internal/fact"
)

// Roster says who may do what. It answers from memory, also while Slack is away.
type Roster interface {
	Role(topic string, user fact.UserID) fact.Role
	// Reviewers lists the active reviewers of a topic in a stable order, admins included.
	Reviewers(topic string) []fact.UserID
	Name(user fact.UserID) string // plain display name; the id if unknown
}

// Settings are the values of the review process that an operator may change.
type Settings struct {
	Channel     fact.ChannelID   // the review channel; "" : notices go to the owners directly
	DigestTo    fact.ChannelID   // where the weekly summary goes; "" : the review channel
	VerifiedFor time.Duration    // how long a verification lasts; 90 days
	VerifiedLow time.Duration    // … of a fact below LowBelow; 30 days
	LowBelow    fact.Confidence  // 50
	UndoWindow  time.Duration    // ten minutes
	FollowFor   time.Duration    // how long quotes are edited; 90 days
	ReplyFor    time.Duration    // how long a thread gets a reply; 14 days
	RepliesADay int              // correction replies a channel and day; 5
	DailyItems  int              // items an owner gets a working day; 5
	MakerMay    bool             // with one reviewer, the maker may check after a day
	OptedOut    []fact.ChannelID // channels that get no correction replies
	Location    *time.Location   // for working days; UTC if nil
	LoseShare   float64          // an automatic import losing more waits for a person; 0.1
}

// FlagInput is a doubt as it is raised.
type FlagInput struct {
	Fact     fact.ID
	Reason   fact.Reason
	Note     string
	Evidence string
	Place    fact.Place
}

// Flagged is what became of a flag that was raised.
type Flagged struct {
	Flag   fact.Flag
	Fact   *fact.Fact
	Edited bool // it replaced the person's open flag on the same fact
	Owner  fact.UserID
}

// Outcome is what a decision did.
type Outcome struct {
	Event     fact.Event
	Before    *fact.Fact
	After     *fact.Fact
	Resolved  int       // flags answered
	UndoUntil time.Time // zero where it cannot be undone
}

// QueueItem is one flagged fact that waits for a decision.
type QueueItem struct {
	Fact    *fact.Fact
	Flags   []fact.Flag // open ones, oldest first; notes only for reviewers
	Shown   fact.Shown
	Owner   fact.UserID
	Since   time.Time
	Expired bool // in the queue for its expired verification, not for flags
}

// Stale says, inside a conflict, who was first and what they did.
type Stale struct {
	By   string // display name
	Act  fact.Act
	At   time.Time
	Fact *fact.Fact
}
