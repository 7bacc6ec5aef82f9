package blockkit

// Select and multi-select menus, one for each source of options.

func selectElements() union {
	menu := func(fields []field, checks ...check) *variant {
		return acting(anywhere, append([]field{confirmable(), focusable(), prompting()}, fields...), checks...)
	}
	return union{
		"static_select": menu([]field{
			may("options", menuOptions()),
			may("option_groups", optionGroups()),
			may("initial_option", menuOption()),
		}, exactlyOne("options", "option_groups"), initialAmong("initial_option")),
		"external_select": menu([]field{
			may("initial_option", menuOption()),
			may("min_query_length", integer(0, MaxQueryMinimum)),
		}),
		"users_select": menu([]field{may("initial_user", id())}),
		"channels_select": menu([]field{
			may("initial_channel", id()),
			may("response_url_enabled", boolean()),
		}, answersInModals),
		"conversations_select": menu([]field{
			may("initial_conversation", id()),
			may("default_to_current_conversation", boolean()),
			may("filter", conversationFilter()),
			may("response_url_enabled", boolean()),
		}, answersInModals),
	}
}

func multiSelectElements() union {
	menu := func(initial string, fields []field, checks ...check) *variant {
		return acting(anywhere, append([]field{
			confirmable(), focusable(), prompting(),
			may("max_selected_items", integer(1, unbounded)),
		}, fields...), append(checks, initialWithin(initial))...)
	}
	ids := func(key string) field { return may(key, list(1, unbounded, id())) }
	return union{
		"multi_static_select": menu("initial_options", []field{
			may("options", menuOptions()),
			may("option_groups", optionGroups()),
			may("initial_options", menuOptions()),
		}, exactlyOne("options", "option_groups"), initialAmong("initial_options")),
		"multi_external_select": menu("initial_options", []field{
			may("initial_options", menuOptions()),
			may("min_query_length", integer(0, MaxQueryMinimum)),
		}),
		"multi_users_select":    menu("initial_users", []field{ids("initial_users")}),
		"multi_channels_select": menu("initial_channels", []field{ids("initial_channels")}),
		"multi_conversations_select": menu("initial_conversations", []field{
			ids("initial_conversations"),
			may("default_to_current_conversation", boolean()),
			may("filter", conversationFilter()),
		}),
	}
}

// answersInModals wants response_url_enabled in modals only.
func answersInModals(c *checker, o map[string]any) {
	if has(o, "response_url_enabled") && c.surface != onModal {
		c.breachIn("response_url_enabled", "modal_only", "response_url_enabled is only available in modals")
	}
}

// inputElements are what only an input block holds.
func inputElements(r *rulebook) union {
	typed := func(on surface, fields ...field) []field {
		return append([]field{focusable(), prompting(), dispatching()}, fields...)
	}
	return union{
		"plain_text_input": acting(anywhere, typed(anywhere,
			may("initial_value", str(0, MaxInputLength)),
			may("multiline", boolean()),
			may("min_length", integer(0, MaxInputLength)),
			may("max_length", integer(1, MaxInputLength)),
		), ordered("min_length", "max_length")),
		"rich_text_input": acting(anywhere, typed(anywhere,
			may("initial_value", r.block("rich_text")),
			may("min_lines", integer(1, MaxInputLines)),
			may("max_lines", integer(1, MaxInputLines)),
		), ordered("min_lines", "max_lines")),
		"email_text_input": acting(onModal, typed(onModal, may("initial_value", str(0, unbounded)))),
		"url_text_input":   acting(onModal, typed(onModal, may("initial_value", str(0, unbounded)))),
		"number_input": acting(onModal, typed(onModal,
			need("is_decimal_allowed", boolean()),
			may("initial_value", numberString()),
			may("min_value", numberString()),
			may("max_value", numberString()),
		), ordered("min_value", "max_value"), ordered("min_value", "initial_value"), ordered("initial_value", "max_value")),
		"file_input": acting(onModal, []field{
			may("filetypes", list(1, unbounded, id())),
			may("max_files", integer(1, MaxInputFiles)),
		}),
	}
}
