package page

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim/page/markup"
)

func newSurface(view bool) *surface {
	h := &handler{opts: Options{Zone: time.UTC}}
	s := &surface{h: h, words: &markup.Writer{Names: names{}, Now: time.Unix(1_796_037_520, 0), Zone: time.UTC}, prefix: "x-"}
	if view {
		s.errors = map[string]string{"b": "wrong <b>"}
		s.values = object{"b": object{"a": object{"type": "plain_text_input", "value": "kept"}}}
	}
	return s
}

// TestEveryType renders each block and element that Slack documents: none may
// fail in its template, and all but the named few have a picture of their own.
func TestEveryType(t *testing.T) {
	t.Parallel()
	option := `{"text":{"type":"plain_text","text":"O"},"value":"v"}`
	inActions := func(element string) string { return `{"type":"actions","block_id":"b","elements":[` + element + `]}` }
	inInput := func(element string) string {
		return `{"type":"input","block_id":"b","label":{"type":"plain_text","text":"L"},"hint":{"type":"plain_text","text":"H"},"element":` + element + `}`
	}
	text := `{"type":"plain_text","text":"T"}`
	confirm := `"confirm":{"title":` + text + `,"text":` + text + `,"confirm":` + text + `,"deny":` + text + `}`
	for _, c := range []struct{ raw, want string }{
		{`{"type":"header","text":` + text + `,"level":3}`, `class="block header three"`},
		{`{"type":"markdown","text":"**m** <b>"}`, `**m** &lt;b&gt;`},
		{`{"type":"video","title":` + text + `,"alt_text":"A","video_url":"https://example.com/v"}`, `aria-label="A"`},
		{`{"type":"alert","level":"warning","text":` + text + `}`, `alert warning`},
		{`{"type":"data_table","caption":"C","rows":[[{"type":"raw_text","text":"h"}],[{"type":"raw_number","value":1.5}]]}`, `<td class="">1.5</td>`},
		{`{"type":"table","rows":[[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"r"}]}]}]]}`, `<th scope="col"`},
		{`{"type":"card","title":{"type":"mrkdwn","text":"*c*"},"actions":[{"type":"button","text":` + text + `}]}`, `<b>c</b>`},
		{`{"type":"carousel","elements":[{"type":"card","body":{"type":"mrkdwn","text":"in"}}]}`, `<p>in</p>`},
		{`{"type":"container","title":` + text + `,"child_blocks":[{"type":"divider"}]}`, `<hr class="block">`},
		{`{"type":"plan","title":"P","tasks":[{"type":"task_card","title":"K","status":"complete"}]}`, `complete`},
		{`{"type":"context_actions","elements":[{"type":"feedback_buttons","action_id":"f","positive_button":{"text":` + text + `,"value":"+"},"negative_button":{"text":` + text + `,"value":"-"}},{"type":"icon_button","icon":"trash","text":` + text + `}]}`, `name="pick"`},
		{`{"type":"data_visualization","title":"V"}`, `A block of the type data_visualization`},
		{inActions(`{"type":"button","text":` + text + `,"action_id":"a","style":"danger",` + confirm + `}`), `data-confirm="confirm-x-b%2Fa"`},
		{inActions(`{"type":"button","text":` + text + `,"action_id":"a","url":"https://example.com"}`), `href="https://example.com"`},
		{inActions(`{"type":"button","text":` + text + `,"action_id":"a","url":"javascript:x"}`), `<button`},
		{inActions(`{"type":"workflow_button","text":` + text + `}`), `name="click"`},
		{inActions(`{"type":"overflow","action_id":"a","options":[` + option + `]}`), `value="k=b%2Fa&amp;v=v"`},
		{inActions(`{"type":"static_select","action_id":"a","options":[` + option + `],"initial_option":` + option + `}`), `<option value="v" selected>O`},
		{inActions(`{"type":"multi_static_select","action_id":"a","option_groups":[{"label":` + text + `,"options":[` + option + `]}]}`), `<optgroup label="T">`},
		{inActions(`{"type":"external_select","action_id":"a","min_query_length":2,"initial_option":` + option + `}`), `data-least="2"`},
		{inActions(`{"type":"radio_buttons","action_id":"a","options":[` + option + `]}`), `type="radio"`},
		{inActions(`{"type":"checkboxes","action_id":"a","options":[` + option + `],"initial_options":[` + option + `]}`), `value="v" checked`},
		{inActions(`{"type":"datepicker","action_id":"a","initial_date":"2026-12-02"}`), `type="date" name="v:b/a" value="2026-12-02"`},
		{inActions(`{"type":"timepicker","action_id":"a","initial_time":"10:14"}`), `type="time"`},
		{inActions(`{"type":"datetimepicker","action_id":"a","initial_date_time":1796206440}`), `value="2026-12-02T10:14"`},
		{inInput(`{"type":"plain_text_input","action_id":"a","multiline":true}`), "kept</textarea>"},
		{inInput(`{"type":"plain_text_input","action_id":"a"}`), `aria-describedby="x-b-error" aria-invalid="true" aria-required="true"`},
		{inInput(`{"type":"number_input","action_id":"a"}`), `inputmode="decimal"`},
		{inInput(`{"type":"email_text_input","action_id":"a","focus_on_load":true}`), `type="email"`},
		{inInput(`{"type":"url_text_input","action_id":"a"}`), `type="url"`},
		{inInput(`{"type":"rich_text_input","action_id":"z","initial_value":{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"rich"}]}]}}`), "rich</textarea>"},
		{inInput(`{"type":"radio_buttons","action_id":"a","options":[` + option + `]}`), `<fieldset`},
		{inInput(`{"type":"file_input","action_id":"a"}`), `Files cannot be uploaded`},
	} {
		html := newSurface(true).render(decodeBlocks(json.RawMessage("[" + c.raw + "]"))).String()
		if !strings.Contains(html, c.want) {
			t.Errorf("%s:\n%s\nlacks %s", c.raw, html, c.want)
		}
	}
}

