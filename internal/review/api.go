package review

import (
	"fmt"
	"strconv"
	"strings"
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

// Settings are the values of the review process that an operator may change. Zero
// takes the value named; a negative UndoWindow or RepliesADay means none.
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
	Same   bool // … or said nothing that the flag did not say already, and changed nothing
	Owner  fact.UserID
}

// Outcome is what a decision did.
type Outcome struct {
	Event     fact.Event
	Before    *fact.Fact
	After     *fact.Fact
	Resolved  int       // flags answered
	UndoUntil time.Time // zero where it cannot be undone
	Tells     bool      // others are told of it once it can no longer be undone
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
type Stale struct { //nolint:errname // it names what was stale; the Conflict around it is the error
	By   string // display name
	Act  fact.Act
	At   time.Time
	Fact *fact.Fact
}

// Error says who was first; a Stale travels as the cause of a conflict.
func (s *Stale) Error() string {
	return fmt.Sprintf("%s by %q at %s", s.Act, s.By, s.At.UTC().Format(time.RFC3339))
}

// Digest is what a topic's weekly summary is about. It is gathered when the
// summary is sent, so it is true at that moment.
type Digest struct {
	Topic      *fact.Topic
	From, To   time.Time
	Changed    []fact.Event    // decisions, undone ones left out, and import changes, oldest first
	Gaps       []fact.Gap      // open, oldest first
	Waiting    []QueueItem     // oldest first, without notes
	Proposals  []fact.Proposal // open, oldest first
	Suppressed int             // correction replies that the daily limit held back
	Reviewers  int             // active ones; fewer than two is worth a line
}

// Period is how a digest's or an outage's notice names its time: two instants
// in RFC 3339 with a slash between.
func Period(from, to time.Time) string {
	return from.UTC().Format(time.RFC3339) + "/" + to.UTC().Format(time.RFC3339)
}

// ParsePeriod reads what Period wrote; an outage's has a third part, how many
// notices were sent late.
func ParsePeriod(text string) (from, to time.Time, late int, err error) {
	parts := strings.Split(text, "/")
	if len(parts) < 2 || len(parts) > 3 {
		return from, to, 0, fmt.Errorf("period %q: want two or three parts", text)
	}
	if from, err = time.Parse(time.RFC3339, parts[0]); err != nil {
		return from, to, 0, fmt.Errorf("period %q: %w", text, err)
	}
	if to, err = time.Parse(time.RFC3339, parts[1]); err != nil {
		return from, to, 0, fmt.Errorf("period %q: %w", text, err)
	}
	if len(parts) == 3 {
		if late, err = strconv.Atoi(parts[2]); err != nil {
			return from, to, 0, fmt.Errorf("period %q: %w", text, err)
		}
	}
	return from, to, late, nil
}
