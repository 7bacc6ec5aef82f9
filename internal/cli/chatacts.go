package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"factbot/internal/slacksim"
)

// chatActs are the lines that start with a colon, by their first word.
var chatActs = map[string]func(c *conversation, ctx context.Context, rest string) error{
	":help": func(c *conversation, _ context.Context, _ string) error {
		c.printf("%s", chatHelp)
		return nil
	},
	":as":     func(c *conversation, _ context.Context, name string) error { return c.become(name) },
	":in":     func(c *conversation, _ context.Context, name string) error { return c.enter(name) },
	":last":   func(c *conversation, ctx context.Context, _ string) error { return c.again(ctx) },
	":home":   func(c *conversation, ctx context.Context, _ string) error { return c.home(ctx) },
	":later":  func(c *conversation, ctx context.Context, by string) error { return c.later(ctx, by) },
	":thread": func(c *conversation, ctx context.Context, text string) error { return c.inThread(ctx, text) },
	":dm": func(c *conversation, ctx context.Context, text string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.DM(ctx, text) })
	},
	":edit": func(c *conversation, ctx context.Context, text string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.Edit(ctx, c.said, c.mentions(text)) })
	},
	":delete": func(c *conversation, ctx context.Context, _ string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.Delete(ctx, c.said) })
	},
	":react": func(c *conversation, ctx context.Context, emoji string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.React(ctx, c.last, emoji) })
	},
	":invite": func(c *conversation, ctx context.Context, _ string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.Invite(ctx, c.channel) })
	},
	":kick": func(c *conversation, ctx context.Context, _ string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.Kick(ctx, c.channel) })
	},
	":check": shortcutOn("check_message"),
	":quote": shortcutOn("flag_message"),
	":save":  shortcutOn("save_message"),
	":lookup": func(c *conversation, ctx context.Context, _ string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.Shortcut(ctx, "lookup_fact") })
	},
}

// shortcutOn uses a message shortcut on the last message.
func shortcutOn(callback string) func(*conversation, context.Context, string) error {
	return func(c *conversation, ctx context.Context, _ string) error {
		return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) { return me.MessageShortcut(ctx, callback, c.last) })
	}
}

func (c *conversation) act(ctx context.Context, do func(slacksim.Actor) (slacksim.Result, error)) error {
	result, err := do(c.me())
	if err != nil {
		return err
	}
	return c.show(ctx, result)
}

// say says it in the channel; a message that nobody answers is still the last one.
func (c *conversation) say(ctx context.Context, text string, opts ...slacksim.SayOption) error {
	result, err := c.me().Say(ctx, c.channel, c.mentions(text), opts...)
	if err != nil {
		return err
	}
	if result.Message != nil {
		c.said = result.Message.Ref()
		c.last = c.said
	}
	return c.show(ctx, result)
}

// inThread says it in the thread of the last message, where a slash command is
// tried as well.
func (c *conversation) inThread(ctx context.Context, text string) error {
	if !strings.HasPrefix(text, "/") {
		return c.say(ctx, text, slacksim.InThread(c.last.TS))
	}
	return c.act(ctx, func(me slacksim.Actor) (slacksim.Result, error) {
		return me.Slash(ctx, c.channel, text, slacksim.InThread(c.last.TS))
	})
}

// mentions turns @factbot into a mention, as Slack's composer does.
func (c *conversation) mentions(text string) string {
	bot := c.sim.Bot()
	return strings.ReplaceAll(text, "@"+bot.Name, "<@"+bot.UserID+">")
}

// become is another person, who sees what was there before as old.
func (c *conversation) become(name string) error {
	if _, ok := c.sim.User(name); !ok {
		return fmt.Errorf("there is no %q; personas: reader, reader2, reviewer, reviewer2, guest, outsider", name)
	}
	c.as, c.items = name, nil
	c.printf("(you are %s)\n", name)
	user, _ := c.sim.User(name)
	if here, ok := c.sim.Channel(c.channel); !ok || !here.IsMember(user.ID) && here.DirectWith != user.ID {
		c.channel = ""
		for _, channel := range c.sim.Channels() {
			if channel.IsMember(user.ID) {
				return c.enter(channel.Name)
			}
		}
	}
	return nil
}

func (c *conversation) enter(name string) error {
	if name == c.sim.Bot().Name {
		direct, _ := c.sim.DirectChannel(c.as)
		c.channel = direct.ID
		c.printf("(you are in the direct message with %s)\n", name)
		return nil
	}
	channel, ok := c.sim.Channel(name)
	user, _ := c.sim.User(c.as)
	if !ok || !channel.IsMember(user.ID) {
		return fmt.Errorf("%s is not in a channel %q", c.as, name)
	}
	c.channel = channel.Name
	c.printf("(you are in #%s)\n", channel.Name)
	return nil
}

// home opens the app's home and shows it once the app has published it.
func (c *conversation) home(ctx context.Context) error {
	if _, err := c.me().OpenHome(ctx); err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	published := func() bool {
		home, ok := c.sim.Home(c.as)
		return ok && home.Seq > c.shown
	}
	if err := c.sim.Wait(waiting, published); err != nil {
		return fmt.Errorf("factbot has published no home for %s", c.as)
	}
	c.calm(ctx)
	home, _ := c.sim.Home(c.as)
	c.view(home)
	c.shown = c.sim.Seq()
	return nil
}

// again shows the last message that the person can see in the channel.
func (c *conversation) again(ctx context.Context) error {
	c.calm(ctx)
	last := c.visible()
	if last == nil {
		return fmt.Errorf("nothing has been said in #%s", c.channel)
	}
	c.message(*last)
	return nil
}

// visible is the newest message of the channel, in a thread or not, that the
// person can see.
func (c *conversation) visible() *slacksim.Message {
	user, _ := c.sim.User(c.as)
	var newest *slacksim.Message
	for _, m := range c.everything(c.channel) {
		if m.VisibleTo(user.ID) && (newest == nil || m.TS > newest.TS) {
			newest = &m
		}
	}
	return newest
}

// later lets time pass and shows what it brings.
func (c *conversation) later(ctx context.Context, text string) error {
	by, err := span(text)
	if err != nil {
		return err
	}
	c.clock.Pass(by)
	c.calm(ctx)
	return c.show(ctx, slacksim.Result{Ack: []byte("{}")})
}

// span reads "90s", "11m", "2h" or "90d".
func span(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 10_000 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	by, err := time.ParseDuration(text)
	if err != nil || by <= 0 {
		return 0, fmt.Errorf("%q is no length of time: write 11m, 2h or 90d", text)
	}
	return by, nil
}

// passing is a clock that can be put forward.
type passing struct {
	now func() time.Time

	mu sync.Mutex
	by time.Duration
}

// Now is the time with everything that was let pass.
func (p *passing) Now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now().Add(p.by)
}

// Pass puts the clock forward.
func (p *passing) Pass(by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.by += by
}

// unquoted reads a line in double quotes as Go does, so that it can hold what a
// terminal cannot type. Any other line is itself.
func unquoted(line string) string {
	trimmed := strings.TrimSpace(line)
	if len(trimmed) < 2 || trimmed[0] != '"' {
		return line
	}
	if text, err := strconv.Unquote(trimmed); err == nil {
		return text
	}
	return line
}
