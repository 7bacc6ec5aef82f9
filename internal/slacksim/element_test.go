package slacksim

import (
	"encoding/json"
	"testing"
)

func TestFilledValues(t *testing.T) {
	t.Parallel()
	options := `"options":[{"text":{"type":"plain_text","text":"One"},"value":"1"},{"text":{"type":"plain_text","text":"Two"},"value":"2"}]`
	one := `{"text":{"text":"One","type":"plain_text"},"value":"1"}`
	two := `{"text":{"text":"Two","type":"plain_text"},"value":"2"}`
	for _, test := range []struct {
		element string
		given   any
		want    string // the state; "" where the value is refused
	}{
		{`{"type":"plain_text_input"}`, "x", `{"type":"plain_text_input","value":"x"}`},
		{`{"type":"plain_text_input"}`, nil, `{"type":"plain_text_input","value":null}`},
		{`{"type":"plain_text_input"}`, []string{"a", "b"}, ""},
		{`{"type":"plain_text_input"}`, true, ""},
		{`{"type":"number_input"}`, 7, `{"type":"number_input","value":"7"}`},
		{`{"type":"number_input"}`, 7.5, `{"type":"number_input","value":"7.5"}`},
		{`{"type":"number_input"}`, json.Number("80"), `{"type":"number_input","value":"80"}`},
		{`{"type":"static_select",` + options + `}`, "Two", `{"selected_option":` + two + `,"type":"static_select"}`},
		{`{"type":"static_select",` + options + `}`, "3", ""},
		{`{"type":"static_select","option_groups":[{` + options + `}]}`, "1", `{"selected_option":` + one + `,"type":"static_select"}`},
		{`{"type":"radio_buttons",` + options + `}`, "1", `{"selected_option":` + one + `,"type":"radio_buttons"}`},
		{`{"type":"checkboxes",` + options + `}`, []any{"1", "2"}, `{"selected_options":[` + one + `,` + two + `],"type":"checkboxes"}`},
		{`{"type":"checkboxes",` + options + `}`, nil, `{"selected_options":[],"type":"checkboxes"}`},
		{`{"type":"multi_static_select",` + options + `}`, []string{"2"}, `{"selected_options":[` + two + `],"type":"multi_static_select"}`},
		{`{"type":"external_select"}`, "free", `{"selected_option":{"text":{"emoji":true,"text":"free","type":"plain_text"},"value":"free"},"type":"external_select"}`},
		{`{"type":"users_select"}`, "U0READER", `{"selected_user":"U0READER","type":"users_select"}`},
		{`{"type":"multi_users_select"}`, []string{"U0READER"}, `{"selected_users":["U0READER"],"type":"multi_users_select"}`},
		{`{"type":"conversations_select"}`, "C0RDMA", `{"selected_conversation":"C0RDMA","type":"conversations_select"}`},
		{`{"type":"multi_conversations_select"}`, []string{"C0RDMA"}, `{"selected_conversations":["C0RDMA"],"type":"multi_conversations_select"}`},
		{`{"type":"channels_select"}`, "C0RDMA", `{"selected_channel":"C0RDMA","type":"channels_select"}`},
		{`{"type":"multi_channels_select"}`, []string{"C0RDMA"}, `{"selected_channels":["C0RDMA"],"type":"multi_channels_select"}`},
		{`{"type":"datepicker"}`, "2027-01-31", `{"selected_date":"2027-01-31","type":"datepicker"}`},
		{`{"type":"timepicker"}`, "09:30", `{"selected_time":"09:30","type":"timepicker"}`},
		{`{"type":"datetimepicker"}`, "1796037520", `{"selected_date_time":1796037520,"type":"datetimepicker"}`},
		{`{"type":"datetimepicker"}`, "soon", ""},
	} {
		raw, err := decodeJSON([]byte(test.element))
		if err != nil {
			t.Fatal(err)
		}
		e := element{kind: str(raw.(tree), "type"), raw: raw.(tree)}
		got, err := e.filled(test.given)
		if (err != nil) != (test.want == "") || (err == nil && string(encodeJSON(got)) != test.want) {
			t.Errorf("%s with %v: %s, %v", test.element, test.given, encodeJSON(got), err)
		}
	}
}

