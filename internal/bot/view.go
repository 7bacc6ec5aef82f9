package bot

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/search"
)

// separator parts the pieces of a line. Each piece that follows another starts
// with it, in a span of its own.
const separator = " · "

// maxMenuCommand is the longest command, in bytes, that an entry of a menu may
// carry.
const maxMenuCommand = 120

// percents holds " · 0 %" to " · 100 %", percentsZH the same as Chinese has it.
var percents, percentsZH = percentTable(" %"), percentTable("%")

func percentTable(sign string) (p [101]string) {
	for i := range p {
		p[i] = separator + strconv.Itoa(i) + sign
	}
	return p
}

// view is a fact as replies show it.
func (c *call) view(f *fact.Fact) *FactView { return c.viewOf(f, false) }

// viewOf is the view of a fact; across says that it was found only through the
// other language.
func (c *call) viewOf(f *fact.Fact, across bool) *FactView {
	key := viewKey{locale: c.words.locale, across: across, full: c.cmd.Verb == VerbFact}
	v := c.newView()
	kept, wanted := c.bot.views.get(f, key, c.now)
	switch {
	case kept != nil:
		*v = *kept
	case wanted:
		c.makeView(v, ownRoom(), f, across)
		c.bot.views.put(v, key, c.now)
	default:
		c.makeView(v, c.room, f, across)
	}
	return v
}

// makeView makes a view in a room.
func (c *call) makeView(v *FactView, in *room, f *fact.Fact, across bool) {
	p := &in.pen
	p.start(len(f.ID.Prefix) + 9)
	p.id(f.ID)
	id := p.text()
	status := c.status(p, f)
	v.Fact, v.Status = f, status[len(separator):]
	if f.Doubts != nil {
		v.Flags = f.Doubts.Count
	}
	line := append(in.line(), Span{Text: id}, Span{Text: c.words.percentPart(f.Confidence)}, Span{Text: status})
	line = c.overlays(line, f)
	if across || (f.Lang == fact.Chinese) != (c.words.locale == LocaleZH) {
		if label := c.words.languagePart(f.Lang); label != "" {
			line = append(line, Span{Text: label})
		}
	}
	v.Line = in.lineIs(c.cite(line, p, f))
	v.Menu = c.menu(in, f, id)
}

// newView is room for one more view; a page's views lie side by side.
func (c *call) newView() *FactView {
	if len(c.views) == cap(c.views) {
		c.views = make([]FactView, 0, pageFacts)
	}
	c.views = c.views[:len(c.views)+1]
	return &c.views[len(c.views)-1]
}

// hitView is a fact as found by a query.
func (c *call) hitView(h *search.Hit, query string) *FactView {
	v := c.viewOf(h.Fact, h.AcrossLanguage)
	v.Score, v.Flipped = h.Score, h.AcrossLanguage
	if len(v.Fact.Relations) > 0 {
		c.nameTranslation(v)
	}
	if query != "" && len(query) < maxMenuCommand-20 {
		v.More = c.room.buttons(1)
		v.More[0] = Button{
			Label: c.words.say("menu.why"), Command: c.room.pen.join("why ", v.Line[0].Text, " ", query), Topic: c.cmd.Topic,
		}
	}
	return v
}

// nameTranslation names the recorded translation of a fact below it.
func (c *call) nameTranslation(v *FactView) {
	for _, r := range v.Fact.Relations {
		if r.Kind != fact.Translates {
			continue
		}
		if other, ok := c.bot.Index.Get(r.Other); ok && other.Active() {
			v.Extra = append(v.Extra, Plain(c.words.say("fact.translation",
				"language", c.words.language(other.Lang), "id", other.ID.String())))
		}
	}
}

// status is the fact's status in words with its sign and origin, after the
// separator.
func (c *call) status(p *pen, f *fact.Fact) string {
	w := c.words
	switch {
	case f.Status == fact.Retracted:
		return w.part("status.retracted")
	case f.Status == fact.Unverified:
		return w.part("status.unverified")
	case f.Verified == nil:
		return w.part("status.file")
	}
	v := f.Verified
	name := v.Name
	if name == "" {
		name = w.say("person.erased")
	}
	if v.Left {
		name += " " + w.say("person.left")
	}
	switch {
	case f.Expired(c.now):
		return p.join(separator, w.say("status.expired", "name", name, "until", w.date(v.Until)))
	case v.Until.IsZero():
		return p.join(separator, w.say("status.verified", "name", name, "date", w.date(v.At)))
	}
	return p.join(separator, w.say("status.verified.until", "name", name, "date", w.date(v.At), "until", w.date(v.Until)))
}

