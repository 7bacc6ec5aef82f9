package search

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// compiledGlossary is the glossary for all topics, made from glossary/*.yaml
// by the test TestCompiledGlossary: a group a line, its name and its forms
// separated by tabs, the units of a form by spaces, each with its stem after an
// equals sign where it is a word.
//
//go:embed glossary/compiled.txt
var compiledGlossary string

// glossaryGroup is a group with its forms cut into units.
type glossaryGroup struct {
	name  string
	forms [][]string
}

var commonGlossary = sync.OnceValue(func() []glossaryGroup {
	var groups []glossaryGroup
	for line := range strings.Lines(compiledGlossary) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		g := glossaryGroup{name: fields[0]}
		for _, form := range fields[1:] {
			g.forms = append(g.forms, strings.Split(form, " "))
		}
		groups = append(groups, g)
	}
	return groups
})

// formUnits cuts a glossary form into the sequences of units that it may stand
// as in a text: as written, and its words joined.
func formUnits(x *lexer, form string) [][]string {
	var seq []string
	latin, size := true, 0
	for _, u := range x.lex(form) {
		switch {
		case u.extra:
		case u.kind == kindHan:
			latin = false
			for _, r := range u.text {
				seq = append(seq, string(r))
			}
		default:
			seq = append(seq, u.text)
			size += len(u.text)
		}
	}
	if len(seq) == 0 {
		return nil
	}
	out := [][]string{seq}
	if latin && len(seq) > 1 && len(seq) <= 3 && size <= 20 {
		out = append(out, []string{strings.Join(seq, "")})
	}
	return out
}

// commonShelf is a shelf without facts that knows the common glossary. New
// shelves begin as copies of its vocabulary.
var commonShelf = sync.OnceValue(func() *shelf {
	s := &shelf{opts: &Options{}}
	for _, g := range commonGlossary() {
		s.shelveGroup(g, false)
	}
	return s
})

// shelveConcepts makes the groups of the common glossary and of the topic's
// own known to a new shelf.
func (s *shelf) shelveConcepts() {
	if s.opts.NoGlossary {
		return
	}
	c := commonShelf()
	s.surfaces, s.surface = c.surfaces.clone(), slices.Clone(c.surface)
	for k := range s.spellings {
		s.spellings[k] = slices.Clone(c.spellings[k])
	}
	s.names, s.named = c.names.clone(), slices.Clone(c.named)
	s.keys, s.grams, s.concepts = slices.Clone(c.keys), c.grams.clone(), c.concepts.clone()
	s.lists.heads = slices.Clone(c.lists.heads)
	byName := map[string]termID{}
	first := len(s.concepts.groups)
	for _, g := range s.topic.Glossary {
		var forms [][]string
		for _, form := range g.Forms {
			forms = append(forms, formUnits(&s.lex, form)...)
		}
		byName[g.Name] = s.shelveGroup(glossaryGroup{name: g.Name, forms: forms}, true)
	}
	for k, g := range s.topic.Glossary {
		for _, name := range g.Near {
			if t, ok := byName[name]; ok {
				s.concepts.groups[first+k].near = append(s.concepts.groups[first+k].near, t)
			}
		}
	}
}

func (s *shelf) shelveGroup(g glossaryGroup, topic bool) termID {
	concept := s.newTerm(keyConcept | uint64(len(s.concepts.groups)))
	s.concepts.groups = append(s.concepts.groups, conceptGroup{name: g.name, topic: topic})
	var form []termID
	for _, units := range g.forms {
		form = form[:0]
		for _, text := range units {
			form = append(form, s.unitTerm(text))
		}
		s.concepts.add(form, concept)
	}
	return concept
}

// unitTerm gives the term of one unit of a form.
func (s *shelf) unitTerm(text string) termID {
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && paired(r) {
		return s.gram(gramKey(r, 0))
	}
	if word, stem, ok := strings.Cut(text, "="); ok { // compiled: the stem is known
		if k, ok := s.surfaces.find(word); ok {
			return s.surface[k].term
		}
		return s.surface[s.addStemmed(word, stem)].term
	}
	return s.word(text)
}
