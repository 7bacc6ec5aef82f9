package bot

import (
	"factbot/internal/fact"
)

// Verb names what is asked for.
type Verb string

// The verbs of readers.
const (
	VerbCard     Verb = "card" // nothing was typed
	VerbHelp     Verb = "help"
	VerbFacts    Verb = "facts"
	VerbFact     Verb = "fact"
	VerbTimeline Verb = "timeline"
	VerbCheck    Verb = "check"
	VerbHistory  Verb = "history"
	VerbTopics   Verb = "topics"
	VerbWhy      Verb = "why"
	VerbShare    Verb = "share"
	VerbLookup   Verb = "lookup"   // a form with a search field
	VerbPick     Verb = "flag-one" // a form to choose which of several facts to flag
)

// The verbs of anyone that write.
const (
	VerbFlag        Verb = "flag"
	VerbMeToo       Verb = "metoo"
	VerbWithdraw    Verb = "withdraw"
	VerbEvidence    Verb = "evidence"
	VerbAdd         Verb = "add"
	VerbSend        Verb = "send-gap"
	VerbSubscribe   Verb = "subscribe"
	VerbUnsubscribe Verb = "unsubscribe"
)

// The verbs of reviewers.
const (
	VerbQueue      Verb = "queue"
	VerbReview     Verb = "review"
	VerbVerify     Verb = "verify"
	VerbCorrect    Verb = "correct"
	VerbConfidence Verb = "confidence"
	VerbRetract    Verb = "retract"
	VerbRestore    Verb = "restore"
	VerbDismiss    Verb = "dismiss"
	VerbRelate     Verb = "relate"
	VerbUndo       Verb = "undo"
	VerbHandOn     Verb = "handon"
	VerbGaps       Verb = "gaps"
	VerbCloseGap   Verb = "close-gap"
	VerbProposals  Verb = "proposals"
	VerbAccept     Verb = "accept"
	VerbReject     Verb = "reject"
	VerbOptOut     Verb = "opt-out"
	VerbOptIn      Verb = "opt-in"
)

// Command is a request understood. Exactly the fields that its verb uses are
// set. Query is cleaned of what clients add; Content is byte for byte.
type Command struct {
	Verb     Verb
	Topic    string // slug it is confined to; "" for every topic
	ID       fact.ID
	Bare     int // a number typed without a prefix where several topics are served
	Version  int // of a decision, or of the fact that a proposal is accepted on; 0 where none was given
	Item     int64
	Query    string
	Content  string
	Options  Options
	Decision Details
	Share    *Command  // what to share
	Shared   string    // … as it was typed
	IDs      []fact.ID // of which one is to be chosen
	Usage    bool      // the arguments cannot be used: show how
	TooLong  bool      // the query is over fact.MaxQuery characters
	Unfit    Verb      // the verb that the query starts with, whose arguments did not fit
	Talk     string    // small talk: hello, thanks, ok, or ask for what to ask
	// Confirmed is set where a typed act on a proposal or gap says that it is meant.
	Confirmed bool
}

// Options are what a reading command may be told besides its query.
type Options struct {
	Status  *fact.Status
	Min     fact.Confidence
	Lang    fact.Lang
	All     bool // retracted facts too, and long pages
	Explain bool
	From    int // first one to show, from 1; 0: from the start
	Days    int // of a timeline; 0: its usual window
	Changes bool
	Given   bool   // any of the above was given
	Unknown string // what looks like an option and is none, as typed
	Near    string // … and the option that it comes nearest to; "" if to none
	Bad     string // an option whose value cannot be used, as typed
}

// Details are what a decision says beyond its fact.
type Details struct {
	Confidence    fact.Confidence
	HasConfidence bool
	Days          int    // how long a verification lasts; 0: the setting's default
	Until         string // … or until a date, as 2026-12-31
	Relation      fact.RelationKind
	Other         fact.ID
	User          fact.UserID
	Flag          int64
	Bad           string // a value that cannot be used, as typed
}

// Scope is what the parser knows of the place a text was typed in.
type Scope struct {
	Topics []*fact.Topic
	Topic  string             // slug the text is confined to; "" for every topic
	Exists func(fact.ID) bool // tells a bare number from an id; nil: any number is one
	Name   string             // the bot's own name, for a leading @name
	Typed  bool               // nothing rewrote the text on its way: a terminal

	names *topicNames // of Topics; made when needed
}

// only is the topic that bare numbers belong to: the confined one, or the
// single one served.
func (s *Scope) only() *fact.Topic {
	if s.Topic != "" {
		return s.bySlug(s.Topic)
	}
	if len(s.Topics) == 1 {
		return s.Topics[0]
	}
	return nil
}

func (s *Scope) bySlug(slug string) *fact.Topic {
	for _, t := range s.Topics {
		if t.Slug == slug {
			return t
		}
	}
	return nil
}

func (s *Scope) byPrefix(prefix string) *fact.Topic {
	for _, t := range s.Topics {
		if t.Prefix == prefix {
			return t
		}
	}
	return nil
}

// byName is the topic that people call by a folded word.
func (s *Scope) byName(word string) *fact.Topic {
	if word == "" {
		return nil
	}
	if !s.names.of(s.Topics) {
		s.names = newTopicNames(s.Topics)
	}
	return s.names.called[word]
}
