package blockkit

import (
	"math"
	"strconv"
	"strings"
)

// Checks over several fields of one object.

func has(o map[string]any, key string) bool { _, ok := o[key]; return ok }

// atLeastOne wants one or more of the keys.
func atLeastOne(keys ...string) check {
	return func(c *checker, o map[string]any) {
		for _, k := range keys {
			if has(o, k) {
				return
			}
		}
		names := strings.Join(keys, ", ")
		c.breach("any_of:"+strings.Join(keys, ","), "must have at least one of: %s", names)
	}
}

// exactlyOne wants one of the keys and not two.
func exactlyOne(keys ...string) check {
	return func(c *checker, o map[string]any) {
		n := 0
		for _, k := range keys {
			if has(o, k) {
				n++
			}
		}
		if n != 1 {
			c.breach("one_of:"+strings.Join(keys, ","), "must have exactly one of: %s", strings.Join(keys, ", "))
		}
	}
}

// ordered wants low ≤ high where both are given, as numbers or number strings.
func ordered(low, high string) check {
	return func(c *checker, o map[string]any) {
		a, okA := numeric(o[low])
		b, okB := numeric(o[high])
		if okA && okB && a > b {
			c.breachIn(low, "not_above:"+high, "must not be greater than %s", high)
		}
	}
}

func numeric(v any) (float64, bool) {
	switch n := v.(type) {
	case float64:
		return n, true
	case string:
		f, err := strconv.ParseFloat(n, 64)
		return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	return 0, false
}

// numberString is a number written as a string, as number inputs want it.
func numberString() rule {
	return func(c *checker, v any) {
		s, ok := v.(string)
		if !ok {
			c.breach("type:string", "must provide a string")
			return
		}
		if _, ok := numeric(s); !ok {
			c.breach("format:number", "must be a number")
		}
	}
}

// initialAmong wants the initial option(s) to be among the options: same
// value, same text.
func initialAmong(key string) check {
	return func(c *checker, o map[string]any) {
		switch initial := o[key].(type) {
		case map[string]any:
			c.in(key, func() { wantOffered(c, o, initial) })
		case []any:
			c.in(key, func() {
				for i, it := range initial {
					if chosen, ok := it.(map[string]any); ok {
						c.at(i, func() { wantOffered(c, o, chosen) })
					}
				}
			})
		}
	}
}

func wantOffered(c *checker, o, chosen map[string]any) {
	if offered(o["options"], chosen) {
		return
	}
	groups, _ := o["option_groups"].([]any)
	for _, g := range groups {
		if group, ok := g.(map[string]any); ok && offered(group["options"], chosen) {
			return
		}
	}
	c.breach("among:options", "must match one of the options")
}

func offered(options any, chosen map[string]any) bool {
	all, _ := options.([]any)
	for _, it := range all {
		o, ok := it.(map[string]any)
		if ok && o["value"] == chosen["value"] && textOf(o) == textOf(chosen) {
			return true
		}
	}
	return false
}

func textOf(option map[string]any) string {
	t, _ := option["text"].(map[string]any)
	s, _ := t["text"].(string)
	return s
}

// initialWithin wants no more initial choices than max_selected_items.
func initialWithin(key string) check {
	return func(c *checker, o map[string]any) {
		most, ok := o["max_selected_items"].(float64)
		chosen, _ := o[key].([]any)
		if ok && float64(len(chosen)) > most {
			c.breachIn(key, spell("max_items", int(most)), "no more than %d items allowed", int(most))
		}
	}
}

// uniqueAction wants an element's action_id once in its block.
func uniqueAction(c *checker, o map[string]any) {
	name, ok := o["action_id"].(string)
	if ok && !claim(&c.actionIDs, name) {
		c.breachIn("action_id", "unique:action_id", "action_id %q already exists in this block", clip(name))
	}
}

// focusOnce wants at most one element of a payload to take the focus.
func focusOnce(c *checker, o map[string]any) {
	if on, _ := o["focus_on_load"].(bool); !on {
		return
	}
	c.focused++
	if c.focused > 1 {
		c.breachIn("focus_on_load", "unique:focus_on_load", "only one element may have focus_on_load")
	}
}
