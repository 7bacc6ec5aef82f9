package slack

import (
	"encoding/json"
	"strings"
	"testing"
)

const commandFrame = `{"envelope_id":"e-1","type":"slash_commands","accepts_response_payload":true,"payload":{"token":"t","team_id":"T0TEAM","team_domain":"d","channel_id":"C0RDMA","channel_name":"rdma","user_id":"U0READER","user_name":"reader","command":"\/rdma","text":"facts \"延迟\" \u00e9 \ud83d\ude00 & <b>","api_app_id":"A0APP","is_enterprise_install":"false","response_url":"https:\/\/hooks.slack.com\/commands\/1","trigger_id":"1.2.3"}}`

// FuzzFlatCommand holds the quick reader of commands to encoding/json: what it takes, both read alike.
func FuzzFlatCommand(f *testing.F) {
	for _, frame := range []string{
		commandFrame, strings.ReplaceAll(commandFrame, ",", " ,\n "), `{}`, `{"payload":{}}`, `{"type":"slash_commands","payload":{"text":"a","text":"b"}}`,
		`{"type":"x","payload":{"text":null}}`, `{"type":"x","payload":{"text":5}}`, `{"payload":{"text":"\ud800"}}`, `{"payload":{"text":"\u12"}}`,
		`{"accepts_response_payload":tru}`, `{"a":true,"b":false,"c":"\x"}`, `{"type":"x"} `, `{"type":"x"}}`, `{"type":"x",}`, `{,}`, "{\"type\":\"a\x00b\"}",
		"{\"type\":\"\xff\"}", `{"type":"x"`, `{"type":"x\`, `[]`, ``, `{"payload":{"text":"a"},"payload":{"command":"b"}}`,
	} {
		f.Add([]byte(frame))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var flat, std commandEnvelope
		if !flatCommand(raw, &flat) {
			return
		}
		if err := json.Unmarshal(raw, &std); err != nil {
			t.Fatalf("taken, though not JSON: %v", err)
		}
		if strings.ToLower(string(raw)) == string(raw) && flat != std {
			t.Errorf("%+v\n%+v", flat, std)
		}
	})
}

func TestReadCommand(t *testing.T) {
	t.Parallel()
	var flat commandEnvelope
	if !flatCommand([]byte(commandFrame), &flat) {
		t.Error("an ordinary frame is not read quickly")
	}
	for _, frame := range []string{commandFrame, strings.Replace(commandFrame, `"token":"t"`, `"token":null,"enterprise":{"id":"E1"}`, 1)} {
		e, ok := readCommand([]byte(frame))
		if !ok || e.ID != "e-1" || !e.Accepts || e.Payload.Text != `facts "延迟" é 😀 & <b>` || e.Payload.ResponseURL != "https://hooks.slack.com/commands/1" {
			t.Errorf("%v %+v", ok, e)
		}
	}
	if _, ok := readCommand([]byte(`{"type":"events_api","payload":{"x":"slash_commands"}}`)); ok {
		t.Error("an event is no command")
	}
}

func BenchmarkReadCommand(b *testing.B) {
	raw := []byte(commandFrame)
	b.ReportAllocs()
	for b.Loop() {
		readCommand(raw)
	}
}
