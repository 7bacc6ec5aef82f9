package review

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"factbot/internal/fact"
)

// maxURL bounds an address that people give, in bytes: what browsers and Slack
// still open.
const maxURL = 2000

// checkURL accepts an http or https address with a host, or nothing.
func checkURL(text string) error {
	if text == "" {
		return nil
	}
	if len(text) > maxURL {
		return &fact.Error{
			Code: fact.CodeTooLong, Key: "evidence.long",
			Message: "The link is longer than 2,000 characters: give a shorter one.",
		}
	}
	u, err := url.Parse(text)
	if err != nil || !utf8.ValidString(text) || strings.ContainsFunc(text, unfit) || u.Host == "" ||
		!strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return fact.Invalid("evidence.url", "A link has to start with https:// or http:// and name a host.")
	}
	return nil
}

// unfit are characters that no address holds unescaped, and that could hide or
// break one.
func unfit(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("<>|\"`", r)
}

// checkSource bounds a citation that a person gives.
func checkSource(c *fact.Citation) error {
	if c == nil {
		return nil
	}
	if c.URL == "" && c.Title == "" && c.Quote == "" {
		return fact.Invalid("source.empty", "A source needs at least a link, a title or a quoted passage.")
	}
	if err := checkURL(c.URL); err != nil {
		return err
	}
	for _, text := range []string{c.Title, c.Quote, c.Author} {
		if err := checkNote(text); err != nil {
			return err
		}
	}
	return nil
}
