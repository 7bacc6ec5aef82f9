package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"factbot/internal/slacksim"
)

// form asks field by field and submits; field errors ask again. An empty line
// leaves a field as it is, and ":cancel" closes the form.
func (c *conversation) form(ctx context.Context, v slacksim.View) error {
	for {
		if v.Submit == "" {
			c.view(v) // it stays open for "!n"
			return nil
		}
		c.printf("[%s]  (:cancel closes it)\n", v.Title)
		if words := textOf(v.Blocks); words != "" {
			c.printf("%s\n", indent(words))
		}
		values, ok := c.fill(v)
		if !ok {
			_, err := c.me().CloseView(ctx, v)
			c.printf("(closed)\n")
			return err
		}
		result, err := c.me().Submit(ctx, v, values)
		if err != nil {
			return err
		}
		if len(result.Errors) == 0 {
			return c.show(ctx, result)
		}
		for _, block := range sortedKeys(result.Errors) {
			c.printf("! %s\n", result.Errors[block])
		}
	}
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// fill asks for every input of the form; false: cancelled, or the input ended.
func (c *conversation) fill(v slacksim.View) (map[string]any, bool) {
	values := make(map[string]any)
	for _, item := range slacksim.Elements(v.Blocks) {
		if !item.Input {
			continue
		}
		for {
			line, ok := c.ask(item)
			if !ok {
				return nil, false
			}
			if line == "" {
				break
			}
			value, err := answer(item, line)
			if err != nil {
				c.printf("! %v\n", err)
				continue
			}
			values[item.Name] = value
			break
		}
	}
	return values, true
}

func (c *conversation) ask(item slacksim.Element) (string, bool) {
	label := item.Label
	if item.Empty {
		label += " (may be empty)"
	}
	if item.Initial != "" {
		label += fmt.Sprintf(" (empty keeps %q)", item.Initial)
	}
	c.printf("%s\n", label)
	for i, option := range item.Options {
		c.printf("  %d  %s\n", i+1, option.Label)
	}
	if item.Hint != "" {
		c.printf("  %s\n", item.Hint)
	}
	if !c.lines.Scan() {
		return "", false
	}
	line := strings.TrimRight(c.lines.Text(), "\r")
	if strings.TrimSpace(line) == ":cancel" {
		return "", false
	}
	if item.Lines {
		line = strings.ReplaceAll(line, `\n`, "\n")
	}
	return line, true
}

// answer turns what was typed into what the field takes: a choice by number or by label.
func answer(item slacksim.Element, line string) (any, error) {
	if len(item.Options) == 0 {
		return line, nil
	}
	if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && n >= 1 && n <= len(item.Options) {
		return item.Options[n-1].Value, nil
	}
	for _, option := range item.Options {
		if strings.EqualFold(strings.TrimSpace(line), option.Label) {
			return option.Value, nil
		}
	}
	return nil, fmt.Errorf("choose a number from 1 to %d", len(item.Options))
}
