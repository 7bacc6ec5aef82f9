package bot

import (
	"net/url"
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
	if kept := c.bot.views.get(f, key, c.now); kept != nil {
		*v = *kept
		return v
	}
	*v = FactView{Fact: f, Status: c.status(f)}
	line := make(Line, 0, 8)
	line = append(line, Span{Text: f.ID.String()}, Span{Text: c.words.percentPart(f.Confidence)},
		Span{Text: separator + v.Status})
	if f.Doubts != nil {
		v.Flags = f.Doubts.Count
	}
	line = c.overlays(line, f)
	if across || (f.Lang == fact.Chinese) != (c.words.locale == LocaleZH) {
		if label := c.words.language(f.Lang); label != "" {
			line = append(line, Span{Text: separator + label})
		}
	}
	v.Line = c.cite(line, f)
	v.Cited = citations(f)
	v.Menu = c.menu(f, v.Line[0].Text)
	c.bot.views.put(v, key, c.now)
	return v
}

// newView is room for one more view; a page's views lie side by side.
func (c *call) newView() *FactView {
	if len(c.views) == cap(c.views) {
		c.views = make([]FactView, 0, pageFacts)
	}
	c.views = c.views[:len(c.views)+1]
	return &c.views[len(c.views)-1]
}

// addToMenu adds an entry to a view's menu; the menus of a page lie side by side.
func (c *call) addToMenu(v *FactView, b Button) {
	if cap(c.menus)-len(c.menus) < len(v.Menu)+1 {
		c.menus = make([]Button, 0, pageFacts*(len(v.Menu)+1))
	}
	at := len(c.menus)
	c.menus = append(append(c.menus, v.Menu...), b)
	v.Menu = c.menus[at:len(c.menus):len(c.menus)]
}

// hitView is a fact as found by a query.
func (c *call) hitView(h *search.Hit, query string) *FactView {
	v := c.viewOf(h.Fact, h.AcrossLanguage)
	v.Score, v.Flipped = h.Score, h.AcrossLanguage
	c.nameTranslation(v)
	if query != "" && len(query) < maxMenuCommand-20 {
		c.addToMenu(v, Button{Label: c.words.say("menu.why"), Command: "why " + v.Line[0].Text + " " + query, Topic: c.cmd.Topic})
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

// status is the fact's status in words with its sign and origin.
func (c *call) status(f *fact.Fact) string {
	w := c.words
	switch {
	case f.Status == fact.Retracted:
		return w.say("status.retracted")
	case f.Status == fact.Unverified:
		return w.say("status.unverified")
	case f.Verified == nil:
		return w.say("status.file")
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
		return w.say("status.expired", "name", name, "until", w.date(v.Until))
	case v.Until.IsZero():
		return w.say("status.verified", "name", name, "date", w.date(v.At))
	}
	return w.say("status.verified.until", "name", name, "date", w.date(v.At), "until", w.date(v.Until))
}

// overlays adds what is shown beside the status.
func (c *call) overlays(line Line, f *fact.Fact) Line {
	add := func(text string) { line = append(line, Span{Text: separator + text}) }
	w := c.words
	if f.Doubts != nil && f.Doubts.Count > 0 {
		add(w.count("overlay.doubted", f.Doubts.Count))
	}
	if f.Verified != nil && f.Verified.SelfDone && f.Status == fact.Verified {
		add(w.say("overlay.self"))
	}
	if f.Marks&(fact.StatusMissing|fact.MissingInFile|fact.SourceDiffers|fact.SecondNeeded) != 0 {
		if f.Has(fact.SecondNeeded) {
			add(w.say("overlay.second"))
		}
		if f.Has(fact.StatusMissing) {
			add(w.say("overlay.nostatus"))
		}
		if f.Has(fact.SourceDiffers) {
			add(w.say("overlay.differs"))
		}
		if f.Has(fact.MissingInFile) {
			add(w.say("overlay.missing"))
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
func (c *call) cite(line Line, f *fact.Fact) Line {
	switch {
	case f.Import == nil:
		line = append(line, Span{Text: separator + c.words.say("cite.here")})
	case f.Has(fact.Reworded):
		line = append(line, Span{Text: separator + c.words.say("cite.reworded", "file", fileLine(f))})
	default:
		line = append(line, Span{Text: separator + fileLine(f)})
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

// citations is where a fact comes from, ready to export: the imported file
// first, then its recorded sources.
func citations(f *fact.Fact) []Citation {
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
func (c *call) menu(f *fact.Fact, id string) []Button {
	w := c.words
	menu := make([]Button, 0, 4)
	if c.cmd.Verb != VerbFact {
		menu = append(menu, Button{Label: w.say("menu.details"), Command: "fact " + id})
	}
	menu = append(menu, Button{Label: w.say("menu.history"), Command: "history " + id})
	if f.Active() {
		menu = append(menu, Button{Label: w.say("menu.flag"), Command: "flag " + id})
	}
	return menu
}
