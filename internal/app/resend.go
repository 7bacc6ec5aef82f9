package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"factbot/internal/fact"
	"factbot/internal/review"
)

// ResendRequest chooses the messages that are sent again.
type ResendRequest struct {
	IDs []int64
	All bool // every one that can be
}

// Resend lists the messages that were given up or, where some are chosen, has
// them sent once more when the database is served next.
func Resend(ctx context.Context, o Options, r ResendRequest) (_ string, err error) {
	how := reading
	if r.All || len(r.IDs) > 0 {
		how = writing
	}
	c, err := openCore(ctx, o, how, nil)
	if err != nil {
		return "", err
	}
	defer c.closeInto(ctx, &err)
	var out strings.Builder
	if how == reading {
		list, err := c.review.GivenUp(ctx)
		if err != nil {
			return "", err
		}
		for _, g := range list {
			out.WriteString(resendLine(g))
		}
		if len(list) == 0 {
			out.WriteString("No message was given up.\n")
		}
		return out.String(), nil
	}
	again, held, err := c.review.Resend(ctx, fact.Actor{Origin: fact.OriginTerminal}, r.IDs)
	if err != nil {
		return "", err
	}
	for _, g := range held {
		out.WriteString(resendLine(g))
	}
	switch n := len(again); n {
	case 0:
		out.WriteString("Nothing is sent again.\n")
	case 1:
		out.WriteString("1 message is sent again when factbot serves.\n")
	default:
		fmt.Fprintf(&out, "%d messages are sent again when factbot serves.\n", n)
	}
	return out.String(), nil
}

// resendLine is one message that was given up: its number, what it is, for whom,
// since when, why, and what keeps it from being sent again.
func resendLine(g review.GivenUp) string {
	n := g.Notice
	to := string(n.Place.Channel)
	if to == "" {
		to = string(n.User)
	}
	line := fmt.Sprintf("%6s  %s  %-10s to %s, given up: %s", strconv.FormatInt(n.ID, 10), n.CreatedAt.UTC().Format(time.RFC3339), n.Kind, to, n.Error)
	if g.Held != "" {
		line += "; not sent again: " + string(g.Held)
	}
	return line + "\n"
}
