package slack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/slack-go/slack"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// noticeEvent is the event_type under which a message carries the key of the notice that it is.
const noticeEvent = "factbot_notice"

// SendError is why a notice was not sent, or may not have been.
type SendError struct {
	Err   error // the cause; nil where there was none but the code
	code  string
	after time.Duration
	final bool
	open  bool
}

// Error implements error.
func (e *SendError) Error() string {
	if e.Err == nil {
		return "slack: " + e.code
	}
	return fmt.Sprintf("slack: %s: %v", e.code, e.Err)
}

// Code is Slack's name for it, or ours where Slack did not answer: never any text of a message.
func (e *SendError) Code() string { return e.code }

// Unwrap gives the cause.
func (e *SendError) Unwrap() error { return e.Err }

// RetryAfter is how long Slack asks to wait; 0 where it does not say.
func (e *SendError) RetryAfter() time.Duration { return e.after }

// Permanent reports that trying again cannot help.
func (e *SendError) Permanent() bool { return e.final }

// Unknown reports that the message may have arrived all the same.
func (e *SendError) Unknown() bool { return e.open }

// Send delivers one notice, worded by the bot now. It posts, or edits where the notice names a message. After an unknown
// outcome it first looks for the notice's key where it may read, and edits what it finds; where it may not read it posts
// again, marked as possibly repeated. Whoever shared it is told what became of it.
func (a *App) Send(ctx context.Context, n fact.Notice) (at fact.Place, shown []fact.Ref, err error) {
	at, shown, err = a.sendNotice(ctx, n)
	if n.Kind == fact.NoticeShare {
		a.shared(&n, err)
	}
	return at, shown, err
}

func (a *App) sendNotice(ctx context.Context, n fact.Notice) (at fact.Place, shown []fact.Ref, err error) {
	if n.Locale == "" && n.User != "" && n.Place.Channel == "" {
		// Unknown when the notice was written; a direct message speaks the person's language once it is known.
		if p, ok := a.directory.Person(n.User); ok {
			n.Locale = p.Locale
		}
	}
	reply, err := a.Door.Notice(ctx, n)
	if err != nil {
		return at, nil, &SendError{code: string(fact.CodeOf(err)), Err: err, final: fact.CodeOf(err) == fact.CodeNotFound}
	}
	target := string(n.Place.Channel)
	if target == "" {
		target = string(n.User)
	}
	if target == "" {
		return at, nil, &SendError{code: "no_target", final: true}
	}
	update, outcome := n.Place.Message, "sent"
	if n.Unknown && update == "" {
		found, ok := a.findNotice(ctx, &n, target)
		switch {
		case found != nil:
			target, update, outcome = string(found.Channel), found.Message, "found"
		case !ok:
			w := wordsFor(reply.Locale == bot.LocaleZH)
			reply.Notes = append(slices.Clone(reply.Notes), bot.Plain(w.repeated))
		}
	} else if update != "" {
		outcome = "edited"
	}
	channel, ts, err := a.put(ctx, &n, &reply, target, update)
	if err != nil {
		failed := a.sendFailed(err, update != "")
		a.Observer.sent(n.Kind, failed.code)
		if elsewhere, ok := afterDeletion(n, failed.code); ok {
			return a.sendNotice(ctx, elsewhere)
		}
		return at, nil, failed
	}
	a.Observer.sent(n.Kind, outcome)
	at = fact.Place{Kind: n.Place.Kind, Channel: fact.ChannelID(channel), Name: n.Place.Name, Thread: n.Place.Thread, Message: ts}
	if n.Place.Channel == "" {
		at.Kind = fact.PlaceDirect
		a.directory.sawDirect(n.User, at.Channel)
	}
	return at, reply.Shown(), nil
}

// put posts or edits; blocks that Slack refuses are left out once, since the text says the same.
func (a *App) put(ctx context.Context, n *fact.Notice, reply *bot.Reply, target, update string) (channel, ts string, err error) {
	c := newCanvas()
	c.reply(reply)
	blocks := c.blocks()
	c.free()
	opts := []slack.MsgOption{
		slack.MsgOptionText(topText(reply), false), slack.MsgOptionBlocks(blocks...),
		slack.MsgOptionDisableLinkUnfurl(), slack.MsgOptionDisableMediaUnfurl(),
		slack.MsgOptionMetadata(slack.SlackMetadata{EventType: noticeEvent, EventPayload: map[string]any{"key": n.Key}}),
	}
	if n.Place.Thread != "" && update == "" {
		opts = append(opts, slack.MsgOptionTS(n.Place.Thread))
	}
	method := "chat.postMessage"
	if update != "" {
		method = "chat.update"
		opts = append(opts, slack.MsgOptionUpdate(update))
	}
	channel, ts, err = a.call(ctx, method, target, opts)
	if code := slackCode(err); code == "invalid_blocks" || code == "msg_blocks_too_long" || code == "invalid_blocks_format" {
		a.Logger.Error("slack: refused blocks; sent as plain text", "code", code, "notice", n.Key, "pointers", pointers(err))
		opts[1] = slack.MsgOptionBlocks()
		opts = append(opts, slack.MsgOptionDisableMarkdown())
		channel, ts, err = a.call(ctx, method, target, opts)
	}
	return channel, ts, err
}

