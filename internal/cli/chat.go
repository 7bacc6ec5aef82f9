package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"factbot/internal/slacksim"
)

func (t *terminal) chat() *cobra.Command {
	var as, channel string
	cmd := &cobra.Command{
		Use:   "chat",
		Short: "Try factbot in a pretend Slack, in this terminal",
		Long: "The playground for people without a browser. What you type is said in the channel; a line that\n" +
			"starts with / is a slash command; !3 presses the third button shown and !2.1 takes the first entry\n" +
			"of the second; forms ask field by field. :help lists the rest.",
		Example: "  factbot chat\n  printf '/rdma facts latency\\n!6\\n' | factbot chat",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := t.options()
			if err != nil {
				return err
			}
			run, err := startPretend(cmd.Context(), o, pretendOptions{addr: "127.0.0.1:0", ownDB: t.db != "", log: t.err})
			if err != nil {
				return err
			}
			if err = run.sim.WaitConnections(cmd.Context(), 1); err == nil {
				t.say("You are %s in #%s of a pretend Slack. Try: /rdma facts latency   (:help for more, :quit to end)", as, channel)
				err = newConversation(run.sim, t.out, as, channel).converse(cmd.Context(), t.in)
			}
			if closeErr := run.Close(); err == nil {
				err = closeErr
			}
			return err
		},
	}
	cmd.Flags().StringVar(&as, "persona", "reader", "who to be: reader, reader2, reviewer, reviewer2, guest or outsider")
	cmd.Flags().StringVar(&channel, "channel", "rdma", "where to be")
	return cmd
}

const chatHelp = `  text            say it in the channel; mention @factbot to be answered
  /rdma words     the slash command
  !3   !2.1       press the third button; take the first entry of the second menu
  :as reviewer    be somebody else
  :in fact-review go to another channel
  :thread text    say it in the thread of the last message
  :dm text        say it to factbot directly
  :home           open factbot's home
  :last           show the channel's last message again, with its buttons
  :check  :quote  use a message shortcut on the last message
  :lookup         use the global shortcut
  :quit           end
`

// conversation is one person at a terminal in the pretend Slack.
type conversation struct {
	sim     *slacksim.Server
	out     io.Writer
	as      string
	channel string

	lines *bufio.Scanner
	shown int64            // changes up to here have been shown
	on    slacksim.Surface // what "!n" presses on
	items []slacksim.Element
	last  slacksim.Ref // the last message shown, for threads and shortcuts
}

func newConversation(sim *slacksim.Server, out io.Writer, as, channel string) *conversation {
	return &conversation{sim: sim, out: out, as: as, channel: channel, shown: sim.Seq()}
}

// maxLine bounds a typed line, in bytes.
const maxLine = 1 << 20

// converse answers line by line until the input ends or :quit.
func (c *conversation) converse(ctx context.Context, in io.Reader) error {
	c.lines = bufio.NewScanner(in)
	c.lines.Buffer(nil, maxLine)
	for c.lines.Scan() {
		line := strings.TrimRight(c.lines.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if strings.TrimSpace(line) == ":quit" {
			return nil
		}
		if err := c.turn(ctx, line); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			c.printf("! %v\n", err)
		}
	}
	if err := c.lines.Err(); err != nil {
		return fmt.Errorf("read what was typed: %w", err)
	}
	return nil
}

// turn does one line and shows what came of it.
func (c *conversation) turn(ctx context.Context, line string) error {
	me := c.sim.As(c.as)
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	var result slacksim.Result
	var err error
	switch {
	case strings.HasPrefix(line, "/"):
		result, err = me.Slash(ctx, c.channel, line)
	case strings.HasPrefix(line, "!"):
		return c.press(ctx, strings.TrimPrefix(verb, "!"))
	case verb == ":help":
		c.printf("%s", chatHelp)
		return nil
	case verb == ":as":
		return c.become(rest)
	case verb == ":in":
		return c.enter(rest)
	case verb == ":last":
		return c.again(ctx)
	case verb == ":dm":
		result, err = me.DM(ctx, rest)
	case verb == ":thread":
		result, err = me.Say(ctx, c.channel, c.mentions(rest), slacksim.InThread(c.last.TS))
	case verb == ":home":
		result, err = me.OpenHome(ctx)
	case verb == ":check":
		result, err = me.MessageShortcut(ctx, "check_message", c.last)
	case verb == ":quote":
		result, err = me.MessageShortcut(ctx, "flag_message", c.last)
	case verb == ":lookup":
		result, err = me.Shortcut(ctx, "lookup_fact")
	case strings.HasPrefix(verb, ":"):
		return fmt.Errorf("%s is nothing here; :help lists what there is", verb)
	default:
		result, err = me.Say(ctx, c.channel, c.mentions(line))
	}
	if err != nil {
		return err
	}
	return c.show(ctx, result)
}

// mentions turns @factbot at a word's start into a mention, as Slack's composer does.
func (c *conversation) mentions(text string) string {
	bot := c.sim.Bot()
	return strings.ReplaceAll(text, "@"+bot.Name, "<@"+bot.UserID+">")
}

func (c *conversation) become(name string) error {
	if _, ok := c.sim.User(name); !ok {
		return fmt.Errorf("there is no %q; personas: reader, reader2, reviewer, reviewer2, guest, outsider", name)
	}
	c.as = name
	c.printf("(you are %s)\n", name)
	return nil
}

func (c *conversation) enter(name string) error {
	channel, ok := c.sim.Channel(name)
	user, _ := c.sim.User(c.as)
	if !ok || !channel.IsMember(user.ID) {
		return fmt.Errorf("%s is not in a channel %q", c.as, name)
	}
	c.channel = channel.Name
	c.printf("(you are in #%s)\n", channel.Name)
	return nil
}

// again shows the last message that the person can see in the channel; where
// nothing has been said yet it waits for the first.
func (c *conversation) again(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var last *slacksim.Message
	err := c.sim.Wait(waiting, func() bool {
		last = c.visible()
		return last != nil
	})
	if err != nil {
		return fmt.Errorf("nothing has been said in #%s", c.channel)
	}
	c.message(*last)
	return nil
}

// visible is the channel's newest message that the person can see.
func (c *conversation) visible() *slacksim.Message {
	user, _ := c.sim.User(c.as)
	messages := c.sim.Messages(c.channel, "")
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].VisibleTo(user.ID) {
			return &messages[i]
		}
	}
	return nil
}

func (c *conversation) printf(format string, args ...any) { _, _ = fmt.Fprintf(c.out, format, args...) }
