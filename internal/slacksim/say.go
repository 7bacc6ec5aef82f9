package slacksim

import (
	"context"
	"fmt"
	"strings"
)

// Say writes a message in a channel where the user is. Names, channels and links in the text are resolved as Slack's client does.
func (a Actor) Say(_ context.Context, channel, text string, opts ...SayOption) (Result, error) {
	u, c, err := a.locate(channel)
	if err != nil {
		return Result{}, err
	}
	if c.Direct() && !a.s.messagesOn() {
		return Result{}, fmt.Errorf("messages to the app: %w", ErrOff)
	}
	var o sayOptions
	for _, opt := range opts {
		opt(&o)
	}
	text = a.s.spoken(text)
	if strings.TrimSpace(text) == "" {
		return Result{Error: "no_text"}, nil
	}
	a.s.mu.Lock()
	thread, err := a.s.userThreadLocked(c.ID, o.thread)
	if err != nil {
		a.s.mu.Unlock()
		return Result{}, err
	}
	m := a.s.putLocked(post{channel: c.ID, thread: thread, user: u.ID, clientMsgID: randomUUID(), content: content{text: text}}).clone()
	a.s.mu.Unlock()
	r := Result{Message: &m, Events: a.s.emitMessage(m)}
	if a.s.mentionsBot(text) && !c.Direct() && !c.IsMember(a.s.world.Bot.UserID) {
		r.Error = NotInChannel
		r.Notice = fmt.Sprintf("You mentioned @%s, but they're not in this channel.", a.s.world.Bot.Name)
	}
	return r, nil
}

// Mention says "@app text" in a channel.
func (a Actor) Mention(ctx context.Context, channel, text string, opts ...SayOption) (Result, error) {
	return a.Say(ctx, channel, "<@"+a.s.world.Bot.UserID+"> "+text, opts...)
}

// DM says something to the app in its direct message.
func (a Actor) DM(ctx context.Context, text string, opts ...SayOption) (Result, error) {
	c, ok := a.s.DirectChannel(a.name)
	if !ok {
		return Result{}, fmt.Errorf("%w: %q", ErrNoUser, a.name)
	}
	return a.Say(ctx, c.ID, text, opts...)
}

// userThreadLocked is the parent of the thread that a client shows for a message: its own, or the one it is in.
func (s *Server) userThreadLocked(channelID, ts string) (string, error) {
	if ts == "" {
		return "", nil
	}
	m := s.messageLocked(channelID, ts)
	if m == nil || m.EphemeralTo != "" {
		return "", fmt.Errorf("%w: %q", ErrNoMessage, ts)
	}
	return firstOf(m.ThreadTS, m.TS), nil
}

// messagesOn reports whether people may write to the app.
func (s *Server) messagesOn() bool {
	home := s.manifest.Features.AppHome
	return home.MessagesTab && !home.MessagesReadOnly
}

// seen resolves a message that the user sees.
func (a Actor) seen(on Surface) (User, Channel, Message, error) {
	ref := on.Ref()
	u, c, err := a.locate(ref.Channel)
	if err != nil {
		return u, c, Message{}, err
	}
	m, ok := a.s.Message(c.ID, ref.TS)
	if !ok || !m.VisibleTo(u.ID) {
		return u, c, m, fmt.Errorf("%w: %q", ErrNoMessage, ref.TS)
	}
	return u, c, m, nil
}

// Edit changes the text of the user's own message.
func (a Actor) Edit(_ context.Context, on Surface, text string) (Result, error) {
	u, c, before, err := a.seen(on)
	if err != nil {
		return Result{}, err
	}
	if before.User != u.ID {
		return Result{}, fmt.Errorf("edit: %w", ErrNotYours)
	}
	text = a.s.spoken(text)
	a.s.mu.Lock()
	m := a.s.messageLocked(c.ID, before.TS)
	a.s.rewriteLocked(m, content{text: text})
	after := m.clone()
	a.s.mu.Unlock()
	return Result{Message: &after, Events: a.s.emitChanged(before, after)}, nil
}

// Delete removes the user's own message.
func (a Actor) Delete(_ context.Context, on Surface) (Result, error) {
	u, c, before, err := a.seen(on)
	if err != nil {
		return Result{}, err
	}
	if before.User != u.ID {
		return Result{}, fmt.Errorf("delete: %w", ErrNotYours)
	}
	a.s.mu.Lock()
	a.s.removeLocked(a.s.messageLocked(c.ID, before.TS))
	a.s.mu.Unlock()
	return Result{Events: a.s.emitDeleted(before)}, nil
}

// React puts an emoji (its name, without colons) under a message; a second time takes it away again.
func (a Actor) React(_ context.Context, on Surface, emoji string) (Result, error) {
	u, c, before, err := a.seen(on)
	if err != nil {
		return Result{}, err
	}
	emoji = strings.Trim(emoji, ":")
	if emoji == "" || before.EphemeralTo != "" {
		return Result{}, fmt.Errorf("react with %q: %w", emoji, ErrNoMessage)
	}
	event := "reaction_added"
	a.s.mu.Lock()
	m := a.s.messageLocked(c.ID, before.TS)
	if !m.react(emoji, u.ID) {
		event = "reaction_removed"
		m.unreact(emoji, u.ID)
	}
	m.Seq = a.s.touchLocked(m)
	after, ts := m.clone(), a.s.newTSLocked()
	a.s.mu.Unlock()
	r := Result{Message: &after}
	if c.IsMember(a.s.world.Bot.UserID) {
		r.Events = eventIDs(a.s.emit(event, tree{
			"type": event, "user": u.ID, "reaction": emoji, "item_user": after.User, "event_ts": ts,
			"item": tree{"type": "message", "channel": c.ID, "ts": after.TS},
		}, c.ID))
	}
	return r, nil
}

// OpenHome opens the app's home; OpenMessages opens its messages tab.
func (a Actor) OpenHome(ctx context.Context) (Result, error) { return a.openTab(ctx, "home") }

// OpenMessages opens the tab where the user and the app talk.
func (a Actor) OpenMessages(ctx context.Context) (Result, error) { return a.openTab(ctx, "messages") }

func (a Actor) openTab(_ context.Context, tab string) (Result, error) {
	u, err := a.user()
	if err != nil {
		return Result{}, err
	}
	home := a.s.manifest.Features.AppHome
	if (tab == "home" && !home.HomeTab) || (tab == "messages" && !home.MessagesTab) {
		return Result{}, fmt.Errorf("the %s tab: %w", tab, ErrOff)
	}
	a.s.mu.Lock()
	c := a.s.openDirectLocked(u.ID)
	event := tree{"type": "app_home_opened", "user": u.ID, "channel": c.ID, "tab": tab, "event_ts": a.s.newTSLocked()}
	if v := a.s.homes[u.ID]; v != nil && tab == "home" {
		event["view"] = v.json(a.s)
	}
	channelID := c.ID
	a.s.mu.Unlock()
	r := Result{Events: eventIDs(a.s.emit("app_home_opened", event, channelID))}
	if tab == "home" {
		r.View = a.s.home(u.ID)
	}
	return r, nil
}
