package slacksim

// Disconnection is one of the ways in which a Socket Mode connection ends.
type Disconnection string

// The ways. The first three are announced by a disconnect frame.
const (
	// RefreshRequested: the client must open a new connection; this one ends when the client closes it.
	RefreshRequested Disconnection = "refresh_requested"
	// Warning: the connection will end soon.
	Warning Disconnection = "warning"
	// LinkDisabled: Socket Mode was turned off; the connection ends and apps.connections.open refuses.
	LinkDisabled Disconnection = "link_disabled"
	// Drop: the connection breaks without a word.
	Drop Disconnection = "drop"
	// HalfOpen: the connection stays open, but no ping and no frame comes any more, and acknowledgements vanish.
	HalfOpen Disconnection = "half_open"
)

// Disconnect ends every open Socket Mode connection in the given way and returns how many there were.
func (s *Server) Disconnect(how Disconnection) int {
	s.mu.Lock()
	conns := append([]*conn(nil), s.conns...)
	for _, c := range conns {
		c.draining = c.draining || how != HalfOpen
		c.silent = c.silent || how == HalfOpen
	}
	if how == LinkDisabled {
		s.linkDisabled = true
	}
	s.changedLocked(Change{Kind: "connection"})
	s.mu.Unlock()
	for _, c := range conns {
		frame := tree{"type": "disconnect", "reason": string(how), "debug_info": debugInfo()}
		switch how {
		case HalfOpen:
			s.record(Traffic{Kind: "socket", Direction: "out", Name: string(how), Connection: c.number})
		case Drop:
			s.record(Traffic{Kind: "socket", Direction: "out", Name: string(how), Connection: c.number})
			c.drop()
		default:
			c.write(frame)
			s.record(Traffic{Kind: "socket", Direction: "out", Name: "disconnect", Request: encodeJSON(frame), Connection: c.number})
			if how == LinkDisabled {
				c.drop()
			}
		}
	}
	return len(conns)
}

// EnableLink undoes what Disconnect(LinkDisabled) did: connections may be opened again.
func (s *Server) EnableLink() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.linkDisabled = false
}
