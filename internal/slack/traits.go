package slack

import "unicode/utf8"

// traits are what has to be known of a text before it is written: they are found in one pass, since looking at every byte
// once more for each question costs as much as drawing a card.
type traits uint8

const (
	quotable traits = 1 << iota // holds what JSON escapes
	markable                    // holds what Slack's mark-up escapes
	doubtful                    // holds a byte at which clean looks twice
	wide                        // is not all ASCII
	emojiful                    // holds a colon, of which Slack may make an emoji
)

// byteTraits are the traits of a text that consists of the byte.
var byteTraits = func() (t [256]traits) {
	for i := range t {
		c := byte(i)
		if !plainByte[c] {
			t[c] |= quotable
		}
		if suspect[c] {
			t[c] |= doubtful
		}
		if c >= utf8.RuneSelf {
			t[c] |= wide
		}
	}
	for _, c := range []byte{'&', '<', '>'} {
		t[c] |= markable
	}
	t[':'] |= emojiful
	return t
}()

func traitsOf(s string) traits {
	var t traits
	for len(s) >= 8 {
		t |= byteTraits[s[0]] | byteTraits[s[1]] | byteTraits[s[2]] | byteTraits[s[3]] |
			byteTraits[s[4]] | byteTraits[s[5]] | byteTraits[s[6]] | byteTraits[s[7]]
		s = s[8:]
	}
	for i := range len(s) {
		t |= byteTraits[s[i]]
	}
	return t
}

// has reports whether the text has any of the traits.
func (t traits) has(some traits) bool { return t&some != 0 }

// clean is [clean] of a text with these traits.
func (t traits) clean(s string) bool {
	return !t.has(wide|doubtful) || clean(s)
}

// chars counts the code points of a text with these traits that is UTF-8.
func (t traits) chars(s string) int {
	if t.has(wide) {
		return utf8.RuneCountInString(s)
	}
	return len(s)
}

// quoted appends a text with these traits inside a JSON string. The text is UTF-8.
func (t traits) quoted(dst []byte, s string) []byte {
	if !t.has(quotable) {
		return append(dst, s...)
	}
	return appendInside(dst, s)
}

// marked appends a text with these traits inside a JSON string, escaped for Slack's mark-up. The text is UTF-8.
func (t traits) marked(dst []byte, s string) []byte {
	if !t.has(quotable | markable) {
		return append(dst, s...)
	}
	return appendMrkdwn(dst, s)
}
