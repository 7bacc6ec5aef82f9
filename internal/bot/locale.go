package bot

import (
	"strings"

	"factbot/internal/fact"
)

// Locale is a language that factbot's own words exist in.
type Locale string

// The locales.
const (
	LocaleEN Locale = "en"
	LocaleZH Locale = "zh"
)

// LocaleOf is the language of headings and buttons for somebody who asks
// something: in private the reader's own, once it is known; else, and in
// public, that of the question's script.
func LocaleOf(locale, question string, public bool) Locale {
	if !public && locale != "" {
		if strings.HasPrefix(strings.ToLower(locale), "zh") {
			return LocaleZH
		}
		return LocaleEN
	}
	if fact.DetectLang(question) == fact.Chinese {
		return LocaleZH
	}
	return LocaleEN
}
