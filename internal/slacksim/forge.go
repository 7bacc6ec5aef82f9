package slacksim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Forge sends a request to the app's delivery URL that Slack would never have sent: it starts as a well-signed delivery of
// the body and is then changed by mutate (headers, signature, method, URL). It returns the app's status and body.
func (s *Server) Forge(ctx context.Context, contentType string, body []byte, mutate func(*http.Request)) (int, []byte, error) {
	r, err := s.signed(ctx, s.target(delivery{kind: kindEvent}), contentType, body)
	if err != nil {
		return 0, nil, err
	}
	if mutate != nil {
		mutate(r)
	}
	resp, err := s.deliverClient.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("forge: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return resp.StatusCode, nil, fmt.Errorf("forge: read answer: %w", err)
	}
	s.record(Traffic{Kind: "delivery", Direction: "out", Name: "forged", Request: asJSON(body), Response: asJSON(answer), Status: resp.StatusCode})
	return resp.StatusCode, answer, nil
}

// VerifyURL sends the url_verification handshake and returns an error unless the app answers with the challenge.
func (s *Server) VerifyURL(ctx context.Context) error {
	challenge := randomHex(16)
	status, body, err := s.Forge(ctx, "application/json",
		encodeJSON(tree{"type": "url_verification", "token": "unused", "challenge": challenge}), nil)
	if err != nil {
		return err
	}
	var answer struct {
		Challenge string `json:"challenge"`
	}
	if json.Unmarshal(body, &answer) != nil {
		answer.Challenge = string(body)
	}
	if status != http.StatusOK || answer.Challenge != challenge {
		return fmt.Errorf("url_verification: status %d, and the answer is not the challenge", status)
	}
	return nil
}

// CheckSSL sends the ssl_check form and returns an error unless the app answers 200.
func (s *Server) CheckSSL(ctx context.Context) error {
	status, _, err := s.Forge(ctx, "application/x-www-form-urlencoded", []byte(url.Values{"ssl_check": {"1"}, "token": {"unused"}}.Encode()), nil)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return errors.New("ssl_check: " + http.StatusText(status))
	}
	return nil
}
