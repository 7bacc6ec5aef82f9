package bot

import (
	"strings"
	"time"

	"factbot/internal/fact"
)

// Asked is a reply as programs read it.
type Asked struct {
	Facts   []AskedFact `json:"facts"`
	Nearest []AskedFact `json:"nearest"` // where no fact answers: what comes closest
	Notice  string      `json:"notice"`  // the reply's sentences, without the facts
}

// AskedFact is one fact of it. Confidence is in percent; Flags counts open ones.
type AskedFact struct {
	ID         string          `json:"id"`
	Text       string          `json:"text"`
	Lang       string          `json:"lang"`
	Confidence int             `json:"confidence"`
	Status     string          `json:"status"`
	Flags      int             `json:"flags"`
	Reworded   bool            `json:"reworded_here,omitempty"` // the cited line has another wording
	Rerated    bool            `json:"rated_here,omitempty"`    // the cited line has another confidence
	Citations  []AskedCitation `json:"citations"`
	Score      float64         `json:"score"`
}

// AskedCitation is where it comes from; what is not recorded is left out.
type AskedCitation struct {
	Document string `json:"document,omitempty"`
	Line     int    `json:"line,omitempty"`
	Imported string `json:"imported,omitempty"` // RFC 3339
	Hash     string `json:"hash,omitempty"`     // SHA-256 of the file
	URL      string `json:"url,omitempty"`
	Title    string `json:"title,omitempty"`
	Quote    string `json:"quote,omitempty"`
	Date     string `json:"date,omitempty"`
}

// AskJSON is a reply in the shape that ask --json prints. Statements are byte
// for byte.
func AskJSON(r Reply) Asked {
	a := Asked{Facts: []AskedFact{}, Nearest: []AskedFact{}}
	for i := range r.Sections {
		s := &r.Sections[i]
		if s.Kind != SectionFact || s.View == nil {
			continue
		}
		if r.Kind == KindNothing {
			a.Nearest = append(a.Nearest, askedFact(s.View))
		} else {
			a.Facts = append(a.Facts, askedFact(s.View))
		}
	}
	a.Notice = Visible(r.notice())
	return a
}

// notice joins the reply's own sentences.
func (r *Reply) notice() string {
	var text strings.Builder
	text.WriteString(r.Lead.String())
	for i := range r.Sections {
		s := &r.Sections[i]
		if s.Kind != SectionContext && s.Kind != SectionText && s.Kind != SectionContent {
			continue
		}
		for _, part := range []string{s.Text, s.Line.String()} {
			if part != "" {
				text.WriteString("\n" + part)
			}
		}
	}
	for _, note := range r.Notes {
		text.WriteString("\n" + note.String())
	}
	return text.String()
}

func askedFact(v *FactView) AskedFact {
	f, cited := v.Fact, v.Citations()
	a := AskedFact{
		ID: f.ID.String(), Text: f.Statement, Lang: f.Lang.String(), Confidence: int(f.Confidence),
		Status: f.Status.String(), Flags: v.Flags, Score: v.Score, Reworded: f.Has(fact.Reworded), Rerated: f.Has(fact.Rerated), Citations: make([]AskedCitation, 0, len(cited)),
	}
	for i := range cited {
		c := &cited[i]
		out := AskedCitation{Document: c.Document, Line: c.Line, Hash: c.Hash, URL: c.URL, Title: c.Title, Quote: c.Quote}
		if !c.Imported.IsZero() {
			out.Imported = c.Imported.UTC().Format(time.RFC3339)
		}
		if !c.Date.IsZero() {
			out.Date = c.Date.UTC().Format(time.DateOnly)
		}
		a.Citations = append(a.Citations, out)
	}
	return a
}
