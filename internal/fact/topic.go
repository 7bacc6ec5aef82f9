package fact

import "time"

// Topic is a subject with its own command.
type Topic struct {
	Slug       string // lower case, unique in the database: rdma
	Title      string // as the file writes it
	Definition string // "" if the file has none
	Prefix     string // of its facts' ids, fixed at first import: RDMA
	Command    string // the slash command without '/': rdma
	Aliases    []string
	CapturedAt time.Time // when the page was captured; zero: not recorded
	Window     int       // days the page's timeline covers; 0: not recorded
	Unlisted   int       // timeline events that the page counts but does not list
	Timeline   []TimelineEvent
	Glossary   []GlossaryGroup
	Import     *Import // the latest import
	Facts      int     // facts that are not retracted
}

// TimelineEvent is something that happened to the topic, as its file lists it.
type TimelineEvent struct {
	Text string    // byte for byte
	Date time.Time // zero: date not recorded
	Fact ID        // the fact with the same words, if there is one
	Line int       // line in the file
}

// GlossaryGroup is a set of interchangeable terms, in any language.
type GlossaryGroup struct {
	Name  string
	Forms []string
	Near  []string // names of looser neighbours
}

// Import is one reading of a topic file.
type Import struct {
	ID                                                      int64
	Topic                                                   string // slug
	Document                                                string // the file's base name: rdma.txt
	Hash                                                    string // SHA-256 of the file's bytes, 64 hex digits
	At                                                      time.Time
	By                                                      UserID // "" for the program
	Reading                                                 string // which reading of the page's statuses was used: "closes" or "leads"
	Added, Revised, Missing, Returned, Unchanged, Differing int
}

// ShortHash is the first six hex digits of the file's hash, as people see it.
func (i *Import) ShortHash() string {
	if len(i.Hash) < 6 {
		return i.Hash
	}
	return i.Hash[:6]
}