func TestErrorsAreEscaped(t *testing.T) {
	t.Parallel()
	raw := `[{"type":"input","block_id":"b","label":{"type":"plain_text","text":"<i>"},"element":{"type":"plain_text_input","action_id":"a"}}]`
	html := newSurface(true).render(decodeBlocks(json.RawMessage(raw))).String()
	if !strings.Contains(html, "wrong &lt;b&gt;") || !strings.Contains(html, "&lt;i&gt;") {
		t.Errorf("got %s", html)
	}
}

func TestFilled(t *testing.T) {
	t.Parallel()
	h := &handler{opts: Options{Zone: time.FixedZone("local", 3600)}}
	got, err := h.filled(url.Values{
		"f": {"b/text", "b/none"}, "v:b/text": {"one\r\ntwo"},
		"fm": {"b/boxes", "b/no boxes"}, "v:b/boxes": {"x", "y"},
		"fd": {"b/when", "b/never"}, "v:b/when": {"2026-12-02T11:14"},
	})
	want := map[string]any{
		"b/text": "one\ntwo", "b/none": nil, "b/boxes": []string{"x", "y"}, "b/no boxes": []string{},
		"b/when": "1796206440", "b/never": nil,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v", got, err)
	}
	if _, err := h.filled(url.Values{"fd": {"b/when"}, "v:b/when": {"soon"}}); err == nil {
		t.Error("a date that is none was taken")
	}
}

func TestInitials(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"reader": "R", "reader2": "R2", "": "?", "事实": "事"} {
		if got := initials(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func FuzzRender(f *testing.F) {
	f.Add(`[{"type":"section","text":{"type":"mrkdwn","text":"x"},"accessory":{"type":"overflow","options":[1,null,{"text":3}]}}]`)
	f.Add(`[{"type":"table","rows":[[null,{"type":"rich_text","elements":[3]}],7]},{"type":"input","element":null},null,[]]`)
	f.Add(`[{"type":"actions","elements":[{"type":"button","confirm":7},{"type":"static_select","options":{}},{"type":"datetimepicker","initial_date_time":1e30}]}]`)
	f.Fuzz(func(t *testing.T, raw string) {
		html := newSurface(true).render(decodeBlocks(json.RawMessage(raw))).String()
		if strings.Contains(html, "<script") || strings.Contains(html, "<img") {
			t.Errorf("%q gives %q", raw, html)
		}
	})
}
