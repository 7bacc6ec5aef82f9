package bot

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"factbot/internal/fact"
)

// page records which part is shown and how to see the one before and the next.
func (c *call) page(r *Reply, command string, from, shown, total int) {
	last := from + shown - 1
	if total <= shown && from == 1 {
		return
	}
	r.More = &Page{From: from, To: last, Of: total}
	o, p := c.cmd.Options, &c.room.pen
	if from > 1 {
		o.From = max(1, from-c.pageSize())
		r.More.Previous = p.command(&o, command)
		r.Buttons = append(r.Buttons, Button{
			Label:   c.words.say("button.previous", "n", c.words.number(from-o.From)),
			Command: r.More.Previous, Topic: c.cmd.Topic,
		})
	}
	if last >= total {
		return
	}
	o.From = last + 1
	r.More.Next = p.command(&o, command)
	next := min(total-last, c.pageSize())
	r.Buttons = append(r.Buttons, Button{
		Label:   c.words.say("button.next", "n", c.words.number(next)),
		Command: r.More.Next, Topic: c.cmd.Topic,
	})
}

// factButtons offers to share the page and to flag one of its facts.
func (c *call) factButtons(r *Reply, command string, from int) {
	if c.req.Via == ViaTerminal {
		return
	}
	if c.mayShare() {
		o := c.cmd.Options
		o.From = from
		r.Buttons = append(r.Buttons, Button{
			Label:   c.words.say("button.share"),
			Command: c.room.pen.command(&o, "share ", command), Topic: c.cmd.Topic,
		})
	}
	c.flagButton(r)
}

// flagButton offers to flag one of the facts shown.
func (c *call) flagButton(r *Reply) {
	if c.req.Via == ViaTerminal {
		return
	}
	var first *fact.Fact
	shown, p := 0, &c.room.pen
	p.start(len(VerbPick) + pageFacts*12)
	p.put(string(VerbPick))
	for i := range r.Sections {
		if s := &r.Sections[i]; s.Kind == SectionFact && s.View != nil && shown < maxPicked {
			if first == nil {
				first = s.View.Fact
			}
			p.put(" ")
			p.id(s.View.Fact.ID)
			shown++
		}
	}
	switch shown {
	case 0:
	case 1:
		r.Buttons = append(r.Buttons, Button{Label: c.words.say("button.flag"), Command: "flag " + first.ID.String()})
	default:
		r.Buttons = append(r.Buttons, Button{Label: c.words.say("button.flag"), Command: p.text()})
	}
}

// mayShare reports whether the reply is private and stands in a channel where
// others could see it.
func (c *call) mayShare() bool {
	k := c.req.Place.Kind
	return !c.public && c.bot.Sharing != nil && c.req.Place.Channel != "" &&
		k != fact.PlaceDirect && k != fact.PlaceHome && k != fact.PlaceTerminal
}

// shorten cuts a text that only names something to n characters, never inside
// a joined one.
func shorten(text string, n int) string {
	if len(text) <= n || utf8.RuneCountInString(text) <= n {
		return text
	}
	end, count, state := 0, 0, -1
	for rest := text; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		count += utf8.RuneCountInString(cluster)
		if count >= n {
			break
		}
		end += len(cluster)
	}
	return text[:end] + "…"
}
