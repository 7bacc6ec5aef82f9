package search

import "strings"

// GlossKey gives the key under which an English gloss of the dictionary is
// filed: the stems of its content words. The generator of the dictionary uses
// it, and so does a query that looks a phrase up.
func GlossKey(gloss string) string {
	var x lexer
	var key []string
	units := x.lex(gloss)
	for k, u := range units {
		if u.extra {
			continue
		}
		if u.kind == kindHan {
			return ""
		}
		if isStop(u.text) && !(len(units) == 1 && k == 0) {
			continue
		}
		key = append(key, stem(u.text))
	}
	return strings.Join(key, " ")
}
