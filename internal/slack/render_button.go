package slack

import (
	"strings"
	"unicode/utf8"

	"factbot/internal/bot"
)

// Kinds of elements, the first part of an action_id. A click on a link only has to be acknowledged.
const (
	actCommand = "cmd"
	actPage    = "page" // a command whose answer takes the place of what only its reader sees
	actMenu    = "menu"
	actLink    = "url"
	actFind    = "find" // followed by the command that what is typed completes
)

// appendValue appends a button's command with the topic it is confined to, as a JSON string; a slug holds no slash.
func appendValue(dst []byte, b *bot.Button) []byte {
	topic, command := traitsOf(b.Topic), traitsOf(b.Command)
	if (topic | command).has(wide) && !(utf8.ValidString(b.Topic) && utf8.ValidString(b.Command)) {
		return appendJSON(dst, b.Topic+"/"+b.Command)
	}
	dst = append(topic.quoted(append(dst, '"'), b.Topic), '/')
	return append(command.quoted(dst, b.Command), '"')
}

// parseValue is the reverse of appendValue.
func parseValue(v string) (topic, command string) {
	topic, command, ok := strings.Cut(v, "/")
	if !ok {
		return "", v
	}
	return topic, command
}

// usable reports whether Slack can show the button at all: with a command that fits, or an address that is safe.
func usable(b *bot.Button) bool {
	if b.URL != "" {
		_, _, ok := safeURL(b.URL)
		return ok
	}
	return !longer(b.Command, maxButtonValue-len(b.Topic)-1)
}

// inMenu reports whether an entry of an overflow menu can carry the button.
func inMenu(b *bot.Button) bool {
	return b.Confirm == nil && b.URL == "" && b.Style == bot.StyleDefault &&
		!longer(b.Command, maxOptionValue-len(b.Topic)-1)
}

// beside splits the buttons of a section into those that its menu can hold and the rest.
func beside(buttons []bot.Button) (menu, below []bot.Button) {
	fits := len(buttons) <= maxOverflow
	for i := range buttons {
		fits = fits && inMenu(&buttons[i])
	}
	if fits {
		return buttons, nil
	}
	for i := range buttons {
		if b := buttons[i]; len(menu) < maxOverflow && inMenu(&b) {
			menu = append(menu, b)
		} else {
			below = append(below, b)
		}
	}
	return menu, below
}

// accessory writes what stands beside a section: a button, or a menu of several.
func (c *canvas) accessory(menu, more []bot.Button) {
	switch len(menu) + len(more) {
	case 0:
	case 1:
		c.raw(`,"accessory":`)
		if len(menu) == 0 {
			menu = more
		}
		c.button(&menu[0])
	default:
		c.openMenu()
		c.entries(menu)
		if len(menu) > 0 && len(more) > 0 {
			c.raw(",")
		}
		c.entries(more)
		c.raw(`]}`)
	}
}

// openMenu begins a menu beside a section; its entries follow.
func (c *canvas) openMenu() {
	c.raw(`,"accessory":{"type":"overflow",`)
	c.actionID(actMenu)
	c.raw(`,"options":[`)
}

// entries writes entries of a menu.
func (c *canvas) entries(menu []bot.Button) {
	for i := range menu {
		if i > 0 {
			c.raw(",")
		}
		c.raw(`{"text":`)
		c.label(menu[i].Label, maxOptionText)
		c.raw(`,"value":`)
		c.buf = appendValue(c.buf, &menu[i])
		c.raw(`}`)
	}
}

// row draws buttons side by side.
func (c *canvas) row(buttons []bot.Button) {
	n := 0
	for i := range buttons {
		if !usable(&buttons[i]) || n == maxActions {
			continue
		}
		m := c.mark()
		if n == 0 {
			c.block(`{"type":"actions","elements":[`)
		} else {
			c.raw(",")
		}
		c.button(&buttons[i])
		if c.chars > c.most {
			c.rollback(m)
			break
		}
		n++
	}
	if n > 0 {
		c.raw(`]}`)
	}
}

func (c *canvas) button(b *bot.Button) {
	c.raw(`{"type":"button","text":`)
	c.label(b.Label, maxButtonText)
	c.raw(`,`)
	if href, _, ok := safeURL(b.URL); ok {
		c.actionID(actLink)
		c.raw(`,"url":`)
		c.buf = appendJSON(c.buf, href)
	} else {
		if b.Command != "" && (b.Command == c.next || b.Command == c.back) {
			c.actionID(actPage)
		} else {
			c.actionID(actCommand)
		}
		c.raw(`,"value":`)
		c.buf = appendValue(c.buf, b)
	}
	switch b.Style {
	case bot.StylePrimary:
		c.raw(`,"style":"primary"`)
	case bot.StyleDanger:
		c.raw(`,"style":"danger"`)
	}
	if b.Hint != "" {
		c.raw(`,"accessibility_label":`)
		c.buf = appendJSON(c.buf, cut(visible(b.Hint), maxA11yLabel))
	}
	if b.Confirm != nil {
		c.confirm(b.Confirm)
	}
	c.raw(`}`)
}

func (c *canvas) confirm(d *bot.Confirm) {
	c.raw(`,"confirm":{"title":`)
	c.label(d.Title, maxConfirmTitle)
	c.raw(`,"text":`)
	c.label(d.Text, maxConfirmText)
	c.raw(`,"confirm":`)
	c.label(d.Yes, maxConfirmButton)
	c.raw(`,"deny":`)
	c.label(d.No, maxConfirmButton)
	c.raw(`}`)
}

// search draws a field whose words complete a command as soon as they are entered.
func (c *canvas) search(s *bot.Section) {
	w := wordsFor(c.zh)
	id := actFind + ":" + s.Text
	if longer(id, maxID) {
		return
	}
	label := joined(s.Line)
	if label == "" {
		label = w.search
	}
	c.block(`{"type":"input","dispatch_action":true,"label":`)
	c.label(label, maxLabel)
	c.raw(`,"element":{"type":"plain_text_input","action_id":`)
	c.buf = appendJSON(c.buf, id)
	c.raw(`,"max_length":500,"dispatch_action_config":{"trigger_actions_on":["on_enter_pressed"]}}}`)
}
