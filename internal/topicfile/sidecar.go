package topicfile

import (
	"errors"
	"strings"

	"factbot/internal/fact"
)

// checkCitation reports why a citation cannot be kept, or nil.
func checkCitation(c *fact.Citation) error {
	if c.URL != "" {
		if err := checkURL(c.URL); err != nil {
			return err
		}
	}
	if c.URL == "" && c.Title == "" && c.Quote == "" {
		return errors.New("a citation needs an address, a title or a quoted passage: add one of them")
	}
	return nil
}

// complete adds to a page what its sidecar gives. A sidecar names facts by
// their place on the page; it adds none and changes no wording.
func (t *yamlTopic) complete(p *problems, page string, src *fact.Source) {
	t.topicValues(p, src)
	whole := !p.failedIn(page)
	seen := map[int]int{}
	for _, f := range t.facts {
		if f.n == 0 {
			continue // reported where it was read
		}
		if first, ok := seen[f.n]; ok {
			p.fail(t.file, f.line, "fact %d is already on line %d: keep one of them", f.n, first)
			continue
		}
		seen[f.n] = f.line
		if f.n > len(src.Facts) {
			if whole { // else its own errors hide how many it has
				p.fail(t.file, f.line, "the page has no fact %d, only %d: a sidecar adds no facts, so correct the number", f.n, len(src.Facts))
			}
			continue
		}
		to := &src.Facts[f.n-1]
		if f.lang != nil {
			to.Lang = *f.lang
		}
		if f.status != nil {
			to.Status, to.NoStatus = *f.status, false
		}
		to.Sources = append(to.Sources, f.sources...)
	}
	t.relate(p, src, whole)
}

func (t *yamlTopic) topicValues(p *problems, src *fact.Source) {
	side := &t.src
	if side.Title != "" && side.Title != src.Title {
		p.fail(t.file, 0, "the title is the page's to say: remove title here or make it %s", excerpt(src.Title))
	}
	switch {
	case side.Definition == "" || side.Definition == src.Definition:
	case src.Definition == "":
		src.Definition = side.Definition
	default:
		p.fail(t.file, 0, "the definition is the page's to say: remove definition here")
	}
	src.Command, src.Aliases, src.Prefix = side.Command, side.Aliases, side.Prefix
	src.CapturedAt, src.Glossary = side.CapturedAt, side.Glossary
	if side.Window > 0 {
		src.Window = side.Window
	}
	if side.Unlisted > 0 {
		src.Unlisted = side.Unlisted
	}
	if side.Claimed >= 0 {
		src.Claimed = side.Claimed
	}
	t.dateEvents(src)
}

// dateEvents gives the page's undated events the dates that the sidecar knows
// and adds the events that the page does not list.
func (t *yamlTopic) dateEvents(src *fact.Source) {
	undated := map[string][]int{}
	for i, e := range src.Timeline {
		key := strings.TrimSpace(e.Text)
		undated[key] = append(undated[key], i)
	}
	for _, e := range t.src.Timeline {
		key := strings.TrimSpace(e.Text)
		if at := undated[key]; len(at) > 0 {
			src.Timeline[at[0]].Date, undated[key] = e.Date, at[1:]
			continue
		}
		e.Line = 0 // it stands in the sidecar, not in the document
		src.Timeline = append(src.Timeline, e)
	}
}
