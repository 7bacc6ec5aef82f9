package blockkit

import "maps"

// Blocks: the rows of a message, a modal or a home tab.

// row gives a block: its own fields and a block_id.
func row(on surface, fields []field, checks ...check) *variant {
	return &variant{
		on:     on,
		fields: append([]field{may("block_id", str(1, MaxBlockID))}, fields...),
		checks: append([]check{uniqueBlock}, checks...),
	}
}

func uniqueBlock(c *checker, o map[string]any) {
	name, ok := o["block_id"].(string)
	if ok && !claim(&c.blockIDs, name) {
		c.breachIn("block_id", "unique:block_id", "block_id %q already exists for another block", clip(name))
	}
}

func blockUnion(r *rulebook) union {
	u := union{}
	maps.Copy(u, coreBlocks(r))
	maps.Copy(u, tableBlocks(r))
	maps.Copy(u, cardBlocks(r))
	maps.Copy(u, agentBlocks(r))
	return u
}

// coreBlocks are the ones that every workspace shows.
func coreBlocks(r *rulebook) union {
	return union{
		"section": row(anywhere, []field{
			may("text", anyText(MaxText)),
			may("fields", list(1, MaxFields, anyText(MaxFieldText))),
			may("accessory", r.element(inSection...)),
			may("expand", boolean()),
		}, atLeastOne("text", "fields")),
		"header": row(anywhere, []field{
			need("text", plain(MaxHeader)),
			may("level", integer(1, MaxHeaderLevel)),
		}),
		"context": row(anywhere, []field{
			need("elements", list(1, MaxContext, contextElement(r))),
		}),
		"actions": row(anywhere, []field{
			need("elements", list(1, MaxActions, r.element(inActions...))),
		}),
		"context_actions": row(onMessage, []field{
			need("elements", list(1, MaxContextActs, r.element(inContextActions...))),
		}),
		"divider": row(anywhere, nil),
		"image": row(anywhere,
			imageFields(may("title", plain(MaxImageTitle))),
			exactlyOne("image_url", "slack_file")),
		"input": row(anywhere, []field{
			need("label", plain(MaxLabel)),
			need("element", r.element(inInput...)),
			may("hint", plain(MaxHint)),
			may("optional", boolean()),
			may("dispatch_action", boolean()),
		}, func(c *checker, _ map[string]any) { c.inputs++ }),
		"rich_text": row(anywhere, []field{
			need("elements", list(0, unbounded, r.richTextParts())),
		}),
		"markdown": row(onMessage, []field{
			need("text", countMarkdown),
		}),
		"video": row(anywhere, []field{
			need("video_url", secureURL()),
			need("thumbnail_url", webURL()),
			need("alt_text", str(1, MaxAltText)),
			need("title", plain(MaxVideoTitle)),
			may("title_url", secureURL()),
			may("author_name", str(1, MaxVideoAuthor)),
			may("provider_name", str(1, unbounded)),
			may("provider_icon_url", webURL()),
			may("description", plain(MaxText)),
		}),
		"alert": row(onModal, []field{
			need("text", anyText(MaxText)),
			may("level", oneOf("default", "info", "warning", "error", "success")),
		}),
	}
}

// contextElement is a text object or a small image.
func contextElement(r *rulebook) rule {
	u := textObjects(MaxText)
	u["image"] = r.elements["image"]
	return pick(u)
}

// countMarkdown holds all markdown blocks of a payload to one sum.
func countMarkdown(c *checker, v any) {
	before := c.blockText
	shown(1, unbounded)(c, v)
	was := c.markdown
	c.markdown += c.blockText - before
	if was <= MaxMarkdown && c.markdown > MaxMarkdown {
		c.breach(spell("max_length", MaxMarkdown), "must be less than %d characters in all markdown blocks", MaxMarkdown+1)
	}
}
