package topicfile

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

var (
	bomUTF8    = []byte{0xef, 0xbb, 0xbf}
	bomUTF16LE = []byte{0xff, 0xfe}
	bomUTF16BE = []byte{0xfe, 0xff}
	zipHead    = []byte("PK\x03\x04")
)

// decode gives a file's text without its byte order mark. It refuses whatever
// is not UTF-8 text, with the offset of the first byte that is not and what
// the file probably is.
func decode(p *problems, f File) (string, bool) {
	raw := f.Data
	body := bytes.TrimPrefix(raw, bomUTF8)
	bad, nul := invalidAt(body), bytes.IndexByte(body, 0)
	switch {
	case bytes.HasPrefix(raw, zipHead):
		p.fail(f.Name, 0, "byte 0 starts a zip archive, as a spreadsheet's own format is: save it as CSV (UTF-8)")
	case bytes.HasPrefix(raw, bomUTF16LE), bytes.HasPrefix(raw, bomUTF16BE):
		p.fail(f.Name, 1, "byte 0 is not UTF-8: the file is UTF-16; save it as UTF-8")
	case bad >= 0 && (nul < 0 || bad < nul):
		at := bad + len(raw) - len(body)
		p.fail(f.Name, lineAt(body, bad), "byte %d (hex %02x) is not UTF-8: %s", at, body[bad], guess(body[bytes.LastIndexByte(body[:bad], '\n')+1:]))
	case nul >= 0:
		at := nul + len(raw) - len(body)
		hint := "remove the NUL character"
		if bytes.Count(body, []byte{0})*4 > len(body) {
			hint = "the file looks like UTF-16; save it as UTF-8"
		}
		p.fail(f.Name, lineAt(body, nul), "byte %d is NUL, which no text holds: %s", at, hint)
	case len(bytes.TrimSpace(body)) == 0:
		p.fail(f.Name, 0, "the file is empty: give it a title and facts")
	default:
		return string(body), true
	}
	return "", false
}

// invalidAt is the offset of the first byte that is not UTF-8, or -1.
func invalidAt(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for at := 0; at < len(b); {
		r, size := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

func lineAt(b []byte, at int) int { return 1 + bytes.Count(b[:at], []byte{'\n'}) }

// guess says what a text that is not UTF-8 may be, by the line that shows it.
func guess(b []byte) string {
	if len(b) > 4096 {
		b = b[:4096]
	}
	text, err := simplifiedchinese.GBK.NewDecoder().Bytes(b)
	han, bad := 0, 0
	for _, r := range string(text) {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case r == utf8.RuneError:
			bad++
		}
	}
	if err == nil && han > 0 && bad <= 1 { // one may be cut off at the end
		return "the file looks like GBK; save it as UTF-8"
	}
	return "save the file as UTF-8"
}
