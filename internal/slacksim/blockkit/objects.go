package blockkit

// Composition objects: the parts that blocks and elements are made of.

// textObjects builds the two kinds of text object. emoji belongs to
// plain_text only, verbatim to mrkdwn only.
func textObjects(most int) union {
	return union{
		"plain_text": {on: anywhere, fields: []field{
			need("text", shown(1, most)),
			may("emoji", boolean()),
		}},
		"mrkdwn": {on: anywhere, fields: []field{
			need("text", shown(1, most)),
			may("verbatim", boolean()),
		}},
	}
}

func plain(most int) rule   { return pick(textObjects(most), "plain_text") }
func mrkdwn(most int) rule  { return pick(textObjects(most), "mrkdwn") }
func anyText(most int) rule { return pick(textObjects(most)) }

// confirm is the dialog that asks before an element acts.
func confirm() rule {
	return shape([]field{
		need("title", plain(MaxConfirmTitle)),
		need("text", anyText(MaxConfirmText)),
		need("confirm", plain(MaxConfirmButton)),
		need("deny", plain(MaxConfirmButton)),
		may("style", oneOf("primary", "danger")),
	})
}

// menuOption is an option of a select or overflow menu: plain text only.
func menuOption(extra ...field) rule {
	return shape(append([]field{
		need("text", plain(MaxOptionText)),
		need("value", str(1, MaxOptionValue)),
		may("description", plain(MaxOptionText)),
	}, extra...))
}

// choiceOption is an option of checkboxes or radio buttons: mrkdwn as well.
func choiceOption() rule {
	return shape([]field{
		need("text", anyText(MaxOptionText)),
		need("value", str(1, MaxOptionValue)),
		may("description", anyText(MaxOptionText)),
	})
}

func menuOptions() rule { return list(1, MaxOptions, menuOption()) }

func optionGroups() rule {
	return list(1, MaxOptionGroups, shape([]field{
		need("label", plain(MaxGroupLabel)),
		need("options", menuOptions()),
	}))
}

// conversationFilter narrows a conversations menu; an empty one is refused.
func conversationFilter() rule {
	return shape([]field{
		may("include", list(1, 4, oneOf("im", "mpim", "private", "public"))),
		may("exclude_external_shared_channels", boolean()),
		may("exclude_bot_users", boolean()),
	}, atLeastOne("include", "exclude_external_shared_channels", "exclude_bot_users"))
}

func dispatchConfig() rule {
	return shape([]field{
		may("trigger_actions_on", list(1, 2, oneOf("on_enter_pressed", "on_character_entered"))),
	})
}

// slackFile names an uploaded image by exactly one of url and id.
func slackFile() rule {
	return shape([]field{may("url", webURL()), may("id", id())}, exactlyOne("url", "id"))
}

func slackIcon() rule {
	return shape([]field{need("type", oneOf("icon")), need("name", id())})
}

// imageFields are common to the image block and the image element.
func imageFields(extra ...field) []field {
	return append([]field{
		may("image_url", webURL()),
		may("slack_file", slackFile()),
		need("alt_text", str(1, MaxAltText)),
	}, extra...)
}

// tableCells are what a row of a table or data table may hold.
func tableCells(r *rulebook) union {
	return union{
		"raw_text":   {on: anywhere, fields: []field{need("text", shown(1, unbounded))}},
		"raw_number": {on: anywhere, fields: []field{need("value", number()), may("text", shown(1, unbounded))}},
		"rich_text":  {on: anywhere, fields: []field{need("elements", list(0, unbounded, r.richTextParts()))}},
		"action_cell": {on: anywhere, fields: []field{
			need("element", r.element("button")),
			may("fallback", shape([]field{need("type", oneOf("raw_text")), need("text", shown(1, unbounded))})),
		}},
	}
}
