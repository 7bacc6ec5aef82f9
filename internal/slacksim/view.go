package slacksim

import (
	"encoding/json"
	"maps"
)

// View is an open modal or a published home.
type View struct {
	ID         string `json:"id"`
	Type       string `json:"type"` // "modal" or "home"
	User       string `json:"user"` // who sees it
	CallbackID string `json:"callback_id"`
	ExternalID string `json:"external_id"`
	RootID     string `json:"root_view_id"`
	PreviousID string `json:"previous_view_id,omitempty"`
	Hash       string `json:"hash"`
	// Title, Submit and Close are the plain texts; Submit is empty on a modal that has no submit button.
	Title           string          `json:"title,omitempty"`
	Submit          string          `json:"submit,omitempty"`
	Close           string          `json:"close,omitempty"`
	Blocks          json.RawMessage `json:"blocks"` // every block_id and action_id filled in
	PrivateMetadata string          `json:"private_metadata"`
	ClearOnClose    bool            `json:"clear_on_close"`
	NotifyOnClose   bool            `json:"notify_on_close"`
	// Values is what the user has filled in so far, as view.state.values of a payload.
	Values json.RawMessage `json:"values"`
	// Errors are the messages under the inputs after the last submission, by block_id.
	Errors map[string]string `json:"errors,omitempty"`
	// Notice is what the dialog says above its buttons, such as "We had some trouble connecting. Try again?".
	Notice string `json:"notice,omitempty"`
	// Seq is the number of the last change to this view; see Server.Seq.
	Seq int64 `json:"seq"`

	raw   map[string]any // the view as the app sent it, ids filled in
	state values
}

// Ref points at the view.
func (v View) Ref() Ref { return Ref{View: v.ID} }

func (v View) clone() View {
	v.Errors = maps.Clone(v.Errors)
	v.state = v.state.clone()
	v.Values = v.state.json()
	return v
}
