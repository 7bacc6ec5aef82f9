package fact

import "unicode"

// Lang is the language a text is written in, as far as its script tells.
type Lang uint8

// The languages factbot tells apart.
const (
	LangUnknown Lang = iota
	English
	Chinese
)

// String is the language as files and JSON write it; unknown is "und".
func (l Lang) String() string {
	switch l {
	case English:
		return "en"
	case Chinese:
		return "zh"
	default:
		return "und"
	}
}

// ParseLang reads en, zh (with any region or script after a hyphen) or und.
func ParseLang(tag string) (Lang, bool) {
	if len(tag) > 2 && (tag[2] == '-' || tag[2] == '_') {
		tag = tag[:2]
	}
	switch tag {
	case "en", "EN":
		return English, true
	case "zh", "ZH":
		return Chinese, true
	case "", "und":
		return LangUnknown, true
	}
	return LangUnknown, false
}

// DetectLang tells a text's language by its script: any share of Han
// characters above a tenth of its letters makes it Chinese, since Chinese
// technical prose is full of Latin names; otherwise Latin letters make it
// English.
func DetectLang(text string) Lang {
	han, letters := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			letters++
		case unicode.IsLetter(r):
			letters++
		}
	}
	switch {
	case letters == 0:
		return LangUnknown
	case han*10 > letters:
		return Chinese
	default:
		return English
	}
}
