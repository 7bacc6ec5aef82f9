package bot

import (
	"sync/atomic"

	"factbot/internal/fact"
)

// sourceNote says when the shown facts were imported, whether any external
// source is recorded, and whose figure the percentage is.
func (c *call) sourceNote(n int, at func(int) *fact.Fact) string {
	p := &c.room.pen
	p.start(noteText)
	c.writeSources(p, n, at)
	return p.text()
}

// writeSources writes the text of sourceNote.
func (c *call) writeSources(p *pen, n int, at func(int) *fact.Fact) {
	w := c.words
	var imp *fact.Import
	same, sources, own := true, 0, 0
	for i := range n {
		f := at(i)
		if f.Import != nil {
			if imp != nil && imp.ID != f.Import.ID {
				same = false
			}
			imp = f.Import
		}
		if len(f.Sources) > 0 {
			sources++
		}
		if f.Import == nil || f.Has(fact.Rerated) {
			own++
		}
	}
	if imp != nil && same {
		p.put(c.bot.imports.note(w, imp))
		p.put(separator)
	}
	switch {
	case sources == 0:
		p.say(w, "note.nosource")
	case sources < n:
		p.count(w, "note.somesource", n-sources)
	default:
		p.say(w, "note.sources")
	}
	if own == 0 && n > 0 {
		p.put(separator)
		p.say(w, "note.percent")
	}
}

// importNotes keeps what was said of an import last, in each language: most
// pages are of facts of the same one.
type importNotes struct{ en, zh atomic.Pointer[importNote] }

type importNote struct {
	imp  *fact.Import
	text string
}

// note says when and from which file an import was.
func (k *importNotes) note(w *words, imp *fact.Import) string {
	last := &k.en
	if w.locale == LocaleZH {
		last = &k.zh
	}
	if kept := last.Load(); kept != nil && kept.imp == imp {
		return kept.text
	}
	text := w.say("note.import", "file", imp.Document, "date", w.date(imp.At), "hash", imp.ShortHash())
	last.Store(&importNote{imp, text})
	return text
}
