package blockkit

// Rich text: a block whose text nobody parses.

// richTextUnion are the parts that a rich_text block is a list of.
func richTextUnion() union {
	inline := pick(inlineUnion())
	preformatted := pick(inlineUnion(), "text", "link")
	section := union{"rich_text_section": {on: anywhere, fields: []field{
		need("elements", list(0, unbounded, inline)),
	}}}
	border := may("border", integer(0, 1))
	return union{
		"rich_text_section": section["rich_text_section"],
		"rich_text_list": {on: anywhere, fields: []field{
			need("elements", list(0, unbounded, pick(section))),
			need("style", oneOf("bullet", "ordered")),
			may("indent", integer(0, MaxListIndent)),
			may("offset", integer(0, unbounded)),
			border,
		}},
		"rich_text_quote": {on: anywhere, fields: []field{
			need("elements", list(0, unbounded, inline)), border,
		}},
		"rich_text_preformatted": {on: anywhere, fields: []field{
			need("elements", list(0, unbounded, preformatted)), border,
			may("language", id()),
		}},
	}
}

// inlineUnion are the pieces of a line of rich text.
func inlineUnion() union {
	flags := func(names ...string) field {
		var fields []field
		for _, n := range names {
			fields = append(fields, may(n, boolean()))
		}
		return may("style", shape(fields))
	}
	textStyle := flags("bold", "italic", "strike", "code", "underline")
	mentionStyle := flags("bold", "italic", "strike", "code", "underline", "highlight", "client_highlight", "unlink")
	piece := func(style field, fields ...field) *variant {
		return &variant{on: anywhere, fields: append(fields, style)}
	}
	return union{
		"text": piece(textStyle, need("text", shown(1, unbounded))),
		"link": piece(textStyle,
			need("url", str(1, MaxURL)), may("text", shown(1, unbounded)), may("unsafe", boolean())),
		"user":      piece(mentionStyle, need("user_id", id())),
		"channel":   piece(mentionStyle, need("channel_id", id())),
		"usergroup": piece(mentionStyle, need("usergroup_id", id())),
		"team":      piece(mentionStyle, need("team_id", id())),
		"broadcast": piece(mentionStyle, need("range", oneOf("here", "channel", "everyone"))),
		"emoji": piece(mentionStyle,
			need("name", id()), may("unicode", id()), may("skin_tone", integer(1, 6)), may("url", webURL())),
		"date": piece(textStyle,
			need("timestamp", integer(0, MaxTimestamp)), need("format", shown(1, unbounded)),
			may("timezone", id()), may("url", webURL()), may("fallback", str(1, unbounded))),
		"color":    piece(textStyle, need("value", id())),
		"citation": citation(textStyle),
	}
}

// citation is newer than the rest: messages only, and its details are held to
// their kind alone.
func citation(style field) *variant {
	kinds := oneOf("file", "external", "web", "message", "memory")
	details := func(c *checker, v any) {
		o, ok := v.(map[string]any)
		if !ok {
			c.breach("type:object", "must provide an object")
			return
		}
		if kind, ok := o["citation_type"]; !ok {
			c.breach("required:citation_type", "missing required field: citation_type")
		} else {
			c.in("citation_type", func() { kinds(c, kind) })
		}
	}
	return &variant{on: onMessage, fields: []field{
		need("url", webURL()), need("text", shown(1, unbounded)),
		need("index", number()), need("details", details), style,
	}}
}
