package slack

import (
	"bytes"
	"errors"
	"strings"
)

var errForm = errors.New("malformed form")

// eachField calls f with the fields of a form, still encoded, until f returns false.
func eachField(body []byte, f func(key, value []byte) bool) {
	for len(body) > 0 {
		var pair []byte
		pair, body, _ = bytes.Cut(body, []byte{'&'})
		key, value, _ := bytes.Cut(pair, []byte{'='})
		if len(pair) > 0 && !f(key, value) {
			return
		}
	}
}

// unescape writes a form value decoded, once.
func unescape(to *strings.Builder, v []byte) error {
	from := 0
	for i := 0; i < len(v); i++ {
		c := v[i]
		if c != '+' && c != '%' {
			continue
		}
		to.Write(v[from:i])
		if c == '+' {
			to.WriteByte(' ')
		} else {
			if i+2 >= len(v) {
				return errForm
			}
			hi, lo := unhex(v[i+1]), unhex(v[i+2])
			if hi > 15 || lo > 15 {
				return errForm
			}
			to.WriteByte(hi<<4 | lo)
			i += 2
		}
		from = i + 1
	}
	to.Write(v[from:])
	return nil
}

func unhex(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// slashCommand is what a slash command delivers, over either transport.
type slashCommand struct {
	Text        string `json:"text"`
	Command     string `json:"command"`
	Team        string `json:"team_id"`
	User        string `json:"user_id"`
	Channel     string `json:"channel_id"`
	ChannelName string `json:"channel_name"`
	Trigger     string `json:"trigger_id"`
	ResponseURL string `json:"response_url"`
	App         string `json:"api_app_id"`
}

// parsedForm is a signed form: a slash command, an interaction's payload, or Slack's check of the certificate.
type parsedForm struct {
	command  slashCommand
	payload  string
	sslCheck bool
}

// parseForm reads the fields that matter; of a repeated field the first that is not empty counts. Their values lie in one
// string.
func parseForm(body []byte) (*parsedForm, error) {
	f := &parsedForm{}
	var room [10]struct {
		to    *string
		value []byte
	}
	wanted, size := room[:0], 0
	eachField(body, func(key, value []byte) bool {
		if string(key) == "ssl_check" {
			f.sslCheck = string(value) == "1"
			return true
		}
		to := f.field(key)
		if to == nil || len(value) == 0 {
			return true
		}
		for i := range wanted {
			if wanted[i].to == to {
				return true
			}
		}
		wanted = append(wanted, struct {
			to    *string
			value []byte
		}{to, value})
		size += len(value)
		return true
	})
	var values strings.Builder
	values.Grow(size)
	for i := range wanted {
		from := values.Len()
		if err := unescape(&values, wanted[i].value); err != nil {
			return f, err
		}
		*wanted[i].to = values.String()[from:]
	}
	return f, nil
}

// field is where the value of a form's field goes; nil for those that nobody needs.
func (f *parsedForm) field(key []byte) *string {
	if string(key) == "payload" {
		return &f.payload
	}
	return f.command.field(string(key))
}

// bareSSLCheck reports whether an unsigned body is Slack's check of the certificate and nothing else: exactly the field
// ssl_check=1, beside which only the old verification token may stand. Nothing is done for it, so nothing can be
// smuggled in with it.
func bareSSLCheck(body []byte) bool {
	if len(body) > 512 {
		return false
	}
	checks, others := 0, 0
	eachField(body, func(key, value []byte) bool {
		switch {
		case string(key) == "ssl_check" && string(value) == "1":
			checks++
		case string(key) != "token":
			others++
		}
		return true
	})
	return checks == 1 && others == 0
}
