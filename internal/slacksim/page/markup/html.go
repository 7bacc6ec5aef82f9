package markup

import "strings"

// HTML is HTML that this package made, which is safe to show: it is a node of
// a page and writes itself as it is. Do not convert other text to it.
type HTML string

// Render writes the HTML.
func (h HTML) Render(b *strings.Builder) { b.WriteString(string(h)) }
