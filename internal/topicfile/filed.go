package topicfile

import "factbot/internal/fact"

// Filed is what the file last said of a fact, as far as that is known.
type Filed struct {
	fact.SourceFact
	Whole bool // false: only the wording and the confidence are known
	Asked int  // the fact's version that a proposal of it saw which still waits; 0 if none does
}

// FiledFrom works out, for Diff, what the file last said of the facts that an
// import made proposals about, accepted or not: the latest edit or difference
// of each. Facts without one, and those whose latest the file took back, are left
// out, as what is stored is then the best account of the file.
func FiledFrom(proposals []fact.Proposal) map[fact.ID]Filed {
	latest := make(map[fact.ID]int64)
	filed := make(map[fact.ID]Filed)
	for _, p := range proposals {
		if p.Kind != fact.ProposeEdit && p.Kind != fact.ProposeDiffer || p.ID < latest[p.Fact] {
			continue
		}
		latest[p.Fact] = p.ID
		if p.State == fact.ProposalWithdrawn {
			delete(filed, p.Fact)
			continue
		}
		asked := 0
		if p.State == fact.ProposalOpen {
			asked = p.Version
		}
		filed[p.Fact] = Filed{Asked: asked, SourceFact: fact.SourceFact{N: p.Fact.N, Statement: p.Statement, Confidence: p.Confidence}}
	}
	return filed
}

// account is a Filed, or the lack of one.
type account struct {
	Filed
	known bool
}

// overtaken reports whether people have decided on the fact since the file's
// proposal that still waits was made: it no longer can be accepted. Of what is
// retracted nothing can.
func (a account) overtaken(f *fact.Fact) bool {
	return a.Asked != 0 && a.Asked < f.Version && f.Active()
}

// says reports whether the file still says what it last said, as far as that
// is known; where nothing is, it is taken to.
func (a account) says(file fact.SourceFact) bool {
	if !a.known {
		return true
	}
	if a.Statement != file.Statement || a.Confidence != file.Confidence {
		return false
	}
	return !a.Whole || a.Status == file.Status && a.NoStatus == file.NoStatus && sameSources(a.Sources, file.Sources)
}

// merge is the stored fact with what the file changes about it. What people
// decided on (ours) differs from the file for as long as the two do; what
// nobody decided on follows the file where the file changed. While the file's
// wording waits for a reviewer, what it says beside that wording waits with it.
func (a account) merge(now, file fact.SourceFact, ours bool) fact.SourceFact {
	next := now
	next.Line, next.Core = file.Line, file.Core
	if ours || !a.known || file.Statement != a.Statement || file.Confidence != a.Confidence {
		next.Statement = file.Statement
	}
	if next.Statement != file.Statement {
		return next
	}
	if ours || !a.known || file.Confidence != a.Confidence {
		next.Confidence = file.Confidence
	}
	if a.Whole && (file.Status != a.Status || file.NoStatus != a.NoStatus) || !a.Whole && !ours {
		next.Status, next.NoStatus = file.Status, file.NoStatus
	}
	switch {
	case next.Statement != now.Statement:
		next.Lang = file.Lang
	case !ours && now.Statement == file.Statement && (!a.Whole || file.Lang != a.Lang):
		next.Lang = file.Lang
	}
	next.Sources = mergeSources(now.Sources, file.Sources, a.Sources)
	return next
}