func TestPresets(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"type":"plain_text_input","initial_value":"x"}`:                 `{"type":"plain_text_input","value":"x"}`,
		`{"type":"datepicker","initial_date":"2027-01-31"}`:               `{"selected_date":"2027-01-31","type":"datepicker"}`,
		`{"type":"users_select","initial_user":"U1"}`:                     `{"selected_user":"U1","type":"users_select"}`,
		`{"type":"static_select","initial_option":{"value":"1"}}`:         `{"selected_option":{"value":"1"},"type":"static_select"}`,
		`{"type":"checkboxes","initial_options":[{"value":"1"}]}`:         `{"selected_options":[{"value":"1"}],"type":"checkboxes"}`,
		`{"type":"multi_users_select"}`:                                   `{"selected_users":[],"type":"multi_users_select"}`,
		`{"type":"multi_conversations_select"}`:                           `{"selected_conversations":[],"type":"multi_conversations_select"}`,
		`{"type":"datetimepicker","initial_date_time":1796037520}`:        `{"selected_date_time":1796037520,"type":"datetimepicker"}`,
		`{"type":"rich_text_input","initial_value":{"type":"rich_text"}}`: `{"rich_text_value":{"type":"rich_text"},"type":"rich_text_input"}`,
	} {
		v, err := decodeJSON([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		e := element{kind: str(v.(tree), "type"), raw: v.(tree)}
		if got := string(encodeJSON(e.initial())); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

func TestClientComplaints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		element, input, value string
		fine                  bool
	}{
		{`{"type":"number_input","is_decimal_allowed":false,"min_value":"1","max_value":"100"}`, `{}`, `"0"`, false},
		{`{"type":"number_input","is_decimal_allowed":false,"min_value":"1","max_value":"100"}`, `{}`, `"1"`, true},
		{`{"type":"number_input","is_decimal_allowed":false,"min_value":"1","max_value":"100"}`, `{}`, `"100"`, true},
		{`{"type":"number_input","is_decimal_allowed":false,"min_value":"1","max_value":"100"}`, `{}`, `"101"`, false},
		{`{"type":"number_input","is_decimal_allowed":false}`, `{}`, `"1.5"`, false},
		{`{"type":"number_input","is_decimal_allowed":true}`, `{}`, `"1.5"`, true},
		{`{"type":"number_input","is_decimal_allowed":true}`, `{}`, `"many"`, false},
		{`{"type":"plain_text_input","max_length":2}`, `{}`, `"語語"`, true},
		{`{"type":"plain_text_input","max_length":2}`, `{}`, `"語語語"`, false},
		{`{"type":"plain_text_input"}`, `{"optional":true}`, `null`, true},
		{`{"type":"plain_text_input"}`, `{}`, `null`, false},
		{`{"type":"checkboxes"}`, `{}`, `[]`, false},
		{`{"type":"multi_static_select","max_selected_items":1}`, `{}`, `[{"value":"1"}]`, true},
		{`{"type":"multi_static_select","max_selected_items":1}`, `{}`, `[{"value":"1"},{"value":"2"}]`, false},
	} {
		raw, _ := decodeJSON([]byte(test.element))
		input, _ := decodeJSON([]byte(test.input))
		value, _ := decodeJSON([]byte(test.value))
		e := element{kind: str(raw.(tree), "type"), raw: raw.(tree), input: input.(tree)}
		if got := e.complaint(tree{valueKey(e.kind): value}); (got == "") != test.fine {
			t.Errorf("%s with %s: %q", test.element, test.value, got)
		}
	}
}
