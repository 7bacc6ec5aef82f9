package slacksim

import (
	"regexp"
	"strings"
	"sync"
)

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// The patterns are compiled when somebody first says something: the letters of
// all scripts take memory that a program which only links this package need not spend.
var (
	mentionRE = pattern(`<@[UW][A-Z0-9]+(\|[^<>]*)?>|<#C[A-Z0-9]+(\|[^<>]*)?>|<!(?:here|channel|everyone)>`)
	atNameRE  = pattern(`(^|[\s(])@([\p{L}\p{N}._-]+)`)
	hashRE    = pattern(`(^|[\s(])#([\p{L}\p{N}_-]+)`)
	urlRE     = pattern(`https?://[^\s<>"|]+`)
	hostRE    = pattern(`(^|[\s(])((?:[a-zA-Z0-9-]+\.)+(?:com|org|net|io|dev|edu|gov|info)(?:/[^\s<>"|]*)?)`)
)

func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// trailing punctuation does not belong to a link.
const linkTail = ".,;:!?)'"

// spoken turns what a person typed into a message's text as Slack stores it: control characters escaped, names of people and
// channels and broadcasts as references, bare links in angle brackets. References that are already written as such stay.
func (s *Server) spoken(typed string) string {
	var b strings.Builder
	at := 0
	for _, span := range mentionRE().FindAllStringIndex(typed, -1) {
		b.WriteString(s.spokenPlain(typed[at:span[0]]))
		b.WriteString(typed[span[0]:span[1]])
		at = span[1]
	}
	b.WriteString(s.spokenPlain(typed[at:]))
	return b.String()
}

func (s *Server) spokenPlain(typed string) string {
	text := s.withNames(escaper.Replace(typed), "<@%s>", "<#%s|%s>")
	text = replaceLinks(text)
	return atNameRE().ReplaceAllStringFunc(text, func(hit string) string {
		name := strings.TrimLeft(hit, " \t\n(")
		switch name {
		case "@here", "@channel", "@everyone":
			return strings.TrimSuffix(hit, name) + "<!" + name[1:] + ">"
		}
		return hit
	})
}

// withNames replaces @name and #name by references, where there is somebody or something of that name.
func (s *Server) withNames(text, userForm, channelForm string) string {
	text = atNameRE().ReplaceAllStringFunc(text, func(hit string) string {
		lead, name, _ := strings.Cut(hit, "@")
		id := s.idOfName(strings.TrimRight(name, "."))
		if id == "" {
			return hit
		}
		tail := name[len(strings.TrimRight(name, ".")):]
		return lead + fill(userForm, id, strings.TrimRight(name, ".")) + tail
	})
	return hashRE().ReplaceAllStringFunc(text, func(hit string) string {
		lead, name, _ := strings.Cut(hit, "#")
		c, ok := s.Channel(name)
		if !ok || c.Direct() {
			return hit
		}
		return lead + fill(channelForm, c.ID, c.Name)
	})
}

// fill puts an id and, where the form has a second place, a name into a form.
func fill(form, id, name string) string {
	form = strings.Replace(form, "%s", id, 1)
	return strings.Replace(form, "%s", name, 1)
}

func (s *Server) idOfName(name string) string {
	if strings.EqualFold(name, s.world.Bot.Name) {
		return s.world.Bot.UserID
	}
	if u, ok := s.User(name); ok {
		return u.ID
	}
	return ""
}

// replaceLinks puts bare URLs and host names into angle brackets.
func replaceLinks(text string) string {
	parts := urlRE().FindAllStringIndex(text, -1)
	var b strings.Builder
	at := 0
	for _, span := range parts {
		link := strings.TrimRight(text[span[0]:span[1]], linkTail)
		b.WriteString(replaceHosts(text[at:span[0]]))
		b.WriteString("<" + link + ">")
		at = span[0] + len(link)
	}
	b.WriteString(replaceHosts(text[at:]))
	return b.String()
}

func replaceHosts(text string) string {
	return hostRE().ReplaceAllStringFunc(text, func(hit string) string {
		host := strings.TrimLeft(hit, " \t\n(")
		lead := strings.TrimSuffix(hit, host)
		bare := strings.TrimRight(host, linkTail)
		return lead + "<http://" + bare + "|" + bare + ">" + host[len(bare):]
	})
}

// commandText is the text of a slash command as the app receives it: untouched, or with escapes and references when the
// manifest asks for them.
func (s *Server) commandText(typed string, shouldEscape bool) string {
	typed = strings.TrimSpace(typed)
	if !shouldEscape {
		return typed
	}
	var b strings.Builder
	at := 0
	for _, span := range mentionRE().FindAllStringIndex(typed, -1) {
		b.WriteString(s.commandPlain(typed[at:span[0]]))
		b.WriteString(typed[span[0]:span[1]])
		at = span[1]
	}
	b.WriteString(s.commandPlain(typed[at:]))
	return b.String()
}

func (s *Server) commandPlain(typed string) string {
	return replaceLinks(s.withNames(escaper.Replace(typed), "<@%s|%s>", "<#%s|%s>"))
}
