package fact

import "time"

// Source is a topic as its files tell it, before anything is compared with
// what is stored.
type Source struct {
	Document   string // base name of the file
	Hash       string // SHA-256 of its bytes, 64 hex digits
	Title      string
	Definition string
	Command    string
	Aliases    []string
	Prefix     string // "" unless the file fixes it
	CapturedAt time.Time
	Window     int
	Unlisted   int
	Claimed    int // how many facts the file says it has; -1 if it does not say
	Reading    string
	Facts      []SourceFact
	Timeline   []TimelineEvent
	Glossary   []GlossaryGroup
	Relations  []SourceRelation
	Warnings   []Problem
}

// SourceFact is one fact as a file tells it.
type SourceFact struct {
	N          int // its number, where the file gives one; else 0
	Statement  string
	Lang       Lang
	Confidence Confidence
	Status     Status
	NoStatus   bool // the file gives no status
	Core       bool
	Line       int
	Sources    []Citation
	Marks      Mark // in an export: what the record has beside the fact, of MissingInFile, SourceDiffers, Reworded and Rerated
}

// SourceRelation is a relation as a file tells it.
type SourceRelation struct {
	From, To int // fact numbers
	Kind     RelationKind
}

// Problem is something wrong in a file: where, what and what to do.
type Problem struct {
	File    string
	Line    int // from 1; 0 concerns the whole file
	Message string
	Warning bool // the file can be used all the same
}

// Plan is what an import would do to the stored facts.
type Plan struct {
	Source     *Source
	NewTopic   bool // the topic is not stored yet
	Add        []SourceFact
	Revise     []Revision // facts nobody decided on, changed by the file
	Edit       []Revision // few characters changed: proposed to reviewers
	Differ     []Revision // the file differs from what people decided
	Missing    []ID       // stored, no longer in the file
	Returned   []ID       // marked missing, in the file again
	Matched    map[int]ID // index in Source.Facts → stored fact, for every fact not added
	Unchanged  int
	Warnings   []Problem
	Loses      float64 // share of the stored facts that would go missing, 0 to 1
	CountFails bool    // the file's own count does not match
}

// Empty reports whether the import would change nothing.
func (p *Plan) Empty() bool {
	return len(p.Add)+len(p.Revise)+len(p.Edit)+len(p.Differ)+len(p.Missing)+len(p.Returned) == 0
}

// Revision pairs a stored fact with what the file now says of it.
type Revision struct {
	ID      ID
	Version int
	Old     SourceFact
	New     SourceFact
}
