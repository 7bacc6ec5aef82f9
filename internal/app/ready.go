package app

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"factbot/internal/fact"
)

// readyBound is how long the serving process may take to answer.
const readyBound = 4 * time.Second

// Ready asks the process that serves at the settings' ops address whether it is
// ready. It returns what it answered, or an error that says why not.
func Ready(ctx context.Context, o Options) (string, error) {
	addr := o.Config.Ops.Addr
	if addr == "" {
		return "", fact.Invalid("ready.off", "ops.addr is empty, so nothing can be asked; set it to 127.0.0.1:9090.")
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("ops.addr: %w", err)
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, readyBound)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return "", fmt.Errorf("ask for readiness: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", &fact.Error{Code: fact.CodeUnavailable, Key: "ready.unreachable", Message: "Nothing answers at " + addr + ": factbot does not serve there.", Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	if err != nil {
		return "", fmt.Errorf("read the answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return "", &fact.Error{Code: fact.CodeUnavailable, Key: "ready.not", Message: "Not ready: " + strings.TrimSpace(string(body))}
	}
	return string(body), nil
}
