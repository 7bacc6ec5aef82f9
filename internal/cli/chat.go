package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"factbot/internal/slacksim"
)

func (t *terminal) chat() *cobra.Command {
	var as, channel string
	var http bool
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
			clock := &passing{now: time.Now}
			run, err := startPretend(cmd.Context(), o, pretendOptions{
				http: http, addr: "127.0.0.1:0", ownDB: t.db != "", log: t.err, clock: clock.Now, level: "warn", turns: true,
			})
			if err != nil {
				return err
			}
			if err = run.ready(cmd.Context()); err == nil {
				t.say("You are %s in #%s of a pretend Slack. Try: /rdma facts latency   (:help for more, :quit to end)", as, channel)
				err = newConversation(run, clock, t.out, as, channel).converse(cmd.Context(), t.in)
			}
			if closeErr := run.Close(); err == nil {
				err = closeErr
			}
			return err
		},
	}
	cmd.Flags().StringVar(&as, "persona", "reader", "who to be: reader, reader2, reviewer, reviewer2, guest or outsider")
	cmd.Flags().StringVar(&channel, "channel", "rdma", "where to be")
	cmd.Flags().BoolVar(&http, "http", false, "deliver over signed HTTP instead of Socket Mode")
	return cmd
}

const chatHelp = `  text            say it in the channel; mention @factbot to be answered
  /rdma words     the slash command
  "line"          in double quotes, \n is a line break and \u00a0 a no-break space
  !3   !2.1       press the third button; take the first entry of the second menu
  !1 words        type into the first field
  :as reviewer    be somebody else
  :in fact-review go to another channel; :in factbot is the direct message with it
  :thread text    say it in the thread of the last message
  :dm text        say it to factbot directly
  :edit text      change what you said last; :delete takes it back
  :react name     put an emoji under the last message, or take it away
  :home           open factbot's home
  :last           show the channel's last message again, with its buttons
  :check  :quote  use a message shortcut on the last message; also :save
  :lookup         use the global shortcut
  :invite  :kick  bring factbot into the channel, or take it out
  :later 11m      let time pass (also 90d) and show what it brings
  :quit           end
`

// conversation is one person at a terminal in the pretend Slack.
type conversation struct {
	sim     *slacksim.Server
	settle  func(context.Context) error // returns when the bot has nothing left to do
	clock   *passing
	out     io.Writer
	as      string
	channel string

	lines *bufio.Scanner
	shown int64            // changes up to here have been shown
	on    slacksim.Surface // what "!n" presses on
	items []slacksim.Element
	last  slacksim.Ref // the last message shown, for threads and shortcuts
	said  slacksim.Ref // the last message said, for edits
}

func newConversation(run *pretend, clock *passing, out io.Writer, as, channel string) *conversation {
	return &conversation{sim: run.sim, settle: run.app.Settle, clock: clock, out: out, as: as, channel: channel, shown: run.sim.Seq()}
}

// maxLine bounds a typed line, in bytes.
const maxLine = 1 << 20

// converse answers line by line until the input ends or :quit.
func (c *conversation) converse(ctx context.Context, in io.Reader) error {
	c.lines = bufio.NewScanner(in)
	c.lines.Buffer(nil, maxLine)
	for c.lines.Scan() {
		line := unquoted(strings.TrimRight(c.lines.Text(), "\r"))
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
	if strings.HasPrefix(line, "!") {
		number, text, _ := strings.Cut(line[1:], " ")
		return c.press(ctx, number, strings.TrimSpace(text))
	}
	if err := c.leave(ctx); err != nil {
		return err
	}
	verb, rest, _ := strings.Cut(line, " ")
	if act, ok := chatActs[verb]; ok {
		return act(c, ctx, strings.TrimSpace(rest))
	}
	var result slacksim.Result
	var err error
	switch {
	case strings.HasPrefix(line, "/"):
		result, err = c.me().Slash(ctx, c.channel, line)
	case strings.HasPrefix(verb, ":"):
		return fmt.Errorf("%s is nothing here; :help lists what there is", verb)
	default:
		return c.say(ctx, line)
	}
	if err != nil {
		return err
	}
	return c.show(ctx, result)
}

func (c *conversation) me() slacksim.Actor { return c.sim.As(c.as) }

// leave closes what stands open in front of the person, as one does before going on.
func (c *conversation) leave(ctx context.Context) error {
	if len(c.sim.Views(c.as)) == 0 {
		return nil
	}
	_, err := c.me().CloseAll(ctx)
	return err
}

func (c *conversation) printf(format string, args ...any) { _, _ = fmt.Fprintf(c.out, format, args...) }
