package blockkit

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// rule judges one JSON value at the checker's present place.
type rule func(c *checker, v any)

// check judges an object as a whole, after its fields.
type check func(c *checker, o map[string]any)

// field is one known key of an object.
type field struct {
	key      string
	required bool
	rule     rule
}

func need(key string, r rule) field { return field{key, true, r} }
func may(key string, r rule) field  { return field{key, false, r} }

// spell writes a constraint for programs: "max_length:150".
func spell(name string, n int) string { return name + ":" + strconv.Itoa(n) }

// --- scalars ---

func checkLength(c *checker, s string, low, high int) int {
	n := utf8.RuneCountInString(s)
	if n > high {
		c.breach(spell("max_length", high), "must be less than %d characters", high+1)
	}
	if n < low {
		c.breach(spell("min_length", low), "must be more than %d characters", low-1)
	}
	return n
}

// str is a string of low to high code points.
func str(low, high int) rule {
	return func(c *checker, v any) {
		s, ok := v.(string)
		if !ok {
			c.breach("type:string", "must provide a string")
			return
		}
		checkLength(c, s, low, high)
	}
}

// shown is a string that the reader sees: it counts towards the text sums.
func shown(low, high int) rule {
	return func(c *checker, v any) {
		s, ok := v.(string)
		if !ok {
			c.breach("type:string", "must provide a string")
			return
		}
		c.countText(checkLength(c, s, low, high))
	}
}

const unbounded = math.MaxInt32

func id() rule { return str(1, unbounded) }

func boolean() rule {
	return func(c *checker, v any) {
		if _, ok := v.(bool); !ok {
			c.breach("type:boolean", "must provide a boolean")
		}
	}
}

func number() rule {
	return func(c *checker, v any) {
		if _, ok := v.(float64); !ok {
			c.breach("type:number", "must provide a number")
		}
	}
}

func integer(low, high int) rule {
	return func(c *checker, v any) {
		n, ok := v.(float64)
		switch {
		case !ok || n != math.Trunc(n):
			c.breach("type:integer", "must provide an integer")
		case n < float64(low):
			c.breach(spell("minimum", low), "must be greater than or equal to %d", low)
		case n > float64(high):
			c.breach(spell("maximum", high), "must be less than or equal to %d", high)
		}
	}
}

// oneOf is a string out of a fixed list.
func oneOf(words ...string) rule {
	return func(c *checker, v any) {
		s, ok := v.(string)
		if !ok {
			c.breach("type:string", "must provide a string")
			return
		}
		if !slices.Contains(words, s) {
			c.breach("enum:"+strings.Join(words, ","), "must be a valid enum value")
		}
	}
}

// stamp is a string in a layout of package time.
func stamp(layout, name string) rule {
	return func(c *checker, v any) {
		s, ok := v.(string)
		if !ok {
			c.breach("type:string", "must provide a string")
			return
		}
		if _, err := time.Parse(layout, s); err != nil || len(s) != len(layout) {
			c.breach("format:"+name, "must be in the format %s", name)
		}
	}
}

// webURL is an http or https address.
func webURL() rule { return schemeURL("http://", "https://") }

// secureURL is an https address.
func secureURL() rule { return schemeURL("https://") }

func schemeURL(schemes ...string) rule {
	return func(c *checker, v any) {
		s, ok := v.(string)
		if !ok {
			c.breach("type:string", "must provide a string")
			return
		}
		checkLength(c, s, 1, MaxURL)
		for _, scheme := range schemes {
			if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
				return
			}
		}
		c.breach("format:url", "must be a valid url")
	}
}

// --- structures ---

// list is an array of low to high items. Items past the end are not judged:
// one breach says enough, and hostile lengths cost nothing.
func list(low, high int, item rule) rule {
	return func(c *checker, v any) {
		items, ok := v.([]any)
		if !ok {
			c.breach("type:array", "must provide an array")
			return
		}
		if len(items) > high {
			c.breach(spell("max_items", high), "no more than %d items allowed", high)
			items = items[:high]
		}
		if len(items) < low {
			c.breach(spell("min_items", low), "no fewer than %d items allowed", low)
		}
		for i, it := range items {
			if c.full() {
				return
			}
			c.path = append(c.path, step{index: i})
			item(c, it)
			c.path = c.path[:len(c.path)-1]
		}
	}
}

// orNull lets null stand for "nothing said".
func orNull(r rule) rule {
	return func(c *checker, v any) {
		if v != nil {
			r(c, v)
		}
	}
}

// anyObject is an object whose content is nobody's business.
func anyObject() rule {
	return func(c *checker, v any) {
		if _, ok := v.(map[string]any); !ok {
			c.breach("type:object", "must provide an object")
		}
	}
}

// shape is an object with exactly these fields, and the checks over them.
func shape(fields []field, checks ...check) rule {
	return func(c *checker, v any) {
		o, ok := v.(map[string]any)
		if !ok {
			c.breach("type:object", "must provide an object")
			return
		}
		judgeFields(c, o, fields, 0)
		for _, ck := range checks {
			ck(c, o)
		}
	}
}

// judgeFields judges the known fields in the table's order and refuses the
// others. already is how many keys of o the caller has accounted for.
func judgeFields(c *checker, o map[string]any, fields []field, already int) {
	known := already
	for i := range fields {
		f := &fields[i]
		v, ok := o[f.key]
		if !ok {
			if f.required {
				c.breach("required:"+f.key, "missing required field: %s", f.key)
			}
			continue
		}
		known++
		c.path = append(c.path, step{key: f.key, index: -1})
		f.rule(c, v)
		c.path = c.path[:len(c.path)-1]
	}
	if known < len(o) {
		refuseUnknown(c, o, fields, already > 0)
	}
}

func refuseUnknown(c *checker, o map[string]any, fields []field, typed bool) {
	var unknown []string
	for key := range o {
		if typed && key == "type" {
			continue
		}
		if !slices.ContainsFunc(fields, func(f field) bool { return f.key == key }) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		c.breach("additional_property:"+clip(key), "invalid additional property: %s", clip(key))
	}
}

// variant is one member of a union.
type variant struct {
	on     surface
	fields []field
	checks []check
}

// union maps the "type" of an object to its variant.
type union map[string]*variant

// pick is an object of one of the named types of u; all of u without names.
func pick(u union, names ...string) rule {
	return func(c *checker, v any) {
		o, ok := v.(map[string]any)
		if !ok {
			c.breach("type:object", "must provide an object")
			return
		}
		kind, ok := o["type"].(string)
		if !ok {
			c.breach("required:type", "missing required field: type")
			return
		}
		one, ok := u[kind]
		if !ok || one.on&c.surface == 0 || len(names) > 0 && !slices.Contains(names, kind) {
			c.breachIn("type", "type", "unsupported type: %s", clip(kind))
			return
		}
		judgeFields(c, o, one.fields, 1)
		for _, ck := range one.checks {
			ck(c, o)
		}
	}
}

// clip keeps a hostile word from filling the answer.
func clip(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
