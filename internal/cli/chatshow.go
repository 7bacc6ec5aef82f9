package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/slacksim"
)

// patience is how long an answer that Slack would show later is waited for.
const patience = 5 * time.Second

// press presses element n of what was shown last, takes option m of it ("n.m"),
// or types text into it.
func (c *conversation) press(ctx context.Context, number, text string) error {
	n, m, menu := strings.Cut(number, ".")
	i, err := strconv.Atoi(n)
	if err != nil || i < 1 || i > len(c.items) {
		return fmt.Errorf("there is no button %q here; the last message shows %d", number, len(c.items))
	}
	item, me := c.items[i-1], c.sim.As(c.as)
	var result slacksim.Result
	switch {
	case menu:
		j, err := strconv.Atoi(m)
		if err != nil || j < 1 || j > len(item.Options) {
			return fmt.Errorf("%s has %d entries", item.Label, len(item.Options))
		}
		result, err = me.Choose(ctx, c.on, item.Name, item.Options[j-1].Value)
		if err != nil {
			return err
		}
	case strings.HasSuffix(item.Kind, "_input"):
		if result, err = me.Choose(ctx, c.on, item.Name, text); err != nil {
			return err
		}
	case len(item.Options) > 0:
		return fmt.Errorf("!%d is a menu: take an entry with !%d.1 to !%d.%d", i, i, i, len(item.Options))
	default:
		if result, err = me.Click(ctx, c.on, item.Name); err != nil {
			return err
		}
	}
	return c.show(ctx, result)
}

// show prints what the act shows at once, then what arrives because of it.
func (c *conversation) show(ctx context.Context, r slacksim.Result) error {
	if r.Notice != "" {
		c.printf("Slackbot: %s\n", r.Notice)
	}
	if r.View != nil && (r.View.Type == "home" || r.View.Seq <= c.shown) {
		r.View = nil // it stood there before
	}
	if r.View == nil && r.Error == "" && c.answerable(r) {
		c.await(ctx)
	}
	c.calm(ctx)
	if r.View == nil {
		r.View = c.top()
	}
	for _, m := range c.fresh() {
		c.message(m)
	}
	c.shown = c.sim.Seq()
	if r.View == nil {
		return nil
	}
	return c.form(ctx, *r.View)
}

// calm waits until the bot has nothing left to do, within patience, so that a
// turn shows all that comes of it.
func (c *conversation) calm(ctx context.Context) {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_ = c.settle(waiting) // what is still to come is shown with a later turn
}

// await waits for the app to show the person something, within patience.
func (c *conversation) await(ctx context.Context) {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_ = c.sim.Wait(waiting, func() bool { return len(c.fresh()) > 0 || c.top() != nil })
}

// top is the modal that has opened or changed since the last turn, if one has.
func (c *conversation) top() *slacksim.View {
	views := c.sim.Views(c.as)
	if len(views) == 0 || views[len(views)-1].Seq <= c.shown {
		return nil
	}
	return &views[len(views)-1]
}

// answerable reports whether the app is expected to show something: every
// command and press is answered, and so is what is said to the app.
func (c *conversation) answerable(r slacksim.Result) bool {
	if r.Message == nil || r.Message.FromBot() {
		return len(r.Ack) == 0
	}
	channel, ok := c.sim.Channel(r.Message.Channel)
	return ok && (channel.Direct() || strings.Contains(r.Message.Text, "<@"+c.sim.Bot().UserID+">"))
}

