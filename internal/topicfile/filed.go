package topicfile

import "factbot/internal/fact"

// Filed works out, for Diff, what the file last said of the facts that an
// import made proposals about, accepted or not: the latest edit or difference
// of each, in whatever state. Facts without one are left out, as what is
// stored is then the best account of the file.
func Filed(stored []*fact.Fact, proposals []fact.Proposal) map[fact.ID]fact.SourceFact {
	latest := make(map[fact.ID]fact.Proposal)
	for _, p := range proposals {
		if p.Kind != fact.ProposeEdit && p.Kind != fact.ProposeDiffer {
			continue
		}
		if p.ID >= latest[p.Fact].ID {
			latest[p.Fact] = p
		}
	}
	filed := make(map[fact.ID]fact.SourceFact, len(latest))
	for _, f := range stored {
		if p, ok := latest[f.ID]; ok {
			said := current(f)
			said.Statement, said.Confidence = p.Statement, p.Confidence
			filed[f.ID] = said
		}
	}
	return filed
}
