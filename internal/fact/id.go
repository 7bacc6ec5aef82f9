package fact

import (
	"strconv"
	"strings"
)

// ID names a fact for ever: RDMA-7 is fact 7 of the topic whose prefix is
// RDMA. Numbers start at 1, are given in file order at the first import and are
// never used again.
type ID struct {
	Prefix string // the topic's id prefix, upper case
	N      int    // number within the topic, from 1
}

// IsZero reports whether the ID names nothing.
func (id ID) IsZero() bool { return id.N == 0 }

// String is the form people cite: RDMA-7. The zero ID is the empty string.
func (id ID) String() string {
	if id.IsZero() {
		return ""
	}
	return id.Prefix + "-" + strconv.Itoa(id.N)
}

// Compare orders IDs by prefix and then by number: the last key of every order
// that readers see.
func (id ID) Compare(other ID) int {
	if c := strings.Compare(id.Prefix, other.Prefix); c != 0 {
		return c
	}
	switch {
	case id.N < other.N:
		return -1
	case id.N > other.N:
		return 1
	}
	return 0
}

// MaxNumber bounds a fact's number so that no typed number overflows. A file may
// give a fact a tenth of that at most: the facts to come are numbered from there.
const (
	MaxNumber = 99_999_999
	MaxFiled  = MaxNumber / 10
)

// ParseID reads RDMA-7, rdma-7, #7 or 7. A bare number takes the prefix given,
// and is refused where that is empty (several topics, none chosen). The text
// must already be folded (no full-width digits).
func ParseID(text, prefix string) (ID, bool) {
	text = strings.TrimSpace(text)
	number := strings.TrimPrefix(text, "#")
	if at := strings.LastIndexByte(text, '-'); at > 0 {
		prefix, number = strings.ToUpper(text[:at]), text[at+1:]
	}
	if prefix == "" || number == "" || len(number) > 8 {
		return ID{}, false
	}
	n := 0
	for i := range len(number) {
		c := number[i]
		if c < '0' || c > '9' {
			return ID{}, false
		}
		n = n*10 + int(c-'0')
	}
	if n == 0 || n > MaxNumber {
		return ID{}, false
	}
	return ID{Prefix: prefix, N: n}, true
}

// Ref is a fact at one version: what a person was shown or decided on.
type Ref struct {
	ID      ID
	Version int
}
