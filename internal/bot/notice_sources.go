package bot

import (
	"slices"
	"strconv"

	"factbot/internal/fact"
)

// sourcesNotice cites the facts of a shared answer in full, in its thread: each
// with its document, line and recorded sources, then the files with their
// imports and whole hashes. Others cannot open the cards of what they did not
// ask for.
func (c *call) sourcesNotice(n *fact.Notice) (Reply, error) {
	r := Reply{Lead: Plain(c.words.say("sources.lead"))}
	var files []string
	for _, ref := range n.Facts {
		f, ok := c.bot.Index.Get(ref.ID)
		if !ok {
			continue
		}
		line := Plain(f.ID.String() + separator + c.words.say("cite.here") + separator)
		if f.Import != nil {
			at := c.words.say("sources.line", "file", f.Import.Document, "line", strconv.Itoa(f.Line))
			if f.Has(fact.Reworded) {
				at = c.words.say("cite.reworded", "file", at)
			}
			line = Plain(f.ID.String() + separator + at + separator)
			files = append(files, c.words.say("sources.file", "file", f.Import.Document, "date", c.words.date(f.Import.At), "hash", f.Import.Hash))
		}
		for i, source := range c.sourceLines(f) {
			if i == 0 {
				source = append(line, source...)
			}
			r.Sections = append(r.Sections, Section{Kind: SectionContext, Line: source})
		}
	}
	if len(r.Sections) == 0 {
		return Reply{}, fact.NotFound("notice.gone", "None of the facts is served any more.")
	}
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		r.Notes = append(r.Notes, Plain(file))
	}
	return r, nil
}
