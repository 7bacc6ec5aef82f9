package slacksim

import "encoding/json"

// What a Result's Error can be when the app, not the person, is at fault.
const (
	// OperationTimeout: the app did not acknowledge in time.
	OperationTimeout = "operation_timeout"
	// DispatchFailed: the app could not be reached at all.
	DispatchFailed = "dispatch_failed"
	// HTTPClientError and HTTPServiceError: the app answered a delivery with a 4xx or 5xx status.
	HTTPClientError  = "http_client_error"
	HTTPServiceError = "http_service_error"
	// InvalidCommand: no installed app has the slash command.
	InvalidCommand = "invalid_command"
	// NotInThread: slash commands do not work in threads.
	NotInThread = "not_supported_in_threads"
	// TroubleConnecting: a modal's submission was not answered, or not with anything that Slack understands.
	TroubleConnecting = "trouble_connecting"
	// Incomplete: the client did not send a modal whose inputs are missing or break their own limits; see Result.Errors.
	Incomplete = "incomplete"
	// NotInteractive: the manifest does not enable interactivity, or not with a URL that could be called.
	NotInteractive = "interactivity_not_enabled"
	// NotInChannel: the app is not in the channel where it was mentioned.
	NotInChannel = "not_in_channel"
)

// Result is what the acting user's client shows of an act, once the app has acknowledged it or failed to.
// What the app does later (a response_url, a message) arrives as a change of its own; see Server.WaitMessage.
type Result struct {
	// Error names a failure as Slack does; empty when the act went well.
	Error string `json:"error,omitempty"`
	// Notice is what Slack itself tells the acting user: Slackbot's line under a failed command, the text on a modal.
	Notice string `json:"notice,omitempty"`
	// Ack is the payload of the acknowledgement, if it had any.
	Ack json.RawMessage `json:"ack,omitempty"`
	// Message is the message that the act made: what was said, or what the acknowledgement answered.
	Message *Message `json:"message,omitempty"`
	// View is the user's top modal after the act, or the home after OpenHome; nil when there is none.
	View *View `json:"view,omitempty"`
	// Errors are a modal's field errors by block_id.
	Errors map[string]string `json:"errors,omitempty"`
	// Events are the ids of the events that the act sent to the app; see Server.Redeliver.
	Events []string `json:"events,omitempty"`
}
