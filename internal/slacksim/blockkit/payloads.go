package blockkit

import (
	"maps"
	"sync"
	"unicode/utf8"
)

// rulebook holds the tables that refer to each other.
type rulebook struct {
	elements union
	richText union
	blocks   union

	messageBlocks rule
	metadata      rule
	modal, home   rule
}

var rules = sync.OnceValue(func() *rulebook {
	r := &rulebook{elements: union{}, richText: richTextUnion(), blocks: union{}}
	fill(r.elements, elementUnion(r))
	fill(r.blocks, blockUnion(r))
	r.messageBlocks = list(0, MaxMessageBlocks, r.block())
	r.metadata = metadataShape()
	viewFields := []field{
		need("type", oneOf("modal", "home")),
		need("blocks", list(0, MaxViewBlocks, r.block())),
		may("private_metadata", str(0, MaxPrivateMetadata)),
		may("callback_id", str(0, MaxCallbackID)),
		may("external_id", str(0, MaxExternalID)),
	}
	r.home = shape(viewFields)
	r.modal = shape(append([]field{
		need("title", plain(MaxViewTitle)),
		may("submit", plain(MaxViewTitle)),
		may("close", plain(MaxViewTitle)),
		may("clear_on_close", boolean()),
		may("notify_on_close", boolean()),
		may("submit_disabled", boolean()),
	}, viewFields...), submitWithInputs)
	return r
})

// fill keeps the map that rules already hold on to.
func fill(into, from union) {
	maps.Copy(into, from)
}

// block is one of the named blocks, or any.
func (r *rulebook) block(names ...string) rule {
	one := pick(r.blocks, names...)
	return func(c *checker, v any) {
		outer := c.actionIDs
		c.actionIDs = nil
		one(c, v)
		c.actionIDs = outer
	}
}

func (r *rulebook) element(names ...string) rule { return pick(r.elements, names...) }
func (r *rulebook) richTextParts() rule          { return pick(r.richText) }

// message judges what blocks.validate calls a message.
func (r *rulebook) message(c *checker, v any) {
	o, ok := v.(map[string]any)
	if !ok {
		c.breach("type:object", "must provide an object")
		return
	}
	dropNulls(o)
	if text, ok := o["text"]; ok {
		c.in("text", func() { judgeMessageText(c, text) })
	}
	if blocks, ok := o["blocks"]; ok {
		c.in("blocks", func() { r.messageBlocks(c, blocks) })
	}
	if all, ok := o["attachments"]; ok {
		c.in("attachments", func() { r.attachments(c, all) })
	}
	if meta, ok := o["metadata"]; ok {
		c.in("metadata", func() { r.judgeMetadata(c, meta) })
	}
	c.finishMessage()
}

// dropNulls treats null like an absent key, as Slack does for arguments.
func dropNulls(o map[string]any) {
	for key, v := range o {
		if v == nil {
			delete(o, key)
		}
	}
}

func judgeMessageText(c *checker, v any) {
	s, ok := v.(string)
	if !ok {
		c.breach("type:string", "must provide a string")
		return
	}
	if utf8.RuneCountInString(s) > MaxMessageText {
		c.report(CodeTextTooLong, spell("max_length", MaxMessageText), "message text is too long")
	}
}

// attachments judges the blocks inside legacy attachments; their other fields
// are free.
func (r *rulebook) attachments(c *checker, v any) {
	all, ok := v.([]any)
	if !ok {
		c.breach("type:array", "must provide an array")
		return
	}
	if len(all) > MaxAttachments {
		c.report(CodeAttachments, spell("max_items", MaxAttachments), "no more than 100 attachments allowed")
		all = all[:MaxAttachments]
	}
	for i, it := range all {
		c.at(i, func() {
			o, ok := it.(map[string]any)
			if !ok {
				c.breach("type:object", "must provide an object")
				return
			}
			if blocks, ok := o["blocks"]; ok && blocks != nil {
				c.in("blocks", func() { r.messageBlocks(c, blocks) })
			}
		})
	}
}

// judgeMetadata wants a type and a payload; the empty object that some
// libraries send in place of none passes.
func (r *rulebook) judgeMetadata(c *checker, v any) {
	o, ok := v.(map[string]any)
	if !ok {
		c.breach("type:object", "must provide an object")
		return
	}
	dropNulls(o)
	if kind, _ := o["event_type"].(string); kind == "" && !has(o, "event_payload") && !has(o, "entities") {
		return
	}
	r.metadata(c, o)
}

func metadataShape() rule {
	return shape([]field{
		may("event_type", str(1, MaxCallbackID)),
		may("event_payload", anyObject()),
		may("entities", list(0, unbounded, anyObject())),
	}, func(c *checker, o map[string]any) {
		if has(o, "event_type") != has(o, "event_payload") {
			c.breach("together:event_type,event_payload", "event_type and event_payload go together")
		}
	})
}

// finishMessage judges the sums of a whole message.
func (c *checker) finishMessage() {
	if c.blockText > MaxBlockText {
		c.in("blocks", func() {
			c.report(CodeBlocksTooLong, spell("max_length", MaxBlockText), "the text of all blocks is too long")
		})
	}
}

// view judges a modal or a home view.
func (r *rulebook) view(c *checker, v any) {
	o, ok := v.(map[string]any)
	if !ok {
		c.breach("type:object", "must provide an object")
		return
	}
	dropNulls(o)
	if o["type"] == "home" {
		c.surface = onHome
		r.home(c, o)
		return
	}
	r.modal(c, o)
}

func submitWithInputs(c *checker, o map[string]any) {
	if c.inputs > 0 && !has(o, "submit") {
		c.breach("required:submit", "missing required field: submit (required when there are input blocks)")
	}
}
