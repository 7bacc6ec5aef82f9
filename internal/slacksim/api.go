package slacksim

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"factbot/internal/slacksim/blockkit"
)

// call is one Web API call on its way through.
type call struct {
	ctx    context.Context
	method string
	args   args
}

// apiError is a refusal: Slack's error name and whatever stands beside it in the answer.
type apiError struct {
	name  string
	extra tree
	retry time.Duration // for ratelimited
}

func refuse(name string) *apiError { return &apiError{name: name} }

// refuseProblems refuses a payload with the places that break a rule.
func refuseProblems(problems []blockkit.Problem, fallback string) *apiError {
	messages := make([]string, len(problems))
	for i, p := range problems {
		messages[i] = p.Message
	}
	return &apiError{name: blockkit.ErrorName(problems, fallback), extra: tree{
		"errors":            messages,
		"response_metadata": tree{"messages": blockkit.Messages(problems)},
	}}
}

// routes lays out what every server answers.
func (s *Server) routes() {
	s.mux.HandleFunc("/api/{method}", s.serveAPI)
	s.mux.HandleFunc("/link/", s.serveLink)
	s.mux.HandleFunc("POST /response/{id}", s.serveResponseURL)
	s.mux.Handle("POST /ui/act", s.Guard(http.HandlerFunc(s.serveAct)))
}

func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	c := call{ctx: r.Context(), method: r.PathValue("method")}
	s.abortIfDown()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAPIBody))
	if err != nil {
		http.Error(w, "request body too large", http.StatusRequestEntityTooLarge)
		return
	}
	c.args, err = parseArgs(r, body)
	s.passHold(r.Context(), c.method)
	fault, faulty := s.takeFault(r.Context(), c.method, "*")
	t := Traffic{Kind: "api", Direction: "in", Name: c.method, Request: c.args.json(), Status: http.StatusOK}
	var ans tree
	var refusal *apiError
	if !faulty || fault.Applied || fault == (Fault{Delay: fault.Delay}) {
		if err != nil {
			refusal = refuse("invalid_json")
		} else {
			ans, refusal = s.answer(c, bearer(r))
		}
	}
	if faulty {
		if s.answerFault(w, fault, &t) {
			return
		}
	}
	s.writeAnswer(w, ans, refusal, t)
}

// answerFault answers as the fault says and reports whether it did.
func (s *Server) answerFault(w http.ResponseWriter, f Fault, t *Traffic) bool {
	switch {
	case f.Drop:
		t.Status, t.Error = 0, "connection_dropped"
		s.record(*t)
		panic(http.ErrAbortHandler)
	case f.RetryAfter > 0:
		s.writeAnswer(w, nil, &apiError{name: "ratelimited", retry: f.RetryAfter}, *t)
	case f.Status != 0:
		t.Status, t.Error = f.Status, "http_"+strconv.Itoa(f.Status)
		s.record(*t)
		http.Error(w, http.StatusText(f.Status), f.Status)
	case f.Error != "":
		s.writeAnswer(w, nil, refuse(f.Error), *t)
	default:
		return false
	}
	return true
}

func (s *Server) abortIfDown() {
	s.mu.Lock()
	down := s.down
	s.mu.Unlock()
	if down {
		panic(http.ErrAbortHandler)
	}
}

// writeAnswer records the exchange and sends the answer.
func (s *Server) writeAnswer(w http.ResponseWriter, ans tree, refusal *apiError, t Traffic) {
	if ans == nil {
		ans = tree{}
	}
	ans["ok"] = refusal == nil
	if refusal != nil {
		t.Error = refusal.name
		ans["error"] = refusal.name
		maps.Copy(ans, refusal.extra)
	}
	if refusal != nil && refusal.retry > 0 {
		t.Status = http.StatusTooManyRequests
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.retry.Seconds()))))
	}
	t.Response = encodeJSON(ans)
	s.record(t)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-OAuth-Scopes", strings.Join(s.manifest.scopes(), ","))
	w.WriteHeader(t.Status)
	_, _ = w.Write(t.Response)
}

// answer authenticates, checks scope and rate, and runs the method.
func (s *Server) answer(c call, bearer string) (tree, *apiError) {
	m, ok := methods[c.method]
	if !ok {
		return nil, refuse("unknown_method")
	}
	if refusal := s.authenticate(m, firstOf(bearer, c.args["token"])); refusal != nil {
		return nil, refusal
	}
	delete(c.args, "token")
	if refusal := s.checkScope(m.scopes...); refusal != nil {
		return nil, refusal
	}
	if refusal := s.takeRate(c, m.perMinute); refusal != nil {
		return nil, refusal
	}
	return m.run(s, c)
}

func (s *Server) authenticate(m method, token string) *apiError {
	switch {
	case m.open:
		return nil
	case token == "":
		return refuse("not_authed")
	case m.appToken && token == s.appToken, !m.appToken && token == s.botToken:
		return nil
	case token == s.appToken || token == s.botToken:
		return refuse("not_allowed_token_type")
	}
	return refuse("invalid_auth")
}

// checkScope refuses unless one of the scopes is held; no scope means none is needed.
func (s *Server) checkScope(anyOf ...string) *apiError {
	if len(anyOf) == 0 || slices.ContainsFunc(anyOf, s.manifest.has) {
		return nil
	}
	return &apiError{name: "missing_scope", extra: tree{
		"needed": strings.Join(anyOf, ","), "provided": strings.Join(s.manifest.scopes(), ","),
	}}
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

func bearer(r *http.Request) string {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return strings.TrimSpace(token)
}

// args are a call's arguments as strings; objects and lists are their JSON.
type args map[string]string

// parseArgs reads a form, a multipart form, JSON or a query, whichever the call came with.
func parseArgs(r *http.Request, body []byte) (args, error) {
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		return jsonArgs(body)
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		if err := r.ParseMultipartForm(maxAPIBody); err != nil {
			return args{}, fmt.Errorf("parse multipart form: %w", err)
		}
	}
	if err := r.ParseForm(); err != nil {
		return args{}, fmt.Errorf("parse form: %w", err)
	}
	a := args{}
	for k, v := range r.Form {
		if k == "token" && r.URL.Query().Has("token") {
			continue // a token in the query string has not been accepted since 2021
		}
		a[k] = v[0]
	}
	return a, nil
}

// jsonArgs turns a JSON object into arguments; a null is as if it was not there.
func jsonArgs(body []byte) (args, error) {
	a := args{}
	if len(strings.TrimSpace(string(body))) == 0 {
		return a, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		return a, fmt.Errorf("parse JSON: %w", err)
	}
	for k, raw := range object {
		var text string
		switch {
		case string(raw) == "null":
		case json.Unmarshal(raw, &text) == nil:
			a[k] = text
		default:
			a[k] = string(raw)
		}
	}
	return a, nil
}

// json shows arguments with their nested JSON as JSON, for the traffic record.
func (a args) json() json.RawMessage {
	out := make(tree, len(a))
	for k, v := range a {
		out[k] = v
		if strings.HasPrefix(v, "{") || strings.HasPrefix(v, "[") {
			if nested, err := decodeJSON([]byte(v)); err == nil {
				out[k] = nested
			}
		}
	}
	return encodeJSON(out)
}

func (a args) flag(name string) bool { return a[name] == "true" || a[name] == "1" }
