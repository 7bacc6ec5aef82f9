package bot

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"factbot/internal/fact"
)

// Kind says what sort of answer a reply is, for metrics, tests and exit codes.
type Kind string

// The kinds of reply.
const (
	KindFacts   Kind = "facts"   // facts that match
	KindFact    Kind = "fact"    // one fact in full
	KindNothing Kind = "nothing" // nothing recorded, with the nearest facts if any
	KindCard    Kind = "card"    // a topic's card
	KindList    Kind = "list"    // timeline, history, queue, topics, gaps …
	KindHelp    Kind = "help"
	KindForm    Kind = "form"    // a form is opened
	KindDone    Kind = "done"    // an act was recorded
	KindRefused Kind = "refused" // not allowed, invalid, too late
	KindBroken  Kind = "broken"  // a fault of ours, with the correlation id
	KindNotice  Kind = "notice"  // volunteered
	KindHome    Kind = "home"
)

// Reply is an answer, free of any transport. Two renderings exist: Text for
// terminals, notifications and screen readers, and Slack's blocks. Every word in
// it is chosen; a renderer only lays out.
type Reply struct {
	Kind     Kind
	Code     fact.Code // of a refused or broken reply
	Locale   Locale    // language of its headings and buttons
	Public   bool      // others may see it: it has a place in the channel or thread
	Title    string    // names a form's result, at most 24 characters; "" for any other reply
	Lead     Line      // one line above everything; empty if none
	Sections []Section
	Notes    []Line // small print below
	Buttons  []Button
	Form     *Form             // open (or go on to) this form
	Errors   map[string]string // sentences by field name: the form stays open
	Replace  bool              // takes the place of the message whose button was pressed
	Silent   bool              // nothing is to be shown: a repeated or ignored delivery
	More     *Page             // there is more to see
	After    string            // key of the notice that this speaks of: it holds once that has arrived; "" it holds

	desk *desk // what it was made on; nil: nothing that serves again
}

// Page says which part of a longer list a reply shows.
type Page struct {
	From, To, Of int    // first and last shown, from 1, of how many
	Next         string // command text of the next page; "" on the last
	Previous     string // … and of the one before; "" on the first
}

// SectionKind says how a section is laid out.
type SectionKind uint8

// The kinds of section.
const (
	SectionText    SectionKind = iota // Text, a sentence of ours with parts of Line
	SectionFact                       // View
	SectionContent                    // Text is content: hostile, literal, kept whole
	SectionContext                    // Line as small print
	SectionHeading                    // Text as a heading
	SectionButtons                    // Buttons in a row
	SectionSearch                     // an input; on enter Text (a command) and what was typed are sent
	SectionDivider
)

// Section is one part of a reply.
type Section struct {
	Kind    SectionKind
	Text    string
	Line    Line
	View    *FactView
	Buttons []Button // a row, or the menu beside a text or content section
}

// FactView is a fact as a reply shows it, the same everywhere.
type FactView struct {
	Fact    *fact.Fact
	Status  string // status in words with its sign and origin: "◐ Verified in the file"
	Line    Line   // id, percent, status, overlays, citation
	Extra   []Line // more lines below: doubts, translation, why it was found
	Menu    []Button
	More    []Button // entries of the menu that this reply adds, below the others
	Flags   int
	Score   float64
	Flipped bool // found only across the language
	Kept    *Kept
}

// Entries are all the entries of the fact's menu.
func (v *FactView) Entries() []Button {
	if len(v.More) == 0 {
		return v.Menu
	}
	return slices.Concat(v.Menu, v.More)
}

// Kept goes with a view that the bot keeps because it was shown before. It says
// what the view was made of, so that a renderer may keep what it made of that in
// turn. It holds for a view with this very Fact, Line and Menu.
type Kept struct {
	Fact *fact.Fact
	Line Line
	Menu []Button
	// Drawing is the renderer's own; what it stores must not change afterwards.
	Drawing atomic.Value
}

// Holds reports whether what was kept is good for a view as it is now.
func (k *Kept) Holds(v *FactView) bool {
	return k != nil && v.Fact == k.Fact && len(v.Line) == len(k.Line) && len(k.Line) > 0 && &v.Line[0] == &k.Line[0] &&
		len(v.Menu) == len(k.Menu) && (len(k.Menu) == 0 || &v.Menu[0] == &k.Menu[0])
}

// Citation is where a fact comes from, ready to show and to export.
type Citation struct {
	Document string    // file name
	Line     int       // from 1; 0 not recorded
	Imported time.Time // zero if added here
	Hash     string    // of the file
	URL      string    // "" when no external source is recorded
	Title    string
	Quote    string
	Date     time.Time
}

// Line is a line made of spans.
type Line []Span

// Span is a run of text. Text is literal whatever it holds.
type Span struct {
	Text    string
	URL     string      // http or https only: the text links there
	Mention fact.UserID // a live mention: only for the person a notice is for
}

// Plain makes a line of one span.
func Plain(text string) Line {
	if text == "" {
		return nil
	}
	return Line{{Text: text}}
}

// String is the line's text with links written out.
func (l Line) String() string {
	var s strings.Builder
	for _, span := range l {
		s.WriteString(span.Text)
		if span.URL != "" && span.URL != span.Text {
			s.WriteString(" (" + span.URL + ")")
		}
	}
	return s.String()
}

// ButtonStyle is a button's emphasis.
type ButtonStyle uint8

// The styles.
const (
	StyleDefault ButtonStyle = iota
	StylePrimary
	StyleDanger
)

// Button carries command text, so that a click and a typed command share one
// parser: a verb and ids, or a query of at most fact.MaxQuery characters for
// paging; never a statement, note or reason.
type Button struct {
	Label   string
	Command string
	Topic   string // slug the command is confined to; "" for none
	URL     string // opens a page instead of sending a command
	Style   ButtonStyle
	Confirm *Confirm
	Hint    string // for screen readers, where the label alone is ambiguous
}

// Confirm asks before a button acts.
type Confirm struct {
	Title, Text, Yes, No string
}

// Shown lists the facts a reply shows with their versions.
func (r *Reply) Shown() []fact.Ref {
	n := 0
	for i := range r.Sections {
		if r.Sections[i].Kind == SectionFact {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	refs := make([]fact.Ref, 0, n)
	for i := range r.Sections {
		if s := &r.Sections[i]; s.Kind == SectionFact && s.View != nil {
			refs = append(refs, s.View.Fact.Ref())
		}
	}
	return refs
}
