package bot

import (
	"factbot/internal/fact"
)

// command is one verb as people use it: who may, what runs it, and examples.
// How it is typed (usage.VERB) and what it does (help.VERB) stand in the
// catalogues.
type command struct {
	Verb     Verb
	Who      fact.Role // whom the lists in help offer it to; the acts check again
	Private  bool      // shows what is not for everyone: refused in public
	Hidden   bool      // carried by buttons; not in help's list
	Writes   bool      // may change something
	Examples []string
	run      func(*call) (Reply, error)
}

// commandList is every command, in the order of help.
func commandList() []command {
	return []command{
		{
			Verb: VerbFacts, run: (*call).facts,
			Examples: []string{"facts latency", "facts 延迟 --lang zh", "does RoCE need a lossless network?", "facts --status verified --min 60"},
		},
		{Verb: VerbFact, run: (*call).factInFull, Examples: []string{"fact 7", "RDMA-7"}},
		{Verb: VerbTimeline, run: (*call).timeline, Examples: []string{"timeline", "timeline 30d", "timeline GPU"}},
		{Verb: VerbCheck, run: (*call).check, Examples: []string{"check RoCE runs over ordinary Ethernet"}},
		{Verb: VerbHistory, run: (*call).history, Examples: []string{"history 7"}},
		{Verb: VerbTopics, run: (*call).listTopics, Examples: []string{"topics"}},
		{Verb: VerbFlag, Writes: true, run: (*call).flag, Examples: []string{"flag 7", "flag 7 outdated since the second version"}},
		{Verb: VerbWithdraw, Writes: true, run: (*call).withdraw, Examples: []string{"withdraw 7"}},
		{Verb: VerbAdd, Writes: true, run: (*call).propose, Examples: []string{"add RoCE v2 runs over UDP port 4791."}},
		{Verb: VerbHelp, run: (*call).help, Examples: []string{"help", "help flag"}},
		{Verb: VerbSubscribe, Writes: true, run: (*call).subscribe, Examples: []string{"subscribe"}},
		{Verb: VerbUnsubscribe, Writes: true, run: (*call).subscribe, Examples: []string{"unsubscribe"}},

		{Verb: VerbQueue, run: (*call).queue, Examples: []string{"queue"}},
		{Verb: VerbReview, Who: fact.Reviewer, Private: true, run: (*call).reviewNext, Examples: []string{"review"}},
		{Verb: VerbVerify, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"verify 7", "verify 7 for 90d read the paper"}},
		{Verb: VerbCorrect, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"correct 7"}},
		{Verb: VerbConfidence, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"confidence 7 80 two sources agree"}},
		{Verb: VerbRetract, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"retract 7 measured otherwise"}},
		{Verb: VerbRestore, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"restore 7"}},
		{Verb: VerbDismiss, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"dismiss 7 the passage says so"}},
		{Verb: VerbRelate, Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"relate 18 contradicts 4", "relate 13 translates 9"}},
		{Verb: VerbUndo, Who: fact.Reviewer, Writes: true, run: (*call).undo, Examples: []string{"undo 7"}},
		{Verb: VerbHandOn, Who: fact.Reviewer, Writes: true, run: (*call).handOn, Examples: []string{"handon 7"}},
		{Verb: VerbGaps, run: (*call).gaps, Examples: []string{"gaps"}},
		{Verb: VerbCloseGap, Who: fact.Reviewer, Writes: true, run: (*call).closeGap, Examples: []string{"close-gap G3 7"}},
		{Verb: VerbProposals, run: (*call).proposals, Examples: []string{"proposals"}},
		{Verb: VerbAccept, Who: fact.Reviewer, Writes: true, run: (*call).acceptOrReject, Examples: []string{"accept P3"}},
		{Verb: VerbReject, Who: fact.Reviewer, Writes: true, run: (*call).acceptOrReject, Examples: []string{"reject P3 no source"}},
		{Verb: VerbOptOut, Who: fact.Reviewer, Writes: true, run: (*call).optOut, Examples: []string{"opt-out"}},
		{Verb: VerbOptIn, Who: fact.Reviewer, Writes: true, run: (*call).optOut, Examples: []string{"opt-in"}},

		{Verb: VerbCard, Hidden: true, run: (*call).card, Examples: []string{"card"}},
		{Verb: VerbWhy, Hidden: true, run: (*call).why, Examples: []string{"why 7 latency"}},
		{Verb: VerbShare, Hidden: true, Writes: true, run: (*call).share, Examples: []string{"share facts latency"}},
		{Verb: VerbLookup, Hidden: true, run: (*call).lookup, Examples: []string{"lookup"}},
		{Verb: VerbPick, Hidden: true, Writes: true, run: (*call).pick, Examples: []string{"flag-one 7 8"}},
		{Verb: VerbMeToo, Hidden: true, Writes: true, run: (*call).meToo, Examples: []string{"metoo 7"}},
		{Verb: VerbEvidence, Hidden: true, Writes: true, run: (*call).evidence, Examples: []string{"evidence 7 https://example.com/paper"}},
		{Verb: VerbSend, Hidden: true, Writes: true, run: (*call).sendGap, Examples: []string{"send-gap does RoCE need PFC?"}},
	}
}

// commands is the list by verb.
func commands() map[Verb]*command {
	list := commandList()
	m := make(map[Verb]*command, len(list))
	for i := range list {
		m[list[i].Verb] = &list[i]
	}
	return m
}