// overlays adds what is shown beside the status.
func (c *call) overlays(line Line, f *fact.Fact) Line {
	w := c.words
	add := func(part string) { line = append(line, Span{Text: part}) }
	if f.Doubts != nil && f.Doubts.Count > 0 {
		add(separator + w.count("overlay.doubted", f.Doubts.Count))
	}
	if f.Verified != nil && f.Verified.SelfDone && f.Status == fact.Verified {
		add(w.part("overlay.self"))
	}
	if f.Marks&(fact.StatusMissing|fact.MissingInFile|fact.SourceDiffers|fact.SecondNeeded) != 0 {
		if f.Has(fact.SecondNeeded) {
			add(w.part("overlay.second"))
		}
		if f.Has(fact.StatusMissing) {
			add(w.part("overlay.nostatus"))
		}
		if f.Has(fact.SourceDiffers) {
			add(w.part("overlay.differs"))
		}
		if f.Has(fact.MissingInFile) {
			add(w.part("overlay.missing"))
		}
	}
	if len(f.Relations) > 0 {
		line = c.disputes(line, f)
	}
	return line
}

// disputes adds which facts a recorded relation says this one contradicts.
func (c *call) disputes(line Line, f *fact.Fact) Line {
	var ids []string
	for _, r := range f.Relations {
		if r.Kind == fact.Contradicts {
			ids = append(ids, r.Other.String())
		}
	}
	if len(ids) > 0 {
		line = append(line, Span{Text: separator + c.words.say("overlay.conflict", "ids", c.words.list(ids))})
	}
	return line
}

// cite adds where the fact comes from: the document and line (of a fact reworded
// here, where the file's own wording stands), and recorded sources with their real host beside the title.
func (c *call) cite(line Line, p *pen, f *fact.Fact) Line {
	switch {
	case f.Import == nil:
		line = append(line, Span{Text: c.words.part("cite.here")})
	case f.Has(fact.Reworded):
		line = append(line, Span{Text: p.join(separator, c.words.say("cite.reworded", "file", fileLine(f)))})
	default:
		p.start(len(separator) + len(f.Import.Document) + 9)
		p.put(separator)
		p.put(f.Import.Document)
		if f.Line > 0 {
			p.put(":")
			p.int(f.Line)
		}
		line = append(line, Span{Text: p.text()})
	}
	for i := range f.Sources {
		s := &f.Sources[i]
		text, link := sourceText(s)
		if text == "" {
			continue
		}
		line = append(line, Span{Text: separator}, Span{Text: text, URL: link})
	}
	return line
}

// fileLine is the document and line of an imported fact.
func fileLine(f *fact.Fact) string {
	if f.Line > 0 {
		return f.Import.Document + ":" + strconv.Itoa(f.Line)
	}
	return f.Import.Document
}

// sourceText is a source's title with its host, and its address where that is
// a link worth following.
func sourceText(s *fact.Citation) (text, link string) {
	host := ""
	if u, err := url.Parse(s.URL); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		link, host = s.URL, u.Host
	}
	switch {
	case s.Title != "" && host != "" && !strings.Contains(s.Title, host):
		return s.Title + " (" + host + ")", link
	case s.Title != "":
		return s.Title, link
	case host != "":
		return host, link
	}
	return s.URL, ""
}

// Citations is where the fact comes from, ready to export: the imported file
// first, then its recorded sources.
func (v *FactView) Citations() []Citation {
	f := v.Fact
	base := Citation{Line: f.Line}
	if f.Import != nil {
		base.Document, base.Imported, base.Hash = f.Import.Document, f.Import.At, f.Import.Hash
	}
	all := make([]Citation, 0, 1+len(f.Sources))
	if f.Import != nil || len(f.Sources) == 0 {
		all = append(all, base)
	}
	for i := range f.Sources {
		s := &f.Sources[i]
		all = append(all, Citation{URL: s.URL, Title: s.Title, Quote: s.Quote, Date: s.Date})
	}
	return all
}

// menu is what can be done about a fact from its card.
func (c *call) menu(in *room, f *fact.Fact, id string) []Button {
	w, p := c.words, &in.pen
	menu := in.buttons(cardEntries)[:0]
	if c.cmd.Verb != VerbFact {
		menu = append(menu, Button{Label: w.say("menu.details"), Command: p.join("fact ", id)})
	}
	menu = append(menu, Button{Label: w.say("menu.history"), Command: p.join("history ", id)})
	if f.Active() {
		menu = append(menu, Button{Label: w.say("menu.flag"), Command: p.join("flag ", id)})
	}
	return slices.Clip(menu)
}
