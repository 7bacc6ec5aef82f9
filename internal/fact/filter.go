package fact

import "time"

// EventFilter chooses events; zero fields choose all. Newest first unless
// Oldest is set.
type EventFilter struct {
	Topic  string
	Fact   ID
	Flag   int64
	Actor  UserID
	Acts   []Act
	Since  time.Time
	Until  time.Time
	After  int64 // only events with a greater sequence
	Oldest bool
	Offset int
	Limit  int // 0: no limit
}

// FlagFilter chooses flags, oldest first; zero fields choose all.
type FlagFilter struct {
	ID    int64
	Topic string
	Fact  ID
	By    UserID
	Open  bool // only open ones
	Limit int
}

// QuoteFilter chooses quotes that were sent; zero fields choose all.
type QuoteFilter struct {
	Fact    ID
	Channel ChannelID
	Message string
	Since   time.Time
	Limit   int
}

// ProposalFilter chooses proposals, oldest first; zero fields choose all.
type ProposalFilter struct {
	ID    int64
	Topic string
	By    UserID
	Kind  ProposalKind
	Fact  ID
	Open  bool
	Limit int
}

// NoticeFilter chooses notices, oldest first; zero fields choose all.
type NoticeFilter struct {
	Key   string
	Kind  NoticeKind
	State NoticeState
	Topic string
	Cause int64
	Fact  ID
	User  UserID
	Since time.Time
	Limit int
}

// NoticeStats sums up the outbox for health, metrics and doctor.
type NoticeStats struct {
	Waiting, Claimed, Dead int
	Oldest                 time.Time // when the oldest waiting one was due; zero if none
}

// Refusal is an act that was not allowed, for the bounded log beside the history.
type Refusal struct {
	At    time.Time
	Actor UserID
	Topic string
	Fact  ID
	Act   Act
	Key   string // the error's key
}

// Question is what was asked in a public place or a direct message, kept from
// its acknowledgement until its answer is in the outbox.
type Question struct {
	Key   string // of the delivery: makes it answered once
	Text  string
	Topic string // slug; "" for every topic
	Actor Actor
	Place Place
	At    time.Time
	Tries int
}

// Shown counts where a fact was shown: quotes and readings of the last 90 days.
type Shown struct {
	Quotes   int
	Readings int
}

// ChainReport is what a check of the hash chain found.
type ChainReport struct {
	Events int64
	Head   string // hash of the last event
	Broken int64  // sequence of the first broken link; 0: none
	Reason string // what is wrong there
}
