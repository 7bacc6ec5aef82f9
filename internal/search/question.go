package search

import (
	"unicode/utf8"

	"factbot/internal/fact"
)

// word is one place of a query: a word, a number, or one Han character.
type word struct {
	text    string // folded
	han     bool
	glued   bool // follows the one before without a gap
	stop    bool // carries no content
	number  bool
	acronym bool
	seg     int // of a character: which Chinese word it belongs to
}

// whole is a compound of a query beside its parts.
type whole struct {
	text     string
	from, to int // the places of its parts
}

// segment is a Chinese word of a query.
type segment struct {
	text     string
	from, to int
	stop     bool
}

// question is a query cut into words, before any topic's index is asked.
type question struct {
	words  []word
	wholes []whole
	segs   []segment
	lang   fact.Lang
}

// ask cuts a query. It is empty where the text has neither letter nor digit.
func (ix *Index) ask(text string) *question {
	x := ix.lexers.Get().(*lexer)
	defer ix.lexers.Put(x)
	q := &question{lang: fact.DetectLang(text)}
	units := x.lex(text)
	places := 0
	for i := range units {
		if places++; units[i].kind == kindHan {
			places += utf8.RuneCountInString(units[i].text)
		}
	}
	q.words = make([]word, 0, places)
	for i := range units {
		u := &units[i]
		switch {
		case u.kind == kindHan:
			q.addRun(u.text, ix.dict)
		case u.extra:
			if u.kind != kindNumber {
				q.wholes = append(q.wholes, whole{u.text, len(q.words) - int(u.parts), len(q.words)})
			}
		default:
			q.words = append(q.words, word{
				text: u.text, glued: u.glued, number: u.kind == kindNumber, acronym: u.acronym, seg: -1, stop: isStop(u.text),
			})
		}
	}
	for i := range q.words {
		if i > 0 && q.words[i-1].text == "how" && measures[q.words[i].text] {
			q.words[i].stop = true
		}
	}
	return q
}

// addRun adds a run of Han characters, cut into words.
func (q *question) addRun(run string, dict *dictionary) {
	start := 0
	for _, end := range dict.segments(run) {
		text := run[start:end]
		seg := segment{text: text, from: len(q.words), stop: isChineseStop(text)}
		for k, r := range text {
			n := utf8.RuneLen(r)
			q.words = append(q.words, word{
				text: text[k : k+n], han: true, glued: start+k > 0, stop: seg.stop, seg: len(q.segs),
			})
		}
		seg.to = len(q.words)
		q.segs = append(q.segs, seg)
		start = end
	}
}
