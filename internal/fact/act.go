package fact

// Act names what an event records.
type Act string

// Acts of people on facts: reviewers' decisions. Each raises the fact's version
// except dismiss, relate and hand on.
const (
	ActVerify     Act = "verify"
	ActCorrect    Act = "correct"
	ActConfidence Act = "confidence"
	ActRetract    Act = "retract"
	ActRestore    Act = "restore"
	ActDismiss    Act = "dismiss"
	ActRelate     Act = "relate"
	ActUndo       Act = "undo"
	ActHandOn     Act = "hand on"
)

// Acts of anyone.
const (
	ActFlag     Act = "flag"
	ActReflag   Act = "flag edited"
	ActWithdraw Act = "flag withdrawn"
	ActPropose  Act = "propose"
	ActGap      Act = "gap"
)

// Acts on proposals and gaps, by reviewers.
const (
	ActAccept Act = "accept"
	ActReject Act = "reject"
	ActClose  Act = "gap closed"
)

// Acts of an import, and of the operator.
const (
	ActImport   Act = "import"   // on the topic
	ActAdd      Act = "add"      // a fact came with an import
	ActRevise   Act = "revise"   // an import changed a fact nobody had decided on
	ActMissing  Act = "missing"  // the file no longer has the fact
	ActReturned Act = "returned" // the file has it again
	ActDiffer   Act = "differ"   // the file differs from what people decided
	ActEdit     Act = "edit"     // the file changed a few characters of a fact nobody decided on, and asks
	ActRecall   Act = "recall"   // the file no longer says what it proposed
	ActForget   Act = "forget"   // a person's name and notes were erased
	ActResend   Act = "resend"   // messages that were given up are sent again
	ActOptOut   Act = "opt out"  // a channel was taken out of correction replies, or back in
)

// Decides reports whether the act is a reviewer's decision on a fact.
func (a Act) Decides() bool {
	switch a {
	case ActVerify, ActCorrect, ActConfidence, ActRetract, ActRestore, ActDismiss, ActRelate:
		return true
	}
	return false
}
