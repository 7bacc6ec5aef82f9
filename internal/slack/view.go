package slack

import (
	"github.com/slack-go/slack"

	"factbot/internal/bot"
)

// view is a modal or home that is ready to be sent, in an acknowledgement or through a Web API method.
type view struct {
	kind                 string // modal or home
	title, submit, close string
	callback             string
	meta                 string
	blocks               []slack.Block
	raw                  []byte // the same blocks, without brackets
}

// Callback ids of our modals.
const (
	callbackForm  = "form"
	callbackReply = "reply"
)

// replyView shows a reply in a modal or as the home.
func replyView(r *bot.Reply, kind, title, meta string) *view {
	c := newCanvas()
	defer c.free()
	c.view = true
	c.reply(r)
	v := &view{kind: kind, callback: callbackReply, meta: meta, blocks: c.blocks()}
	v.raw = append([]byte(nil), c.buf...)
	if kind == "modal" {
		v.title = cut(visible(title), maxViewTitle)
		v.close = wordsFor(c.zh).closeView
	}
	return v
}

// MarshalJSON writes the view as Slack takes it.
func (v *view) MarshalJSON() ([]byte, error) { return v.append(nil), nil }

func (v *view) append(dst []byte) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(dst, v.kind...)
	dst = append(dst, `"`...)
	for _, part := range [...]struct{ name, text string }{{"title", v.title}, {"submit", v.submit}, {"close", v.close}} {
		if part.text != "" {
			dst = append(dst, `,"`...)
			dst = append(dst, part.name...)
			dst = append(dst, `":{"type":"plain_text","text":`...)
			dst = appendJSON(dst, part.text)
			dst = append(dst, `,"emoji":false}`...)
		}
	}
	dst = append(dst, `,"callback_id":`...)
	dst = appendJSON(dst, v.callback)
	if v.meta != "" {
		dst = append(dst, `,"private_metadata":`...)
		dst = appendJSON(dst, v.meta)
	}
	dst = append(dst, `,"blocks":[`...)
	dst = append(dst, v.raw...)
	return append(dst, `]}`...)
}

// modal is the view as slack-go takes it.
func (v *view) modal() slack.ModalViewRequest {
	text := func(s string) *slack.TextBlockObject {
		if s == "" {
			return nil
		}
		return slack.NewTextBlockObject(slack.PlainTextType, s, false, false)
	}
	return slack.ModalViewRequest{
		Type: slack.VTModal, Title: text(v.title), Submit: text(v.submit), Close: text(v.close),
		CallbackID: v.callback, PrivateMetadata: v.meta, Blocks: slack.Blocks{BlockSet: v.blocks},
	}
}

// home is the view as slack-go takes it.
func (v *view) home() slack.HomeTabViewRequest {
	return slack.HomeTabViewRequest{Type: slack.VTHomeTab, CallbackID: v.callback, Blocks: slack.Blocks{BlockSet: v.blocks}}
}