// fresh lists what the app showed this person since the last turn, oldest first.
func (c *conversation) fresh() []slacksim.Message {
	user, _ := c.sim.User(c.as)
	var list []slacksim.Message
	for _, channel := range c.sim.Channels() {
		if channel.IsMember(user.ID) || channel.DirectWith == user.ID {
			list = append(list, c.everything(channel.ID)...)
		}
	}
	list = slices.DeleteFunc(list, func(m slacksim.Message) bool {
		return m.Seq <= c.shown || !m.FromBot() || !m.VisibleTo(user.ID)
	})
	here, _ := c.sim.Channel(c.channel)
	slices.SortStableFunc(list, func(a, b slacksim.Message) int {
		// What comes to several places, or from several answers to one press, comes in any
		// order; it is shown in one, with what can be pressed last.
		return cmp.Or(first(a.Channel == here.ID, b.Channel == here.ID), strings.Compare(a.Channel, b.Channel),
			first(a.EphemeralTo != "", b.EphemeralTo != ""), first(a.EphemeralTo != "" && idle(a), b.EphemeralTo != "" && idle(b)),
			strings.Compare(a.TS, b.TS))
	})
	return slices.CompactFunc(list, func(a, b slacksim.Message) bool { return a.TS == b.TS && a.Channel == b.Channel })
}

// first orders what is true before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// everything lists the messages of a channel and of its threads.
func (c *conversation) everything(channel string) []slacksim.Message {
	var list []slacksim.Message
	for _, m := range c.sim.Messages(channel, "") {
		list = append(list, m)
		if m.Replies > 0 {
			list = append(list, c.sim.Messages(channel, m.TS)[1:]...) // the first is m itself
		}
	}
	return list
}

// idle reports whether there is nothing to press on the message.
func idle(m slacksim.Message) bool { return len(slacksim.Elements(m.Blocks)) == 0 }

// message prints a message as a screen reader would have it, and its buttons.
func (c *conversation) message(m slacksim.Message) {
	channel, _ := c.sim.Channel(m.Channel)
	where := "#" + channel.Name
	if channel.Direct() {
		where = "direct message"
	}
	if m.ThreadTS != "" && m.ThreadTS != m.TS {
		where += ", in a thread"
	}
	if m.EphemeralTo != "" {
		where += ", only you see it"
	}
	if m.Edited {
		where += ", edited"
	}
	author := "factbot"
	if !m.FromBot() {
		user, _ := c.sim.User(m.User)
		author = user.Name
	}
	c.printf("%s (%s):\n%s\n", author, where, indent(decoded(m.Text)))
	for _, r := range m.Reactions {
		c.printf("  (:%s: by %d)\n", r.Name, len(r.Users))
	}
	c.list(m, m.Blocks)
	c.last = m.Ref()
}

// decoded undoes Slack's three entities, as its clients do.
func decoded(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

// list prints the buttons and menus of a surface and remembers them for "!n".
func (c *conversation) list(on slacksim.Surface, blocks json.RawMessage) {
	c.on, c.items = on, slacksim.Elements(blocks)
	for i, item := range c.items {
		if item.Kind == "button" {
			c.printf("  [!%d] %s\n", i+1, item.Label)
			continue
		}
		if strings.HasSuffix(item.Kind, "_input") {
			c.printf("  [!%d …] %s\n", i+1, item.Label)
			continue
		}
		for j, option := range item.Options {
			c.printf("  [!%d.%d] %s\n", i+1, j+1, option.Label)
		}
	}
}

// view prints a home or a modal without inputs.
func (c *conversation) view(v slacksim.View) {
	if v.Title != "" {
		c.printf("[%s]\n", v.Title)
	}
	c.printf("%s\n", indent(textOf(v.Blocks)))
	c.list(v, v.Blocks)
}

// textOf gathers the words of a view's blocks, a block a line.
func textOf(blocks json.RawMessage) string {
	var list []any
	if json.Unmarshal(blocks, &list) != nil {
		return ""
	}
	var lines []string
	for _, block := range list {
		var words []string
		gather(block, &words)
		if len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

func gather(v any, words *[]string) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			gather(item, words)
		}
	case map[string]any:
		switch kind, _ := v["type"].(string); kind {
		case "plain_text", "mrkdwn", "text", "link":
			if text, ok := v["text"].(string); ok {
				*words = append(*words, decoded(text))
			}
		case "button", "overflow", "input", "static_select", "actions":
		default:
			for _, key := range []string{"text", "fields", "elements"} {
				gather(v[key], words)
			}
		}
	}
}
