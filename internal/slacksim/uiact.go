package slacksim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
)

// ActRequest is the body of POST /ui/act: one act of one user.
type ActRequest struct {
	// Do names the act: say, mention, dm, slash, click, choose, fill, submit, close, close_all, shortcut, message_shortcut,
	// react, edit, delete, home, messages_tab, invite, kick, disconnect; or what to read: channels, messages, views, traffic.
	Do      string `json:"do"`
	User    string `json:"user"`
	Channel string `json:"channel"`
	Text    string `json:"text"`
	// Thread is the ts of the message in whose thread something is said or read.
	Thread string `json:"thread"`
	// TS names a message of Channel, View a view ("" is the top modal, "home" the home).
	TS   string `json:"ts"`
	View string `json:"view"`
	// Element names what is clicked or chosen from, Options what is chosen, Values what is filled in.
	Element string         `json:"element"`
	Options []string       `json:"options"`
	Values  map[string]any `json:"values"`
	// Callback is a shortcut's callback_id, Emoji a reaction's name, How a Disconnection.
	Callback string `json:"callback"`
	Emoji    string `json:"emoji"`
	How      string `json:"how"`
	// WaitMS is how many milliseconds (up to 30,000) to wait for the app's first message that the user sees after the act, where
	// the acknowledgement brought none: what a mention or a deferred command answers. Such messages come in the answer's messages.
	WaitMS int `json:"wait_ms"`
}

// ErrUnknownAct says that Do names nothing.
var ErrUnknownAct = errors.New("unknown act")

func (q ActRequest) on() Ref {
	if q.TS != "" {
		return Ref{Channel: q.Channel, TS: q.TS}
	}
	return Ref{View: q.View}
}

func (q ActRequest) options() []SayOption {
	if q.Thread == "" {
		return nil
	}
	return []SayOption{InThread(q.Thread)}
}

// acts is what people can do, by name.
var acts = map[string]func(context.Context, Actor, ActRequest) (Result, error){
	"say": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.Say(ctx, q.Channel, q.Text, q.options()...)
	},
	"mention": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.Mention(ctx, q.Channel, q.Text, q.options()...)
	},
	"dm": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.DM(ctx, q.Text, q.options()...)
	},
	"slash": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.Slash(ctx, q.Channel, q.Text, q.options()...)
	},
	"click": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.Click(ctx, q.on(), q.Element)
	},
	"choose": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.Choose(ctx, q.on(), q.Element, q.Options...)
	},
	"fill": func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.Fill(ctx, q.on(), q.Values) },
	"submit": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.Submit(ctx, q.on(), q.Values)
	},
	"close":     func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.CloseView(ctx, q.on()) },
	"close_all": func(ctx context.Context, a Actor, _ ActRequest) (Result, error) { return a.CloseAll(ctx) },
	"shortcut":  func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.Shortcut(ctx, q.Callback) },
	"message_shortcut": func(ctx context.Context, a Actor, q ActRequest) (Result, error) {
		return a.MessageShortcut(ctx, q.Callback, q.on())
	},
	"react":        func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.React(ctx, q.on(), q.Emoji) },
	"edit":         func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.Edit(ctx, q.on(), q.Text) },
	"delete":       func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.Delete(ctx, q.on()) },
	"home":         func(ctx context.Context, a Actor, _ ActRequest) (Result, error) { return a.OpenHome(ctx) },
	"messages_tab": func(ctx context.Context, a Actor, _ ActRequest) (Result, error) { return a.OpenMessages(ctx) },
	"invite":       func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.Invite(ctx, q.Channel) },
	"kick":         func(ctx context.Context, a Actor, q ActRequest) (Result, error) { return a.Kick(ctx, q.Channel) },
	"disconnect": func(_ context.Context, a Actor, q ActRequest) (Result, error) {
		how := Disconnection(firstOf(q.How, string(RefreshRequested)))
		if !slices.Contains([]Disconnection{RefreshRequested, Warning, LinkDisabled, Drop, HalfOpen}, how) {
			return Result{}, fmt.Errorf("%w: disconnect %q", ErrUnknownAct, q.How)
		}
		a.s.Disconnect(how)
		return Result{}, nil
	},
}

// Act performs one named act, as POST /ui/act does.
func (s *Server) Act(ctx context.Context, q ActRequest) (Result, error) {
	act, ok := acts[q.Do]
	if !ok {
		return Result{}, fmt.Errorf("%w: %q", ErrUnknownAct, q.Do)
	}
	return act(ctx, s.As(q.User), q)
}

// actAnswer is the answer to POST /ui/act.
type actAnswer struct {
	OK bool `json:"ok"`
	Result
	Channels []Channel `json:"channels,omitempty"`
	Messages []Message `json:"messages,omitempty"`
	Views    []View    `json:"views,omitempty"`
	Home     *View     `json:"home,omitempty"`
	Traffic  []Traffic `json:"traffic,omitempty"`
}

func (s *Server) serveAct(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "the body must be application/json", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxActBody))
	if err != nil {
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	var q ActRequest
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&q); err != nil {
		writeAct(w, http.StatusBadRequest, actAnswer{Result: Result{Error: "invalid_json", Notice: err.Error()}})
		return
	}
	if ans, ok := s.read(q); ok {
		writeAct(w, http.StatusOK, ans)
		return
	}
	before := s.Seq()
	result, err := s.Act(r.Context(), q)
	if err != nil {
		writeAct(w, http.StatusUnprocessableEntity, actAnswer{Result: Result{Error: "not_possible", Notice: err.Error()}})
		return
	}
	ans := actAnswer{OK: result.Error == "", Result: result}
	if q.WaitMS > 0 && (result.Message == nil || !result.Message.FromBot()) {
		ans.Messages = s.answersAfter(r.Context(), q, before)
	}
	writeAct(w, http.StatusOK, ans)
}

// answersAfter waits for the app's messages that the user sees and that changed after a number.
func (s *Server) answersAfter(ctx context.Context, q ActRequest, seq int64) []Message {
	u, _ := s.User(q.User)
	ctx, cancel := context.WithTimeout(ctx, min(time.Duration(q.WaitMS)*time.Millisecond, maxActWait))
	defer cancel()
	var found []Message
	_ = s.Wait(ctx, func() bool {
		found = nil
		for _, m := range s.allMessages() {
			c, _ := s.Channel(m.Channel)
			if m.Seq > seq && m.FromBot() && m.VisibleTo(u.ID) && c.IsMember(u.ID) {
				found = append(found, m)
			}
		}
		return len(found) > 0
	})
	return found
}

// read answers the requests that only look. Messages and views are those that the user sees.
func (s *Server) read(q ActRequest) (actAnswer, bool) {
	u, _ := s.User(q.User)
	ans := actAnswer{OK: true}
	switch q.Do {
	case "channels":
		ans.Channels = s.Channels()
	case "messages":
		for _, m := range s.Messages(q.Channel, q.Thread) {
			if m.VisibleTo(u.ID) {
				ans.Messages = append(ans.Messages, m)
			}
		}
	case "traffic":
		all := s.Traffic()
		ans.Traffic = all[max(0, len(all)-shownTraffic):]
	case "views":
		ans.Views, ans.Home = s.Views(u.ID), s.home(u.ID)
	default:
		return ans, false
	}
	return ans, true
}

func writeAct(w http.ResponseWriter, status int, ans actAnswer) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(encodeJSON(ans))
}
