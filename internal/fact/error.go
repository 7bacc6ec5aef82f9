package fact

import (
	"errors"
	"maps"
)

// Code classes an error for the program: what to answer, whether to retry,
// which exit status to use.
type Code string

// The codes.
const (
	CodeInvalid     Code = "invalid"     // the input cannot be used as it is
	CodeNotFound    Code = "not_found"   // no such fact, topic, flag …
	CodeForbidden   Code = "forbidden"   // this person may not
	CodeConflict    Code = "conflict"    // somebody was faster, or the state forbids it
	CodeTooLong     Code = "too_long"    // over a limit on text
	CodeBusy        Code = "busy"        // try again in a moment
	CodeUnavailable Code = "unavailable" // a part of the system cannot be reached
	CodeInternal    Code = "internal"    // a fault of ours
)

// Error is an error with a sentence for the person and a code for the program.
// What it wraps is for the operator only and never shown.
type Error struct {
	Code    Code
	Key     string            // names the sentence in the message catalogues, as "verify.own_wording"
	Message string            // the sentence in English: what happened and what to do
	Params  map[string]string // values the sentence mentions, by name, for catalogues
	Err     error             // cause, may be nil
}

// Error implements error; it shows the code, the sentence and the cause.
func (e *Error) Error() string {
	s := string(e.Code) + ": " + e.Message
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf is the code of the first Error in err's chain, CodeInternal for any
// other error and "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return CodeInternal
}

// Invalid is an error about input that cannot be used as it is.
func Invalid(key, message string) *Error {
	return &Error{Code: CodeInvalid, Key: key, Message: message}
}

// NotFound is an error about something that does not exist.
func NotFound(key, message string) *Error {
	return &Error{Code: CodeNotFound, Key: key, Message: message}
}

// Forbidden is an error about something this person may not do.
func Forbidden(key, message string) *Error {
	return &Error{Code: CodeForbidden, Key: key, Message: message}
}

// Conflict is an error about a state that somebody else changed first.
func Conflict(key, message string) *Error {
	return &Error{Code: CodeConflict, Key: key, Message: message}
}

// With returns a copy of the error with one more named value.
func (e *Error) With(name, value string) *Error {
	c := *e
	c.Params = make(map[string]string, len(e.Params)+1)
	maps.Copy(c.Params, e.Params)
	c.Params[name] = value
	return &c
}

// Because returns a copy of the error that wraps a cause.
func (e *Error) Because(err error) *Error {
	c := *e
	c.Err = err
	return &c
}
