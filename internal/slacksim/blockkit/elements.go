package blockkit

import "maps"

// Block elements: what a person presses, chooses and types into.

// Where elements may stand, by the block that holds them.
var (
	selects = []string{
		"static_select", "external_select", "users_select", "conversations_select", "channels_select",
		"multi_static_select", "multi_external_select", "multi_users_select",
		"multi_conversations_select", "multi_channels_select",
	}
	pickers = []string{"checkboxes", "radio_buttons", "datepicker", "timepicker"}

	inActions = join(selects, pickers, []string{"button", "overflow", "datetimepicker", "workflow_button", "rich_text_input"})
	inSection = join(selects, pickers, []string{"button", "overflow", "image", "workflow_button"})
	inInput   = join(selects, pickers, []string{
		"datetimepicker", "plain_text_input", "rich_text_input",
		"email_text_input", "number_input", "url_text_input", "file_input",
	})
	inContextActions = []string{"feedback_buttons", "icon_button"}
)

func join(lists ...[]string) []string {
	var all []string
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// acting gives an interactive element: its own fields, an action_id, and
// whichever of the common fields it takes.
func acting(on surface, fields []field, checks ...check) *variant {
	return &variant{
		on:     on,
		fields: append([]field{may("action_id", str(1, MaxActionID))}, fields...),
		checks: append([]check{uniqueAction, focusOnce}, checks...),
	}
}

func confirmable() field { return may("confirm", confirm()) }
func focusable() field   { return may("focus_on_load", boolean()) }
func prompting() field   { return may("placeholder", plain(MaxPlaceholder)) }
func dispatching() field { return may("dispatch_action_config", dispatchConfig()) }
func labelled() field    { return may("accessibility_label", str(1, MaxA11yLabel)) }
func style() field       { return may("style", oneOf("primary", "danger")) }
func audience() field    { return may("visible_to_user_ids", list(1, unbounded, id())) }

func elementUnion(r *rulebook) union {
	u := union{}
	maps.Copy(u, buttonElements())
	maps.Copy(u, choiceElements())
	maps.Copy(u, selectElements())
	maps.Copy(u, multiSelectElements())
	maps.Copy(u, inputElements(r))
	u["image"] = &variant{on: anywhere, fields: imageFields(), checks: []check{exactlyOne("image_url", "slack_file")}}
	return u
}

func buttonElements() union {
	feedback := shape([]field{
		need("text", plain(MaxButtonText)),
		need("value", str(1, MaxButtonValue)),
		labelled(),
	})
	trigger := shape([]field{
		need("url", webURL()),
		may("customizable_input_parameters", list(0, unbounded, shape([]field{need("name", id()), need("value", str(0, unbounded))}))),
	})
	return union{
		"button": acting(anywhere, []field{
			need("text", plain(MaxButtonText)),
			may("value", str(0, MaxButtonValue)),
			may("url", webURL()),
			style(), confirmable(), labelled(), audience(),
			may("agent_prompt", str(1, MaxButtonValue)),
			may("agent_prompt_display", str(1, MaxButtonValue)),
		}),
		"workflow_button": acting(anywhere, []field{
			need("text", plain(MaxButtonText)),
			need("workflow", shape([]field{need("trigger", trigger)})),
			style(), confirmable(), labelled(),
		}),
		"feedback_buttons": acting(onMessage, []field{
			need("positive_button", feedback),
			need("negative_button", feedback),
		}),
		"icon_button": acting(onMessage, []field{
			need("icon", id()),
			need("text", plain(MaxButtonText)),
			may("value", str(0, MaxButtonValue)),
			confirmable(), labelled(), audience(),
		}),
		"overflow": acting(anywhere, []field{
			need("options", list(1, MaxOverflow, menuOption(may("url", webURL())))),
			confirmable(),
		}),
	}
}

func choiceElements() union {
	choices := func() field { return need("options", list(1, MaxChoices, choiceOption())) }
	return union{
		"checkboxes": acting(anywhere, []field{
			choices(),
			may("initial_options", list(1, MaxChoices, choiceOption())),
			confirmable(), focusable(), audience(),
		}, initialAmong("initial_options")),
		"radio_buttons": acting(anywhere, []field{
			choices(),
			may("initial_option", choiceOption()),
			confirmable(), focusable(),
		}, initialAmong("initial_option")),
		"datepicker": acting(anywhere, []field{
			may("initial_date", stamp("2006-01-02", "YYYY-MM-DD")),
			confirmable(), focusable(), prompting(),
		}),
		"timepicker": acting(anywhere, []field{
			may("initial_time", stamp("15:04", "HH:mm")),
			may("timezone", id()),
			confirmable(), focusable(), prompting(),
		}),
		"datetimepicker": acting(anywhere, []field{
			may("initial_date_time", integer(MinTimestamp, MaxTimestamp)),
			confirmable(), focusable(),
		}),
	}
}
