package slacksim

import (
	"errors"
	"fmt"
)

// Actor is one user at their Slack client. Its acts return an error only for what that client would not let them do (an unknown
// channel, a button that is not there, someone else's message); what Slack or the app made of the act is in the Result.
// Users, channels and groups may be named by id or by name.
//
// An element on a message or view is named by, in this order: its block_id and action_id joined by "/", its action_id, its value,
// its label (button text, placeholder or an input's label), or "!n" for the n-th element from the top. The first that fits is meant.
type Actor struct {
	s    *Server
	name string
}

// As returns the user with this id or name at their client.
func (s *Server) As(user string) Actor { return Actor{s: s, name: user} }

// SayOption says where something is said.
type SayOption func(*sayOptions)

type sayOptions struct{ thread string }

// InThread says it in the thread of the message with this ts.
func InThread(ts string) SayOption { return func(o *sayOptions) { o.thread = ts } }

// Errors of acts that the user's client does not offer.
var (
	ErrNoUser    = errors.New("no such user, or the account is deactivated")
	ErrNoChannel = errors.New("no such channel, or the user is not in it")
	ErrNoMessage = errors.New("no such message, or the user does not see it")
	ErrNoView    = errors.New("no such view open for the user")
	ErrNoElement = errors.New("no such element")
	ErrNotYours  = errors.New("only the author can do that")
	ErrOff       = errors.New("the app's manifest turns this off")
)

// locate resolves the actor and a channel they are in.
func (a Actor) locate(channel string) (User, Channel, error) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	u, ok := a.s.userLocked(a.name)
	if !ok || u.Deleted {
		return User{}, Channel{}, fmt.Errorf("%w: %q", ErrNoUser, a.name)
	}
	c, ok := a.s.channelLocked(channel)
	if !ok || !c.IsMember(u.ID) {
		return u, Channel{}, fmt.Errorf("%w: %q", ErrNoChannel, channel)
	}
	return u, c.clone(), nil
}

func (a Actor) user() (User, error) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	u, ok := a.s.userLocked(a.name)
	if !ok || u.Deleted {
		return User{}, fmt.Errorf("%w: %q", ErrNoUser, a.name)
	}
	return u, nil
}
