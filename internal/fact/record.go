package fact

import "time"

// Event is one row of the append-only history. Its hash covers the previous
// hash, sequence, time, fact, version, act, values and the salted digests of
// actor and note; the clear text of the latter two can be erased.
type Event struct {
	Seq     int64 // from 1, without gaps
	At      time.Time
	Topic   string
	Fact    ID  // zero for events of the whole topic
	Version int // the fact's version after the act; 0 where there is none
	Act     Act
	Values  []Value
	Flag    int64     // the flag concerned; 0 if none
	Origin  ActOrigin // the door it came through
	Actor   UserID    // "" for the program, or when erased
	Name    string    // the actor's display name at the time; "" when unknown or erased
	Erased  bool      // the actor and note were erased on request
	Note    string    // reason or note, byte for byte
	Prev    string    // hash of the event before, 64 hex digits
	Hash    string    // hash of this event, 64 hex digits
}

// Reason is the category of a flag.
type Reason string

// The reasons a fact can be doubted for.
const (
	ReasonWrong       Reason = "wrong"
	ReasonOutdated    Reason = "outdated"
	ReasonSource      Reason = "needs a source"
	ReasonUnclear     Reason = "unclear"
	ReasonDuplicate   Reason = "duplicate"
	ReasonContradicts Reason = "contradicts another fact"
	ReasonOther       Reason = "other"
)

// Reasons lists every reason in the order forms show them.
var Reasons = [...]Reason{
	ReasonWrong, ReasonOutdated, ReasonSource, ReasonUnclear,
	ReasonDuplicate, ReasonContradicts, ReasonOther,
}

// Flag is one person's doubt about one fact. A person has at most one open flag
// on a fact.
type Flag struct {
	ID       int64
	Fact     ID
	Version  int // the fact's version when it was raised
	By       UserID
	Name     string
	Reason   Reason
	Note     string // byte for byte
	Evidence string // an http(s) URL, or ""
	Place    Place  // where it was raised: the outcome goes there
	At       time.Time
	Open     bool
	Outcome  Act       // the act that resolved it; "" while open
	Decided  time.Time // when it was resolved
}

// Owner is the reviewer who answers for a flagged fact.
type Owner struct {
	Fact  ID
	User  UserID
	Since time.Time
}

// Proposal is a fact somebody proposes; nothing is answered with it before a
// reviewer accepts.
type Proposal struct {
	ID         int64
	Topic      string
	Statement  string
	Confidence Confidence
	Source     *Citation
	By         UserID
	Name       string
	Place      Place
	At         time.Time
	Kind       ProposalKind
	Fact       ID  // the fact it would change, for a difference
	Version    int // of that fact, as the proposal saw it
	Import     int64
	State      string // open, accepted, rejected, withdrawn
	Line       int    // of a file's: where it says so; 0 not recorded
	Filed      string // of a file's: the status it gives, "" none, StatusNotKept
}

// ProposalOpen is the state of a proposal that waits.
const ProposalOpen = "open"

// ProposalWithdrawn is the state of a file's proposal that the file itself took
// back: it says something else since.
const ProposalWithdrawn = "withdrawn"

// StatusNotKept is the Filed of a proposal made before it was recorded.
const StatusNotKept = "?"

// ProposalKind says what accepting a proposal does.
type ProposalKind string

// The kinds of proposal.
const (
	ProposeNew    ProposalKind = "new"    // adds a fact
	ProposeEdit   ProposalKind = "edit"   // a file's few changed characters: rewords a fact
	ProposeDiffer ProposalKind = "differ" // a file differs from what people decided
)

// Gap is a question that found nothing and that the asker sent in.
type Gap struct {
	ID    int64
	Topic string
	Text  string
	By    UserID
	Name  string
	At    time.Time
	Open  bool
	Asked int // how many people sent the same question
}

// Quote is a public message of ours that shows a fact.
type Quote struct {
	Notice  string // key of the notice that posted it
	Fact    ID
	Version int
	Place   Place // Message is "" until it was sent
	At      time.Time
}

// Reading is that a person was privately shown a fact.
type Reading struct {
	User    UserID
	Fact    ID
	Version int
	At      time.Time
}
