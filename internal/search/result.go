package search

import (
	"time"

	"factbot/internal/fact"
)

// Topic is what the index must know of a topic beside its facts.
type Topic struct {
	Slug     string
	Title    string // its words tell little within the topic, so they are damped
	Aliases  []string
	Glossary []fact.GlossaryGroup
}

// Query is what to look for and where.
type Query struct {
	Text      string
	Topics    []string // slugs; empty: every topic
	Status    *fact.Status
	Min       fact.Confidence // facts below it are left out
	Lang      fact.Lang       // LangUnknown: any
	Offset    int
	Limit     int // 0: all
	Explain   bool
	Now       time.Time // decides what is expired; zero: nothing is
	Retracted bool      // also give retracted facts, last
	Weak      bool      // also give facts that cover too little to answer, for judging the ranking alone
}

// Result is what a query found.
type Result struct {
	Hits        []Hit
	Total       int   // how many facts answer, on all pages; with a limit, counted up to a thousand
	More        bool  // Total is only a lower bound: there are at least so many
	Nearest     []Hit // when nothing answers: what comes closest, best first
	Corrections []Correction
	Expansions  []Expansion
	Empty       bool // the text holds nothing that can be searched for
	LeftOut     LeftOut
}

// LeftOut counts the facts that matched and are not among the hits, by why: all
// of them, also where answers are counted up to a thousand.
type LeftOut struct {
	Retracted int
	Filtered  int // by status, confidence or language asked for
	Weak      int // they cover too little of the query; counted only where a query asks to explain
}

// Hit is one fact found.
type Hit struct {
	Fact           *fact.Fact
	Score          float64
	Coverage       float64 // share of the query's content that the fact accounts for, 0 to 1
	AcrossLanguage bool    // found only through the other language
	Why            []Match // with Query.Explain: what matched and how, then what lifted or lowered it
}

// How says in what way a term of the query bears on a fact.
type How string

// The ways a term matches, and what lifts or lowers a fact.
const (
	Literally      How = "literally"
	Stemmed        How = "stemmed"
	Corrected      How = "corrected"
	ByGlossary     How = "by glossary"
	ByDictionary   How = "by dictionary"
	AsAbbreviation How = "as abbreviation"
	ByPrefix       How = "prefix"
	LiftPhrase     How = "phrase"
	LiftLiteral    How = "the word itself"
	LiftCharacters How = "shared characters"
	LiftVerified   How = "verified"
	LiftConfidence How = "confidence"
	DropConfidence How = "low confidence"
	DropDoubted    How = "doubted"
	DropExpired    How = "expired"
)

// Match is one reason for a fact's place: a term of the query, or a lift or
// drop of the whole fact.
type Match struct {
	Term   string // as typed; "" for a lift or drop of the whole fact
	Found  string // what stands in the fact or the glossary for it, if different
	How    How
	Weight float64 // points added for a term, factor minus one for a lift or drop
}

// Correction is a word that nothing knows, and what was searched for instead.
type Correction struct{ From, To string }

// Expansion is a short word that nothing knows, and what it was taken for.
type Expansion struct {
	From, To string
	Kind     string // abbreviation or prefix
}

// The kinds of Expansion.
const (
	KindAbbreviation = "abbreviation"
	KindPrefix       = "prefix"
)