func (a *App) call(ctx context.Context, method, target string, opts []slack.MsgOption) (channel, ts string, err error) {
	from := time.Now()
	channel, ts, _, err = a.api.SendMessageContext(ctx, target, opts...)
	a.Observer.call(method, time.Since(from), failureCode(err))
	return channel, ts, err
}

// pointers are the places in the blocks that Slack names, without their content.
func pointers(err error) []string {
	var e slack.SlackErrorResponse
	if !errors.As(err, &e) {
		return nil
	}
	return e.ResponseMetadata.Messages
}

// lost are the codes after which a notice can never be sent. Others are tried again.
var lost = map[string]bool{
	"channel_not_found": true, "not_in_channel": true, "is_archived": true, "restricted_action": true, "user_not_found": true,
	"user_disabled": true, "account_inactive": true, "cannot_dm_bot": true, "message_not_found": true, "cant_update_message": true,
	"edit_window_closed": true, "thread_not_found": true, "restricted_action_thread_locked": true, "restricted_action_read_only_channel": true,
	"restricted_action_thread_only_channel": true, "restricted_action_non_threadable_channel": true, "messages_tab_disabled": true,
	"msg_too_long": true, "no_text": true, "invalid_blocks": true, "invalid_auth": true, "not_authed": true, "token_revoked": true,
	"missing_scope": true, "no_permission": true, "is_inactive": true, "metadata_too_large": true, "invalid_metadata_format": true,
}

// afterDeletion says where a notice goes whose message or thread somebody deleted: the reviewers' messages are posted
// anew, and whoever raised a flag is told directly. Of anything else nobody is left to be told.
func afterDeletion(n fact.Notice, code string) (fact.Notice, bool) {
	switch {
	case code == "message_not_found" && (n.Kind == fact.NoticeQueue || n.Kind == fact.NoticeProposal) && n.Place.Message != "":
		n.Place.Message, n.Unknown = "", false
	case code == "thread_not_found" && n.Kind == fact.NoticeOutcome && n.User != "" && n.Place.Channel != "":
		n.Place = fact.Place{}
	default:
		return n, false
	}
	return n, true
}

func (a *App) sendFailed(err error, edit bool) *SendError {
	code := failureCode(err)
	failed := &SendError{code: code, Err: err, after: retryAfterOf(err)}
	named := slackCode(err) != ""
	failed.final = lost[code]
	// Without an answer from Slack the message may be there. An edit can be repeated safely.
	failed.open = !named && code != "ratelimited" && !edit
	switch code {
	case "message_not_found", "thread_not_found":
		failed.Err = fact.NotFound("notice.deleted", "What it would edit or answer was deleted.").Because(err)
	case "internal_error", "fatal_error", "request_timeout", "service_unavailable":
		failed.open = !edit
	}
	if alarming(code) {
		a.Logger.Error("slack: the app may not post any more; look at its installation", "code", code)
	}
	return failed
}

func retryAfterOf(err error) time.Duration {
	if limited, ok := errors.AsType[*slack.RateLimitedError](err); ok {
		return max(limited.RetryAfter, time.Second)
	}
	return 0
}

// findNotice looks for the message that carries the notice's key. ok is false where the conversation may not be read, so
// that it is not known whether the message is there.
func (a *App) findNotice(ctx context.Context, n *fact.Notice, target string) (found *fact.Place, ok bool) {
	channel := target
	if n.Place.Channel == "" {
		if channel = string(a.directory.direct(n.User)); channel == "" {
			return nil, false
		}
	}
	var messages []slack.Message
	var err error
	from := time.Now()
	method := "conversations.history"
	oldest := ""
	if !n.CreatedAt.IsZero() {
		oldest = fmt.Sprintf("%d.000000", n.CreatedAt.Add(-time.Minute).Unix())
	}
	if n.Place.Thread != "" {
		method = "conversations.replies"
		messages, _, _, err = a.api.GetConversationRepliesContext(ctx, &slack.GetConversationRepliesParameters{
			ChannelID: channel, Timestamp: n.Place.Thread, Oldest: oldest, Limit: findLimit, IncludeAllMetadata: true,
		})
	} else {
		var page *slack.GetConversationHistoryResponse
		page, err = a.api.GetConversationHistoryContext(ctx, &slack.GetConversationHistoryParameters{
			ChannelID: channel, Oldest: oldest, Limit: findLimit, IncludeAllMetadata: true,
		})
		if page != nil {
			messages = page.Messages
		}
	}
	a.Observer.call(method, time.Since(from), failureCode(err))
	if err != nil {
		return nil, false
	}
	for i := range messages {
		m := &messages[i]
		if m.Metadata.EventType == noticeEvent && m.Metadata.EventPayload["key"] == n.Key {
			return &fact.Place{Channel: fact.ChannelID(channel), Message: m.Timestamp}, true
		}
	}
	return nil, len(messages) < findLimit
}

// findLimit is how many messages are looked through for a notice's key.
const findLimit = 200
