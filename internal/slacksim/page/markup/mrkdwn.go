package markup

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mrkdwn renders a mrkdwn text. With verbatim, bare addresses stay text.
func (w *Writer) Mrkdwn(s string, verbatim bool) HTML {
	p := parser{w: w, verbatim: verbatim}
	p.fences(s)
	return HTML(p.out.String())
}

type parser struct {
	w        *Writer
	verbatim bool
	out      strings.Builder
}

// fences splits off ``` blocks, in which only control sequences are read.
func (p *parser) fences(s string) {
	for {
		before, rest, ok := strings.Cut(s, "```")
		inside, after, closed := strings.Cut(rest, "```")
		if !ok || !closed || inside == "" {
			p.quotes(s)
			return
		}
		p.quotes(strings.TrimSuffix(before, "\n"))
		p.out.WriteString("<pre>")
		p.code(strings.Trim(inside, "\n"))
		p.out.WriteString("</pre>")
		s = strings.TrimPrefix(after, "\n")
	}
}

// quotes gathers lines that start with > into quotations.
func (p *parser) quotes(s string) {
	if s == "" {
		return
	}
	quoting, first := false, true
	for line := range strings.SplitSeq(s, "\n") {
		quoted, isQuote := cutQuote(line)
		switch {
		case isQuote && !quoting:
			p.out.WriteString("<blockquote>")
		case !isQuote && quoting:
			p.out.WriteString("</blockquote>")
		case !first:
			p.out.WriteString("<br>")
		}
		quoting, first = isQuote, false
		if isQuote {
			line = quoted
		}
		p.inline(line)
	}
	if quoting {
		p.out.WriteString("</blockquote>")
	}
}

func cutQuote(line string) (string, bool) {
	for _, mark := range []string{"&gt;", ">"} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimPrefix(rest, " "), true
		}
	}
	return line, false
}

var spans = map[byte]string{'*': "b", '_': "i", '~': "s"}

// inline renders one line. Once a mark has found no partner, later ones of its
// kind have none either: dead remembers that, so that a line of nothing but
// marks costs no more than its length.
func (p *parser) inline(s string) {
	var dead [256]bool
	plain := 0 // start of the text not yet written
	flush := func(end int) { p.text(s[plain:end]) }
	for i := 0; i < len(s); {
		c := s[i]
		n := 0 // bytes of markup at i
		switch {
		case c == '<' && !dead['<']:
			if end := strings.IndexByte(s[i:], '>'); end > 1 {
				flush(i)
				p.angle(s[i+1 : i+end])
				n = end + 1
			} else if end < 0 {
				dead['<'] = true
			}
		case c == '`' && !dead['`']:
			if end := strings.IndexByte(s[i+1:], '`'); end > 0 {
				flush(i)
				p.out.WriteString("<code>")
				p.code(s[i+1 : i+1+end])
				p.out.WriteString("</code>")
				n = end + 2
			} else if end < 0 {
				dead['`'] = true
			}
		case spans[c] != "" && !dead[c] && opens(s, i):
			if end := closing(s, i); end > 0 {
				flush(i)
				p.out.WriteString("<" + spans[c] + ">")
				p.inline(s[i+1 : end])
				p.out.WriteString("</" + spans[c] + ">")
				n = end + 1 - i
			} else {
				dead[c] = true
			}
		case c == 'h' && !p.verbatim && wordStart(s, i):
			if n = bareAddress(s[i:]); n > 0 {
				flush(i)
				address := unescape(s[i : i+n])
				anchor(&p.out, address, html.EscapeString(address))
			}
		}
		if n == 0 {
			i++
			continue
		}
		i += n
		plain = i
	}
	flush(len(s))
}

// opens reports whether the mark at i may start a span: after a boundary and
// before something that is neither space nor the same mark.
func opens(s string, i int) bool {
	if i+1 >= len(s) || s[i+1] == s[i] || s[i+1] == ' ' {
		return false
	}
	return wordStart(s, i)
}

// closing finds the partner of the mark at i: after something that is not a
// space and before a boundary. Marks inside <…> and `…` do not count.
func closing(s string, i int) int {
	mark := s[i]
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '<':
			if end := strings.IndexByte(s[j:], '>'); end > 0 {
				j += end
			}
		case '`':
			if end := strings.IndexByte(s[j+1:], '`'); end > 0 {
				j += end + 1
			}
		case mark:
			next, _ := utf8.DecodeRuneInString(s[j+1:])
			if j > i+1 && s[j-1] != ' ' && (j+1 == len(s) || !isWord(next)) {
				return j
			}
		}
	}
	return -1
}

func wordStart(s string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return !isWord(r)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// bareAddress is the length of an http(s) address at the start of s, without
// the punctuation that ends a sentence.
func bareAddress(s string) int {
	if !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "http://") {
		return 0
	}
	end := strings.IndexAny(s, " \t<>`|\"")
	if end < 0 {
		end = len(s)
	}
	address := strings.TrimRight(s[:end], ".,;:!?)*_~'")
	if !Openable(unescape(address)) {
		return 0
	}
	return len(address)
}

// text writes what is not markup: entities resolved, emoji replaced, escaped.
func (p *parser) text(s string) {
	p.out.WriteString(html.EscapeString(ReplaceEmoji(unescape(s))))
}

// code writes what stands between backticks: control sequences as their words.
func (p *parser) code(s string) {
	for {
		start := strings.IndexByte(s, '<')
		end := strings.IndexByte(s[max(start, 0):], '>')
		if start < 0 || end < 0 {
			p.out.WriteString(html.EscapeString(unescape(s)))
			return
		}
		p.out.WriteString(html.EscapeString(unescape(s[:start])))
		target, label, _ := strings.Cut(s[start+1:start+end], "|")
		if label == "" {
			label = target
		}
		p.out.WriteString(html.EscapeString(unescape(label)))
		s = s[start+end+1:]
	}
}

// unescape resolves the three entities of Slack's text, the ampersand last.
func unescape(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	s = strings.ReplaceAll(s, "&lt;", "<")
	s = strings.ReplaceAll(s, "&gt;", ">")
	return strings.ReplaceAll(s, "&amp;", "&")
}

// angle renders the inside of a control sequence: a mention, a date or a link.
func (p *parser) angle(s string) {
	target, label, labelled := strings.Cut(s, "|")
	label = unescape(label)
	switch {
	case strings.HasPrefix(target, "@"):
		p.w.user(&p.out, target[1:], label)
	case strings.HasPrefix(target, "#"):
		p.w.channel(&p.out, target[1:], label)
	case strings.HasPrefix(target, "!subteam^"):
		p.w.group(&p.out, strings.TrimPrefix(target, "!subteam^"), label)
	case strings.HasPrefix(target, "!date^"):
		p.date(strings.TrimPrefix(target, "!date^"), label)
	case strings.HasPrefix(target, "!"):
		p.special(target[1:], label)
	default:
		address := unescape(target)
		if !labelled {
			label = strings.TrimPrefix(address, "mailto:")
		}
		anchor(&p.out, address, html.EscapeString(ReplaceEmoji(label)))
	}
}

func (p *parser) special(word, label string) {
	switch word {
	case "here", "channel", "everyone":
		p.w.mention(&p.out, "@"+word, true)
	default:
		if label == "" {
			label = "<!" + unescape(word) + ">"
		}
		p.out.WriteString(html.EscapeString(label))
	}
}
