package slacksim

import (
	"context"
	"time"
)

// Fault is how a Web API method, a response URL or a delivery goes wrong.
// The names that Fail and Hold take are Web API methods, "response_url", and "deliver/events_api",
// "deliver/slash_commands" or "deliver/interactive".
type Fault struct {
	// Error answers {"ok":false,"error":Error} with status 200.
	Error string
	// Status answers with this HTTP status and no JSON.
	Status int
	// RetryAfter answers 429 with this Retry-After.
	RetryAfter time.Duration
	// Drop closes the connection without an answer.
	Drop bool
	// Applied lets the call take effect first: the caller sees the fault, the workspace sees the result.
	Applied bool
	// Delay waits before anything else happens, by the machine's timers.
	Delay time.Duration
}

type faultRule struct {
	fault Fault
	left  int // calls it still hits; negative for ever
}

// Fail makes the next calls of a method (or of "*", every Web API method) go wrong; times < 0 means until ClearFaults.
func (s *Server) Fail(method string, f Fault, times int) {
	if times == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[method] = append(s.faults[method], &faultRule{fault: f, left: times})
}

// ClearFaults undoes every Fail.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.faults)
}

// Down takes the Web API and the response URLs away (connections are closed without an answer), or brings them back.
// Open Socket Mode connections stay open.
func (s *Server) Down(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
	s.changedLocked(Change{Kind: "connection"})
}

// Hold keeps every call or delivery of a name hanging until the returned function is called. Held tells how many hang.
func (s *Server) Hold(name string) (release func()) {
	gate := make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds[name] = gate
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.holds[name] == gate {
			delete(s.holds, name)
		}
		select {
		case <-gate:
		default:
			close(gate)
		}
	}
}

// Held is how many calls or deliveries of a name hang right now.
func (s *Server) Held(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[name]
}

// passHold waits while the name is held.
func (s *Server) passHold(ctx context.Context, name string) {
	s.mu.Lock()
	gate, ok := s.holds[name]
	if ok {
		s.held[name]++
		s.changedLocked(Change{Kind: "traffic"})
	}
	s.mu.Unlock()
	if !ok {
		return
	}
	select {
	case <-gate:
	case <-ctx.Done():
	case <-s.life.Done():
	}
	s.mu.Lock()
	s.held[name]--
	s.changedLocked(Change{Kind: "traffic"})
	s.mu.Unlock()
}

// takeFault returns the fault that hits this call, if any, after its delay.
func (s *Server) takeFault(ctx context.Context, names ...string) (Fault, bool) {
	f, ok := s.nextFault(names)
	if ok && f.Delay > 0 {
		timer := time.NewTimer(f.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		case <-s.life.Done():
		}
	}
	return f, ok
}

func (s *Server) nextFault(names []string) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		rules := s.faults[name]
		if len(rules) == 0 {
			continue
		}
		rule := rules[0]
		if rule.left > 0 {
			rule.left--
		}
		if rule.left == 0 {
			s.faults[name] = rules[1:]
		}
		return rule.fault, true
	}
	return Fault{}, false
}
