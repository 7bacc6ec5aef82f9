package slacksim

import (
	"fmt"
	"time"
)

// trigger is the right to open one modal, for three seconds, because a user just did something.
type trigger struct {
	user     string
	issued   time.Time
	used     bool
	fromView string // the modal in which the user did it; empty elsewhere
}

func (s *Server) newTriggerLocked(userID, fromView string) string {
	now := s.clock()
	for id, t := range s.triggers {
		if now.Sub(t.issued) > time.Hour {
			delete(s.triggers, id)
		}
	}
	id := fmt.Sprintf("%d.%d.%s", now.UnixMilli(), len(s.triggers)+1, randomHex(16))
	s.triggers[id] = &trigger{user: userID, issued: now, fromView: fromView}
	return id
}

// checkTriggerLocked finds a trigger that may still be exchanged. The caller marks it used once the modal is accepted.
func (s *Server) checkTriggerLocked(id string) (*trigger, *apiError) {
	t, ok := s.triggers[id]
	switch {
	case !ok:
		return nil, refuse("invalid_trigger_id")
	case t.used:
		return nil, refuse("exchanged_trigger_id")
	case s.clock().Sub(t.issued) > triggerLife:
		return nil, refuse("expired_trigger_id")
	}
	return t, nil
}
