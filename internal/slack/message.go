package slack

import (
	"unicode/utf8"

	"factbot/internal/bot"
)

// respond says how a reply is put into an acknowledgement or a response_url.
type respond struct {
	inChannel bool   // everybody sees it
	replace   bool   // it takes the place of the message whose button was pressed
	thread    string // the thread that the message was in
	url       bool   // it goes to a response_url, where replace_original has a meaning
}

// appendResponse appends a reply as the JSON that Slack takes in an acknowledgement and at a response_url.
func appendResponse(dst []byte, c *canvas, r *bot.Reply, how respond) []byte {
	c.reply(r)
	if how.inChannel {
		dst = append(dst, `{"response_type":"in_channel"`...)
	} else {
		dst = append(dst, `{"response_type":"ephemeral"`...)
	}
	if how.url {
		dst = append(dst, `,"replace_original":`...)
		if how.replace {
			dst = append(dst, `true`...)
		} else {
			dst = append(dst, `false`...)
		}
		dst = append(dst, `,"unfurl_links":false,"unfurl_media":false`...)
	}
	if how.thread != "" {
		dst = append(dst, `,"thread_ts":`...)
		dst = appendJSON(dst, how.thread)
	}
	dst = append(dst, `,"text":"`...)
	dst = c.appendText(dst, r)
	dst = append(dst, `","blocks":[`...)
	dst = append(dst, c.buf...)
	return append(dst, `]}`...)
}

// topText is a reply's plain text as Slack takes it: everything the blocks say, escaped, within Slack's bound.
func topText(r *bot.Reply) string {
	return escape(bounded(visible(r.Text())))
}

func appendTop(dst []byte, text string) []byte {
	return appendMrkdwn(dst, bounded(visible(text)))
}

// bounded cuts text so that it holds Slack's bound when it is escaped.
func bounded(text string) string {
	if len(text) <= maxTopText/5 {
		return text
	}
	n, at := 0, len(text)
	for i, r := range text {
		switch r {
		case '&':
			n += 5
		case '<', '>':
			n += 4
		default:
			n++
		}
		if n > maxTopText-1 {
			at = i
			break
		}
	}
	if at == len(text) {
		return text
	}
	return head(text, utf8.RuneCountInString(text[:at])) + "…"
}
