package bot

import (
	"factbot/internal/fact"
)

// command is one verb as people use it: what help shows, who may, and what
// runs it.
type command struct {
	Verb     Verb
	Usage    string    // as typed; examples in it are the verb's own
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
		{Verb: VerbFacts, Usage: "facts <query>", run: (*call).facts,
			Examples: []string{"facts latency", "facts 延迟 --lang zh", "does RoCE need a lossless network?", "facts --status verified --min 60"}},
		{Verb: VerbFact, Usage: "fact 7", run: (*call).factInFull, Examples: []string{"fact 7", "RDMA-7"}},
		{Verb: VerbTimeline, Usage: "timeline [30d] [query]", run: (*call).timeline, Examples: []string{"timeline", "timeline 30d", "timeline GPU"}},
		{Verb: VerbCheck, Usage: "check <claim>", run: (*call).check, Examples: []string{"check RoCE runs over ordinary Ethernet"}},
		{Verb: VerbHistory, Usage: "history 7", run: (*call).history, Examples: []string{"history 7"}},
		{Verb: VerbTopics, Usage: "topics", run: (*call).listTopics, Examples: []string{"topics"}},
		{Verb: VerbFlag, Usage: "flag 7 [reason]", Writes: true, run: (*call).flag, Examples: []string{"flag 7", "flag 7 outdated since the second version"}},
		{Verb: VerbWithdraw, Usage: "withdraw 7", Writes: true, run: (*call).withdraw, Examples: []string{"withdraw 7"}},
		{Verb: VerbAdd, Usage: "add <statement>", Writes: true, run: (*call).propose, Examples: []string{"add RoCE v2 runs over UDP port 4791."}},
		{Verb: VerbHelp, Usage: "help", run: (*call).help, Examples: []string{"help", "help flag"}},
		{Verb: VerbSubscribe, Usage: "subscribe", Writes: true, run: (*call).subscribe, Examples: []string{"subscribe"}},
		{Verb: VerbUnsubscribe, Usage: "unsubscribe", Writes: true, run: (*call).subscribe, Examples: []string{"unsubscribe"}},

		{Verb: VerbQueue, Usage: "queue", run: (*call).queue, Examples: []string{"queue"}},
		{Verb: VerbReview, Usage: "review", Who: fact.Reviewer, Private: true, run: (*call).reviewNext, Examples: []string{"review"}},
		{Verb: VerbVerify, Usage: "verify 7 [until 2027-03-01] [reason]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"verify 7", "verify 7 for 90d read the paper"}},
		{Verb: VerbCorrect, Usage: "correct 7 [new wording]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"correct 7"}},
		{Verb: VerbConfidence, Usage: "confidence 7 80 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"confidence 7 80 two sources agree"}},
		{Verb: VerbRetract, Usage: "retract 7 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"retract 7 measured otherwise"}},
		{Verb: VerbRestore, Usage: "restore 7 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"restore 7"}},
		{Verb: VerbDismiss, Usage: "dismiss 7 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"dismiss 7 the passage says so"}},
		{Verb: VerbRelate, Usage: "relate 7 contradicts 4 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).decide, Examples: []string{"relate 18 contradicts 4", "relate 13 translates 9"}},
		{Verb: VerbUndo, Usage: "undo 7", Who: fact.Reviewer, Writes: true, run: (*call).undo, Examples: []string{"undo 7"}},
		{Verb: VerbHandOn, Usage: "handon 7 [@person]", Who: fact.Reviewer, Writes: true, run: (*call).handOn, Examples: []string{"handon 7"}},
		{Verb: VerbGaps, Usage: "gaps", run: (*call).gaps, Examples: []string{"gaps"}},
		{Verb: VerbCloseGap, Usage: "close-gap G3 [7]", Who: fact.Reviewer, Writes: true, run: (*call).closeGap, Examples: []string{"close-gap G3 7"}},
		{Verb: VerbProposals, Usage: "proposals", run: (*call).proposals, Examples: []string{"proposals"}},
		{Verb: VerbAccept, Usage: "accept P3 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).acceptOrReject, Examples: []string{"accept P3"}},
		{Verb: VerbReject, Usage: "reject P3 [reason]", Who: fact.Reviewer, Writes: true, run: (*call).acceptOrReject, Examples: []string{"reject P3 no source"}},
		{Verb: VerbOptOut, Usage: "opt-out", Who: fact.Reviewer, Writes: true, run: (*call).optOut, Examples: []string{"opt-out"}},
		{Verb: VerbOptIn, Usage: "opt-in", Who: fact.Reviewer, Writes: true, run: (*call).optOut, Examples: []string{"opt-in"}},

		{Verb: VerbCard, Usage: "card", Hidden: true, run: (*call).card, Examples: []string{"card"}},
		{Verb: VerbWhy, Usage: "why 7 <query>", Hidden: true, run: (*call).why, Examples: []string{"why 7 latency"}},
		{Verb: VerbShare, Usage: "share facts <query>", Hidden: true, Writes: true, run: (*call).share, Examples: []string{"share facts latency"}},
		{Verb: VerbLookup, Usage: "lookup", Hidden: true, run: (*call).lookup, Examples: []string{"lookup"}},
		{Verb: VerbPick, Usage: "flag-one 7 8", Hidden: true, Writes: true, run: (*call).pick, Examples: []string{"flag-one 7 8"}},
		{Verb: VerbMeToo, Usage: "metoo 7", Hidden: true, Writes: true, run: (*call).meToo, Examples: []string{"metoo 7"}},
		{Verb: VerbEvidence, Usage: "evidence 7 [link or note]", Hidden: true, Writes: true, run: (*call).evidence, Examples: []string{"evidence 7 https://example.com/paper"}},
		{Verb: VerbSend, Usage: "send-gap <question>", Hidden: true, Writes: true, run: (*call).sendGap, Examples: []string{"send-gap does RoCE need PFC?"}},
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
