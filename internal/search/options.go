package search

// Options tune an Index. Zero fields take the defaults, which were chosen on
// public question sets and on the seed's queries, one set for all.
type Options struct {
	NoDictionary bool // do not translate by CC-CEDICT
	NoGlossary   bool // do not use glossaries, the topic's or the common one
	NoRepair     bool // do not correct or expand unknown words

	K1, B float64 // BM25's saturation and length normalisation

	TitleDamp     float64 // weight of the topic's own name within the topic
	Named         float64 // factor, among several topics, for the one that the query names
	Concept       float64 // weight of a glossary match
	Beside        float64 // … of a literal match where a glossary match counts already
	Common        float64 // … of a match of the common glossary
	CommonBeside  float64 // … of a literal match beside that
	Nested        float64 // … of a form that lies within a longer one
	Near          float64 // … of a looser neighbour
	Dictionary    float64 // … of a translation
	Corrected     float64 // … of a corrected or expanded word
	Straddle      float64 // … of a pair of characters across two words
	Single        float64 // … of single characters, optional
	Parts         float64 // … of the parts of a compound that is known as a whole
	Subject       float64 // added, for a query of one word, to facts that start with it
	Phrase        float64 // added for neighbouring words that stand together in the fact
	Coordination  float64 // lift of a fact that covers everything over one that covers nothing
	Verified      float64 // prior for verified facts
	Confidence    float64 // prior for a confidence of 100 over one of 50
	Doubted       float64 // factor for facts with open flags, at most 1
	Expired       float64 // factor for facts whose verification has expired, at most 1
	Light         float64 // coverage weight of a word that says little
	Faint         float64 // weight of a match of such a word
	Unknown       float64 // coverage weight of a word that no fact holds, over that of one that a single fact holds
	Number        float64 // coverage weight of numbers that facts hold; others are light
	Threshold     float64 // least coverage of the best answer
	Tail          float64 // … of the others
	RefineTop     int     // how many of the best are looked at closely
	FTS5          bool    // idf as SQLite's FTS5 computes it: for the oracle test
	MaxTranslated int     // how many translations of a word are tried
}

// withDefaults fills the zero fields.
func (o Options) withDefaults() Options {
	for _, d := range []struct {
		field *float64
		value float64
	}{
		{&o.K1, 1.2},
		{&o.B, 0.75},
		{&o.TitleDamp, 0.25},
		{&o.Named, 2},
		{&o.Concept, 1},
		{&o.Beside, 0.4},
		{&o.Common, 0.8},
		{&o.CommonBeside, 0.4},
		{&o.Nested, 0.5},
		{&o.Near, 0.3},
		{&o.Dictionary, 1.6},
		{&o.Corrected, 0.9},
		{&o.Straddle, 0.8},
		{&o.Single, 0.5},
		{&o.Parts, 0.6},
		{&o.Phrase, 0.4},
		{&o.Coordination, 0.8},
		{&o.Subject, 0.5},
		{&o.Verified, 0.1},
		{&o.Confidence, 0.1},
		{&o.Doubted, 0.9},
		{&o.Expired, 0.95},
		{&o.Light, 0.3},
		{&o.Faint, 0.5},
		{&o.Unknown, 1},
		{&o.Number, 3},
		{&o.Threshold, 0.35},
		{&o.Tail, 0.2},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if o.RefineTop == 0 {
		o.RefineTop = 20
	}
	if o.MaxTranslated == 0 {
		o.MaxTranslated = 8
	}
	return o
}
