package slack

import (
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
)

// Observer is told what happens, for metrics. Any field may be nil; none may block.
type Observer struct {
	Delivery func(transport, kind string)                            // a delivery was let in: http or socket; command, event, interaction, form …
	Answer   func(via bot.Via, kind bot.Kind, took time.Duration)    // a request was answered by the bot
	Refused  func(reason string)                                     // a delivery or person was refused, or an input malformed
	Socket   func(open int, reconnected bool)                        // a Socket Mode connection came or went
	Sent     func(kind fact.NoticeKind, outcome string)              // a notice: sent, edited, found, or the failure's code
	Call     func(method string, took time.Duration, failure string) // a Web API method; failure is Slack's code or ""
}

func (o *Observer) delivery(transport, kind string) {
	if o.Delivery != nil {
		o.Delivery(transport, kind)
	}
}

func (o *Observer) answer(via bot.Via, kind bot.Kind, took time.Duration) {
	if o.Answer != nil {
		o.Answer(via, kind, took)
	}
}

func (o *Observer) refused(reason string) {
	if o.Refused != nil {
		o.Refused(reason)
	}
}

func (o *Observer) socket(open int, reconnected bool) {
	if o.Socket != nil {
		o.Socket(open, reconnected)
	}
}

func (o *Observer) sent(kind fact.NoticeKind, outcome string) {
	if o.Sent != nil {
		o.Sent(kind, outcome)
	}
}

func (o *Observer) call(method string, took time.Duration, failure string) {
	if o.Call != nil {
		o.Call(method, took, failure)
	}
}
