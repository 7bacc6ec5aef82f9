package slacksim

import (
	"io"
	"net/http"
	"time"
)

// responseTarget is where an answer to one command or interaction goes.
type responseTarget struct {
	channel, user string
	// original is the ts of the app's message on which the user acted; empty for commands and shortcuts.
	original string
	issued   time.Time
	uses     int
}

func (s *Server) newResponseURLLocked(t responseTarget) string {
	id := randomHex(12)
	t.issued = s.clock()
	s.responses[id] = &t
	return s.base + "/response/" + id
}

func (s *Server) serveResponseURL(w http.ResponseWriter, r *http.Request) {
	s.abortIfDown()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAPIBody))
	if err != nil {
		http.Error(w, "request body too large", http.StatusRequestEntityTooLarge)
		return
	}
	s.passHold(r.Context(), "response_url")
	fault, faulty := s.takeFault(r.Context(), "response_url")
	t := Traffic{Kind: "response_url", Direction: "in", Name: "response_url", Request: asJSON(body), Status: http.StatusOK}
	status, name := http.StatusOK, ""
	if !faulty || fault.Applied || fault == (Fault{Delay: fault.Delay}) {
		status, name = s.useResponseURL(r.PathValue("id"), body)
	}
	if faulty && s.answerFault(w, fault, &t) {
		return
	}
	t.Status, t.Error = status, name
	s.record(t)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, firstOf(name, "ok"))
}

// useResponseURL spends one use and does what the body asks; it returns the status and Slack's error name.
func (s *Server) useResponseURL(id string, body []byte) (int, string) {
	s.mu.Lock()
	t, ok := s.responses[id]
	switch {
	case !ok:
		s.mu.Unlock()
		return http.StatusNotFound, "invalid_url"
	case s.clock().Sub(t.issued) > responseURLLife:
		s.mu.Unlock()
		return http.StatusNotFound, "expired_url"
	case t.uses >= responseURLUses:
		s.mu.Unlock()
		return http.StatusNotFound, "used_url"
	}
	t.uses++
	target := *t
	s.mu.Unlock()
	a, err := jsonArgs(body)
	if err != nil {
		return http.StatusBadRequest, "invalid_payload"
	}
	if _, refusal := s.respond(target, a, false); refusal != nil {
		if refusal.name == "no_text" {
			return http.StatusInternalServerError, refusal.name
		}
		return http.StatusBadRequest, refusal.name
	}
	return http.StatusOK, ""
}

// respond carries out an answer: in an acknowledgement of a command, or sent to a response URL. It returns the message
// that it made or changed, if any. An answer to an interaction replaces the original unless it says replace_original false.
func (s *Server) respond(t responseTarget, a args, fromAck bool) (*Message, *apiError) {
	body, refusal := readContent(a, cutOverlong)
	if refusal != nil {
		return nil, refusal
	}
	s.mu.Lock()
	original := s.messageLocked(t.channel, t.original)
	if t.original == "" || original == nil || original.Deleted {
		original = nil
	}
	if original != nil && a.flag("delete_original") {
		before := original.clone()
		s.removeLocked(original)
		s.mu.Unlock()
		s.emitDeleted(before)
		return nil, nil
	}
	if body.empty() {
		s.mu.Unlock()
		return nil, refuse("no_text")
	}
	if original != nil && a["replace_original"] != "false" {
		before := original.clone()
		s.rewriteLocked(original, body)
		after := original.clone()
		s.mu.Unlock()
		s.emitChanged(before, after)
		return &after, nil
	}
	thread, refusal := s.threadLocked(t.channel, a["thread_ts"])
	if refusal != nil {
		s.mu.Unlock()
		return nil, refusal
	}
	p := post{channel: t.channel, thread: thread, bot: true, viaURL: !fromAck, fromAck: fromAck, content: body}
	if a["response_type"] != "in_channel" {
		p.ephemeralTo = t.user
	}
	m := s.putLocked(p).clone()
	s.mu.Unlock()
	s.emitMessage(m)
	return &m, nil
}

// asJSON shows a body in the traffic record: itself when it is JSON, else as a string.
func asJSON(body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	if _, err := decodeJSON(body); err == nil {
		return body
	}
	return encodeJSON(string(body))
}
