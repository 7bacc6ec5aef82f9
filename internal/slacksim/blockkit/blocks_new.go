package blockkit

// The newer blocks, which not every surface and client shows.

func tableBlocks(r *rulebook) union {
	cells := tableCells(r)
	column := orNull(shape([]field{may("align", oneOf("left", "center", "right")), may("is_wrapped", boolean())}))
	series := list(1, MaxChartSeries, shape([]field{
		need("name", shown(1, MaxChartLabel)),
		need("data", list(1, MaxChartPoints, shape([]field{need("label", shown(1, MaxChartLabel)), need("value", number())}))),
	}))
	axis := shape([]field{
		need("categories", list(1, MaxChartPoints, str(1, MaxChartLabel))),
		may("x_label", str(1, MaxChartAxis)),
		may("y_label", str(1, MaxChartAxis)),
	})
	plot := &variant{on: anywhere, fields: []field{need("series", series), need("axis_config", axis)}}
	pie := &variant{on: anywhere, fields: []field{
		need("segments", list(1, MaxChartSeries, shape([]field{need("label", shown(1, MaxChartLabel)), need("value", number())}))),
	}}
	return union{
		"table": row(onMessage, []field{
			need("rows", countedTable(list(1, MaxTableRows, list(1, MaxTableCells, pick(cells, "raw_text", "raw_number", "rich_text"))))),
			may("column_settings", list(0, MaxTableCells, column)),
		}, oneTable),
		"data_table": row(onMessage|onHome, []field{
			need("caption", shown(1, unbounded)),
			need("rows", list(MinDataTableRows, MaxDataTableRows, list(1, MaxTableCells, pick(cells)))),
			may("page_size", integer(1, MaxDataTablePage)),
			may("row_header_column_index", integer(0, MaxTableCells-1)),
		}),
		"data_visualization": row(onMessage, []field{
			need("title", shown(1, MaxChartTitle)),
			need("chart", pick(union{"pie": pie, "bar": plot, "area": plot, "line": plot})),
		}, countChart),
	}
}

// countedTable holds the text of all cells of one table to one sum.
func countedTable(rows rule) rule {
	return func(c *checker, v any) {
		c.tableText = 0
		rows(c, v)
		if c.tableText > MaxTableText {
			c.breach(spell("max_length", MaxTableText), "must be less than %d characters in all cells", MaxTableText+1)
		}
	}
}

func oneTable(c *checker, _ map[string]any) {
	c.tables++
	if c.tables > 1 {
		c.report(CodeOneTable, "max_tables:1", "only one table allowed in a message")
	}
}

func countChart(c *checker, _ map[string]any) {
	c.charts++
	if c.charts > MaxCharts {
		c.breach(spell("max_charts", MaxCharts), "no more than %d data_visualization blocks allowed", MaxCharts)
	}
}

func cardBlocks(r *rulebook) union {
	image := r.element("image")
	card := row(onMessage|onHome, []field{
		may("hero_image", image),
		may("icon", image),
		may("slack_icon", slackIcon()),
		may("title", mrkdwn(MaxCardTitle)),
		may("subtitle", mrkdwn(MaxCardTitle)),
		may("body", mrkdwn(MaxCardBody)),
		may("subtext", anyText(MaxCardBody)),
		may("actions", list(1, MaxContextActs, r.element("button"))),
	}, atLeastOne("hero_image", "title", "actions", "body"))
	item := shape([]field{
		need("block", r.block()),
		may("width", oneOf("narrow", "standard", "wide")),
		may("horizontal_alignment", oneOf("start", "center", "end")),
	})
	return union{
		"card": card,
		"carousel": row(onMessage|onHome, []field{
			need("elements", list(1, MaxCards, pick(union{"card": card}))),
		}),
		"container": row(onMessage, []field{
			may("title", plain(MaxCardTitle)),
			may("rich_text_title", r.block("rich_text")),
			may("subtitle", anyText(MaxCardTitle)),
			need("child_blocks", list(1, MaxContainer, r.block("actions", "context", "divider", "header", "image",
				"input", "rich_text", "section", "table", "video", "layout"))),
			may("width", oneOf("narrow", "standard", "wide", "full")),
			may("icon", image),
			may("is_collapsible", boolean()),
			may("default_collapsed", boolean()),
			may("has_header_divider", boolean()),
		}, atLeastOne("title", "rich_text_title"), collapsedOnlyIfCollapsible),
		"layout": row(onMessage, []field{
			need("label", str(1, MaxLayoutLabel)),
			need("rows", list(1, MaxLayoutRows, shape([]field{need("items", list(1, MaxLayoutItems, item))}))),
			may("is_label_visible", boolean()),
			may("grid_lines", oneOf("none", "rows", "outer")),
			may("fallback", list(0, MaxMessageBlocks, r.block())),
		}),
	}
}

func collapsedOnlyIfCollapsible(c *checker, o map[string]any) {
	collapsed, _ := o["default_collapsed"].(bool)
	collapsible, _ := o["is_collapsible"].(bool)
	if collapsed && !collapsible {
		c.breachIn("default_collapsed", "requires:is_collapsible", "default_collapsed requires is_collapsible")
	}
}

func agentBlocks(r *rulebook) union {
	task := row(onMessage, []field{
		need("task_id", id()),
		need("title", shown(1, unbounded)),
		need("status", oneOf("pending", "in_progress", "complete", "error")),
		may("details", r.block("rich_text")),
		may("output", r.block("rich_text")),
		may("hide_title", boolean()),
		may("sources", list(0, unbounded, shape([]field{
			need("type", oneOf("url")), need("url", webURL()), need("text", shown(1, unbounded)),
		}))),
	})
	return union{
		"task_card": task,
		"plan": row(onMessage, []field{
			need("title", shown(1, unbounded)),
			may("tasks", list(0, unbounded, pick(union{"task_card": task}))),
		}),
	}
}
