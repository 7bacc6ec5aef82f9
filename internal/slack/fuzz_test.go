package slack

import (
	"net/http"
	"net/url"
	"testing"
)

// FuzzDeliveries holds that any bytes that are signed are acknowledged, and that none break anything.
func FuzzDeliveries(f *testing.F) {
	for _, odd := range oddEnvelopes {
		f.Add([]byte(odd), true)
		f.Add([]byte(url.Values{"payload": {odd}}.Encode()), false)
	}
	for _, shape := range payloadShapes {
		f.Add([]byte(shape), true)
		f.Add([]byte(url.Values{"payload": {shape}}.Encode()), false)
	}
	f.Add([]byte(publishedBody), false)
	f.Add([]byte(slashBody(nil)), false)
	f.Add([]byte(mentionBody("1.1", "hi")), true)
	f.Fuzz(func(t *testing.T, body []byte, asJSON bool) {
		a, _, refused := testApp(t, func(c *Config) { c.APIURL = "http://127.0.0.1:1/" })
		a.http.Timeout, a.Limits.Call = 1, 1
		kind := formType
		if asJSON {
			kind = "application/json"
		}
		if w := do(a, signed(string(body), kind)); w.Code != http.StatusOK {
			t.Errorf("status %d for signed bytes", w.Code)
		}
		drainPool(t, a)
		if refused.count("panic") > 0 {
			t.Error("something broke")
		}
	})
}

// payloadShapes have the shapes of what Slack sends, with the least of values.
var payloadShapes = []string{
	`{"type":"block_actions","team":{"id":"T1","domain":"d"},"user":{"id":"U1","username":"u","team_id":"T1"},"api_app_id":"A1","token":"x","container":{"type":"message","message_ts":"1.1","channel_id":"C1","is_ephemeral":true},"trigger_id":"1.2","channel":{"id":"C1","name":"rdma"},"response_url":"https://hooks.slack.com/actions/1","actions":[{"type":"button","action_id":"cmd:1","block_id":"b","text":{"type":"plain_text","text":"x"},"value":"rdma/fact 7","action_ts":"1.1"}],"state":{"values":{}}}`,
	`{"type":"block_actions","team":{"id":"T1"},"user":{"id":"U1"},"api_app_id":"A1","container":{"type":"message","message_ts":"1.1","channel_id":"C1","thread_ts":"1.0"},"channel":{"id":"C1","name":"privategroup"},"message":{"type":"message","ts":"1.1","text":"x","blocks":[]},"actions":[{"type":"overflow","action_id":"menu:0","selected_option":{"value":"rdma/history 7"}},{"type":"static_select","action_id":"x","selected_option":null}]}`,
	`{"type":"block_actions","team":{"id":"T1"},"user":{"id":"U1"},"container":{"type":"view","view_id":"V1"},"view":{"id":"V1","type":"home","private_metadata":""},"actions":[{"type":"plain_text_input","action_id":"find:facts","value":"latency"}]}`,
	`{"type":"block_actions","team":{"id":"T1"},"user":{"id":"U1"},"view":{"id":"V1","type":"modal","root_view_id":"V0","previous_view_id":"V2","private_metadata":"{\"c\":\"x\"}"},"actions":[{"type":"button","action_id":"cmd:1","value":"/share facts x"}]}`,
	`{"type":"view_submission","team":{"id":"T1"},"user":{"id":"U1"},"view":{"id":"V1","type":"modal","callback_id":"form","private_metadata":"{\"c\":\"flag RDMA-7\",\"t\":\"rdma\"}","hash":"h","state":{"values":{"f:note":{"v":{"type":"plain_text_input","value":null}},"f:who":{"v":{"type":"users_select","selected_user":"U2"}}}}},"response_urls":[]}`,
	`{"type":"view_submission","view":{"callback_id":"form","private_metadata":"not json"}}`,
	`{"type":"view_submission","view":{"state":{"values":[]}}}`,
	`{"type":"view_closed","team":{"id":"T1"},"user":{"id":"U1"},"view":{"id":"V1"},"is_cleared":false}`,
	`{"type":"message_action","callback_id":"check_message","trigger_id":"1","message_ts":"1.1","response_url":"https://hooks.slack.com/app/1","message":{"type":"message","user":"U2","ts":"1.1","text":"a &amp; b"},"channel":{"id":"D1","name":"directmessage"},"team":{"id":"T1"},"user":{"id":"U1","name":"u"}}`,
	`{"type":"message_action","callback_id":"unknown"}`,
	`{"type":"shortcut","callback_id":"lookup_fact","trigger_id":"1","team":{"id":"T1"},"user":{"id":"U1"}}`,
	`{"type":"block_suggestion","action_id":"x","block_id":"y","value":"z"}`,
	`{"type":"interactive_message","actions":[{"name":"x","value":"y"}]}`,
	`{"type":"dialog_submission","submission":{}}`,
	`{"type":"event_callback","team_id":"T1","api_app_id":"A1","event_id":"Ev1","event":{"type":"app_home_opened","user":"U1","channel":"D1","tab":"home","view":{"id":"V1"}}}`,
	`{"type":"event_callback","team_id":"T1","event":{"type":"message","subtype":"message_changed","hidden":true,"message":{"type":"message","user":"U1","text":"x","edited":{"user":"U1","ts":"1.1"},"ts":"1.1"},"previous_message":{"text":"y"},"channel":"D1","channel_type":"im","ts":"1.2"}}`,
	`{"type":"event_callback","team_id":"T1","event":{"type":"message","channel_type":"im","user":"U1","text":"<@U0BOT","ts":"1.1","channel":"D1","files":[{}],"edited":null}}`,
	`{"type":"event_callback","team_id":"T1","authorizations":[{"user_id":"U0BOT","is_bot":true}],"event":{"type":"app_mention","user":"U1","text":"x <@U0BOT","ts":"x","channel":"C1","team":"T1"}}`,
	`{"type":"event_callback","team_id":null,"event":{"type":"app_uninstalled"}}`,
	`{"type":"event_callback","event":null}`,
	`{"type":"app_rate_limited","team_id":"T1","minute_rate_limited":1518467820}`,
	`{"type":"url_verification","challenge":"x"}`,
}
