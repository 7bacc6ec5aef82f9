// Package html writes HTML from components: a page is a tree of [Node]s, made
// by the functions of this package and written once.
//
// Text cannot become markup here. Elements and attributes are those that the
// package names, so that what a caller adds is text, attribute values, and the
// pieces that a package of its own knows to be safe (any other Node). Text and
// values are escaped where they are written, values stand in quotes, and links
// lead only where [Href] lets them. There is neither reflection nor a language of
// templates to read at run time: the linker can drop the methods nobody calls.
//
// Nodes are plain values that do not change; one may stand in several places.
package html

import (
	"slices"
	"strings"
)

// Node is a part of a page: an element, an attribute, text, or several of them.
// Nil is none.
type Node interface {
	// Render writes the node as HTML. Attributes are written by their element.
	Render(b *strings.Builder)
}

// Text is text; it is escaped.
type Text string

// Render writes the text, escaped.
func (t Text) Render(b *strings.Builder) { escape(b, string(t)) }

// Group is several nodes that go where one can. The attributes among them are
// those of the element around the group.
type Group []Node

// Render writes the nodes one after the other, without attributes.
func (g Group) Render(b *strings.Builder) {
	for _, n := range g {
		renderChild(b, n)
	}
}

// String is the group as HTML.
func (g Group) String() string {
	var b strings.Builder
	g.Render(&b)
	return b.String()
}

// If is the node when the condition holds, else none.
func If(condition bool, n Node) Node {
	if condition {
		return n
	}
	return nil
}

// Map makes a node of each item.
func Map[T any](items []T, node func(T) Node) Group {
	all := make(Group, len(items))
	for i, item := range items {
		all[i] = node(item)
	}
	return all
}

type element struct {
	tag   string
	nodes []Node
}

// void are the elements that have no content, and no end tag.
var void = []string{"br", "hr", "input", "link", "meta"}

// Render writes the element with its attributes and its content.
func (e element) Render(b *strings.Builder) {
	b.WriteString("<" + e.tag)
	renderAttributes(b, e.nodes)
	b.WriteByte('>')
	if slices.Contains(void, e.tag) {
		return
	}
	Group(e.nodes).Render(b)
	b.WriteString("</" + e.tag + ">")
}

type attribute struct {
	name, value string
	bare        bool // has no value
}

// Render writes nothing: an attribute outside an element is none.
func (attribute) Render(*strings.Builder) {}

func renderAttributes(b *strings.Builder, nodes []Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case Group:
			renderAttributes(b, n)
		case attribute:
			b.WriteString(" " + n.name)
			if !n.bare {
				b.WriteString(`="`)
				escape(b, n.value)
				b.WriteByte('"')
			}
		}
	}
}

func renderChild(b *strings.Builder, n Node) {
	if n != nil {
		n.Render(b)
	}
}

// escaper also replaces the character that no HTML may contain.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "\uFFFD")

func escape(b *strings.Builder, s string) {
	_, _ = escaper.WriteString(b, s) // a Builder takes everything
}

// Href is where a link leads: a place in this site, or an http, https or mailto
// address. Any other address is left out, and with it the attribute.
func Href(address string) Node {
	lower := strings.ToLower(address)
	if strings.ContainsFunc(lower, func(r rune) bool { return r <= ' ' || r == '\\' }) {
		return nil
	}
	inside := strings.HasPrefix(lower, "#") || strings.HasPrefix(lower, "/") && !strings.HasPrefix(lower, "//")
	if inside || hasScheme(lower, "https://", "http://", "mailto:") {
		return attribute{name: "href", value: address}
	}
	return nil
}

func hasScheme(address string, schemes ...string) bool {
	return slices.ContainsFunc(schemes, func(scheme string) bool {
		return strings.HasPrefix(address, scheme) && len(address) > len(scheme)
	})
}

// Data is an attribute for scripts, data-name. The name is the program's own.
func Data(name, value string) Node { return attribute{name: "data-" + name, value: value} }

// Aria is an attribute for screen readers, aria-name. The name is the program's own.
func Aria(name, value string) Node { return attribute{name: "aria-" + name, value: value} }

// Document is a whole page in a language, such as "en".
func Document(lang string, head, body Node) Node {
	return Group{doctype{}, element{"html", []Node{attribute{name: "lang", value: lang}, head, body}}}
}

type doctype struct{}

func (doctype) Render(b *strings.Builder) { b.WriteString("<!DOCTYPE html>\n") }

// Script loads a script of this site, run when the page has been read.
func Script(address string) Node {
	return element{"script", []Node{attribute{name: "src", value: address}, attribute{name: "defer", bare: true}}}
}

// Stylesheet loads a style sheet of this site.
func Stylesheet(address string) Node {
	return element{"link", []Node{Rel("stylesheet"), Href(address)}}
}

// NoIcon keeps a browser from asking for the site's icon.
func NoIcon() Node {
	return element{"link", []Node{Rel("icon"), attribute{name: "href", value: "data:,"}}}
}
