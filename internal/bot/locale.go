package bot

// Locale is a language that factbot's own words exist in.
type Locale string

// The locales.
const (
	LocaleEN Locale = "en"
	LocaleZH Locale = "zh"
)
