package fact

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a fact's own text, in Unicode code points.
const (
	MinStatement = 1
	MaxStatement = 4000
	MaxNote      = 2000 // a reason or note given with an act
	MaxQuery     = 500  // a query typed by a person
)

// Confidence is how sure the source or a reviewer is, in percent, 0 to 100.
// It says nothing about verification: see Status.
type Confidence uint8

// Valid reports whether the confidence is a percentage.
func (c Confidence) Valid() bool { return c <= 100 }

// Status is what is known about a fact's verification.
type Status uint8

// The statuses. A fact is never deleted: Retracted is as far as it goes.
const (
	Unverified Status = iota
	Verified
	Retracted
)

// String is the status as files and JSON write it.
func (s Status) String() string {
	switch s {
	case Verified:
		return "verified"
	case Retracted:
		return "retracted"
	default:
		return "unverified"
	}
}

// ParseStatus reads a status in any letter case.
func ParseStatus(text string) (Status, bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "unverified":
		return Unverified, true
	case "verified":
		return Verified, true
	case "retracted":
		return Retracted, true
	}
	return Unverified, false
}

// Mark is a set of yes-or-no properties of a fact.
type Mark uint16

// The marks of a fact.
const (
	Core           Mark = 1 << iota // its topic's page lists it under Core Facts
	StatusMissing                   // the file gives no status, so it counts as unverified
	MissingInFile                   // the latest import of its file no longer had it
	SourceDiffers                   // the file now says something else than is recorded here, which a reviewer may accept
	AddedHere                       // proposed and accepted here, not imported
	SecondNeeded                    // corrected here and not yet confirmed by a second person
	VerifiedInFile                  // the status verified comes from the file: by whom and when not recorded
	Reworded                        // its wording is of people here: its line in the file says something else
	Rerated                         // its confidence is of people here: its line in the file gives another

	// What people decided on, whatever became of it since: unlike makers and
	// verifications, which later decisions replace, these stay until the decision is
	// undone or the file's own is accepted.
	DecidedWording
	DecidedConfidence
	DecidedStatus // verified, retracted or restored here
)

// Decided marks a fact that people decided on in any way: no file changes it by itself.
const Decided = DecidedWording | DecidedConfidence | DecidedStatus

// Fact is one statement of a topic with everything a reader needs to judge it.
// Values are shared between goroutines and must not be changed in place.
type Fact struct {
	ID         ID
	Topic      string // the topic's slug
	Statement  string // byte for byte as recorded
	Lang       Lang
	Confidence Confidence
	Status     Status
	Marks      Mark
	Version    int // raised by decisions and by import changes, not by flags; from 1

	Line      int           // line in the imported file, from 1; 0 if added here; of a Reworded fact, where the file's own wording stands
	Import    *Import       // the import that last gave wording or line; nil if added here
	Sources   []Citation    // recorded sources beyond the file itself; often none
	Relations []Relation    // to other facts, in order of recording
	Verified  *Verification // nil unless verified here
	Makers    *Makers       // nil while wording and confidence are the file's
	Doubts    *Doubts       // nil while no flag is open
}

// Has reports whether the fact carries the mark.
func (f *Fact) Has(m Mark) bool { return f.Marks&m != 0 }

// Ref is the fact at its present version.
func (f *Fact) Ref() Ref { return Ref{ID: f.ID, Version: f.Version} }

// Active reports whether the fact may be given as an answer.
func (f *Fact) Active() bool { return f.Status != Retracted }

// Expired reports whether the fact was verified here until a date that has passed.
func (f *Fact) Expired(now time.Time) bool {
	return f.Status == Verified && f.Verified != nil &&
		!f.Verified.Until.IsZero() && now.After(f.Verified.Until)
}

// Disputed lists the facts that a recorded relation says this one contradicts.
func (f *Fact) Disputed() []ID {
	var ids []ID
	for _, r := range f.Relations {
		if r.Kind == Contradicts {
			ids = append(ids, r.Other)
		}
	}
	return ids
}

// Verification is who verified a fact here, when and until when.
type Verification struct {
	By       UserID
	Name     string // display name at the time; "" when forgotten
	At       time.Time
	Until    time.Time // zero: it does not expire
	Left     bool      // the verifier is no longer a reviewer
	SelfDone bool      // the maker checked, as a setting allowed
}

// Makers are the people whose wording or confidence a fact carries. Nobody
// verifies what they made themselves. Imported values have no maker.
type Makers struct {
	Wording    UserID
	Confidence UserID
}

// Doubts sums up the open flags of a fact for public cards: never who, never
// their notes.
type Doubts struct {
	Count   int
	Reasons map[Reason]int
	Since   time.Time // when the oldest open flag was raised
}

// Citation is a recorded source of a fact beyond the imported file.
type Citation struct {
	URL    string
	Title  string
	Quote  string    // the passage quoted, byte for byte
	Date   time.Time // zero: date not recorded
	Author string
}

// RelationKind is how one fact bears on another.
type RelationKind string

// The kinds of relation. Each is shown on both facts.
const (
	DuplicateOf RelationKind = "duplicate of"
	Contradicts RelationKind = "contradicts"
	Refines     RelationKind = "refines"
	Translates  RelationKind = "translates"
)

// Relation ties a fact to another.
type Relation struct {
	Kind    RelationKind
	Other   ID
	Inverse bool // recorded on the other fact, seen from this one
}

// CheckStatement reports why a text cannot be a statement, or nil.
func CheckStatement(text string) error {
	if !utf8.ValidString(text) {
		return Invalid("statement.encoding", "The statement is not valid UTF-8 text.")
	}
	n := utf8.RuneCountInString(text)
	if strings.TrimSpace(text) == "" {
		return Invalid("statement.empty", "The statement is empty: write at least one character.")
	}
	if n > MaxStatement {
		return &Error{
			Code: CodeTooLong, Key: "statement.long",
			Message: "The statement is longer than 4,000 characters: shorten it or split it into several facts.",
		}
	}
	return nil
}
