package slacksim

import (
	"factbot/internal/slacksim/blockkit"
)

// readView validates a view of the wanted type and fills in its ids.
func readView(raw, wantType string) (tree, *apiError) {
	v, err := decodeJSON([]byte(raw))
	view, ok := v.(tree)
	if err != nil || !ok {
		return nil, refuse("invalid_arguments")
	}
	if problems := blockkit.ValidateView([]byte(raw)); len(problems) > 0 {
		return nil, refuseProblems(problems, "invalid_arguments")
	}
	if str(view, "type") != wantType {
		return nil, &apiError{name: "invalid_arguments", extra: tree{"response_metadata": tree{
			"messages": []string{"[ERROR] must be a view of type " + wantType + " [json-pointer:/view/type]"},
		}}}
	}
	fillIDs(trees(view["blocks"]))
	return view, nil
}

// newViewLocked makes a view of what the app sent. The caller puts it where it belongs.
func (s *Server) newViewLocked(raw tree, userID string) *View {
	v := &View{ID: randomID("V"), User: userID}
	v.RootID = v.ID
	s.fillViewLocked(v, raw)
	return v
}

// fillViewLocked gives a view new content; what was filled in under ids that are still there is kept.
func (s *Server) fillViewLocked(v *View, raw tree) {
	v.Type, v.CallbackID, v.ExternalID = str(raw, "type"), str(raw, "callback_id"), str(raw, "external_id")
	v.Title, v.Submit, v.Close = str(sub(raw, "title"), "text"), str(sub(raw, "submit"), "text"), str(sub(raw, "close"), "text")
	v.PrivateMetadata = str(raw, "private_metadata")
	v.ClearOnClose, v.NotifyOnClose = flag(raw, "clear_on_close"), flag(raw, "notify_on_close")
	v.Hash = newHash(s.clock())
	v.Errors, v.Notice = nil, ""
	v.raw = raw
	blocks := trees(raw["blocks"])
	v.Blocks = encodeJSON(blocks)
	v.state = stateOf(blocks, v.state)
	s.touchViewLocked(v)
}

func (s *Server) touchViewLocked(v *View) {
	kind := "view"
	if v.Type == "home" {
		kind = "home"
	}
	v.Seq = s.changedLocked(Change{Kind: kind, User: v.User})
}

// json is the view as the Web API and payloads show it.
func (v *View) json(s *Server) tree {
	t := tree{
		"id": v.ID, "team_id": s.world.Team.ID, "type": v.Type, "blocks": v.Blocks, "private_metadata": v.PrivateMetadata,
		"callback_id": v.CallbackID, "external_id": v.ExternalID, "state": tree{"values": v.state.json()}, "hash": v.Hash,
		"title": cloneTree(v.raw["title"]), "submit": cloneTree(v.raw["submit"]), "close": cloneTree(v.raw["close"]),
		"clear_on_close": v.ClearOnClose, "notify_on_close": v.NotifyOnClose, "root_view_id": v.RootID,
		"previous_view_id": nil, "app_id": s.world.Bot.AppID, "app_installed_team_id": s.world.Team.ID, "bot_id": s.world.Bot.BotID,
	}
	if v.PreviousID != "" {
		t["previous_view_id"] = v.PreviousID
	}
	return t
}

func (s *Server) viewsOpen(c call) (tree, *apiError) {
	raw, refusal := readView(c.args["view"], "modal")
	if refusal != nil {
		return nil, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, refusal := s.checkTriggerLocked(firstOf(c.args["trigger_id"], c.args["interactivity_pointer"]))
	if refusal == nil {
		refusal = s.checkExternalIDLocked(raw, nil)
	}
	if refusal != nil {
		return nil, refusal
	}
	t.used = true
	v := s.newViewLocked(raw, t.user)
	s.stacks[t.user] = []*View{v}
	return tree{"view": v.json(s)}, nil
}

func (s *Server) viewsPush(c call) (tree, *apiError) {
	raw, refusal := readView(c.args["view"], "modal")
	if refusal != nil {
		return nil, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, refusal := s.checkTriggerLocked(firstOf(c.args["trigger_id"], c.args["interactivity_pointer"]))
	if refusal == nil && t.fromView == "" {
		refusal = refuse("invalid_trigger_id") // only what happened in a modal may push onto it
	}
	if refusal == nil {
		refusal = s.checkExternalIDLocked(raw, nil)
	}
	if refusal != nil {
		return nil, refusal
	}
	v, refusal := s.pushLocked(t.user, raw)
	if refusal != nil {
		return nil, refusal
	}
	t.used = true
	return tree{"view": v.json(s)}, nil
}

// pushLocked puts a view on top of the user's stack.
func (s *Server) pushLocked(userID string, raw tree) (*View, *apiError) {
	stack := s.stacks[userID]
	switch n := len(stack); {
	case n == 0:
		return nil, refuse("not_found")
	case n >= viewStackDepth:
		return nil, refuse("push_limit_reached")
	}
	v := s.newViewLocked(raw, userID)
	v.RootID, v.PreviousID = stack[0].ID, stack[len(stack)-1].ID
	s.stacks[userID] = append(s.stacks[userID], v)
	return v, nil
}

func (s *Server) viewsUpdate(c call) (tree, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.findViewLocked(c.args["view_id"], c.args["external_id"])
	if v == nil {
		return nil, refuse("not_found")
	}
	raw, refusal := readView(c.args["view"], v.Type)
	if refusal == nil && c.args["hash"] != "" && c.args["hash"] != v.Hash {
		refusal = refuse("hash_conflict")
	}
	if refusal == nil {
		refusal = s.checkExternalIDLocked(raw, v)
	}
	if refusal != nil {
		return nil, refusal
	}
	s.fillViewLocked(v, raw)
	return tree{"view": v.json(s)}, nil
}

func (s *Server) viewsPublish(c call) (tree, *apiError) {
	raw, refusal := readView(c.args["view"], "home")
	if refusal != nil {
		return nil, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	u, ok := s.userLocked(c.args["user_id"])
	switch {
	case !s.manifest.Features.AppHome.HomeTab:
		return nil, refuse("not_enabled")
	case !ok || u.ID != c.args["user_id"]:
		return nil, refuse("user_not_found")
	}
	v := s.homes[u.ID]
	if v != nil && c.args["hash"] != "" && c.args["hash"] != v.Hash {
		return nil, refuse("hash_conflict")
	}
	if refusal := s.checkExternalIDLocked(raw, v); refusal != nil {
		return nil, refusal
	}
	if v == nil {
		v = s.newViewLocked(raw, u.ID)
		s.homes[u.ID] = v
	} else {
		s.fillViewLocked(v, raw)
	}
	return tree{"view": v.json(s)}, nil
}

// checkExternalIDLocked refuses an external_id that another view holds.
func (s *Server) checkExternalIDLocked(raw tree, self *View) *apiError {
	id := str(raw, "external_id")
	if id == "" {
		return nil
	}
	if other := s.findViewLocked("", id); other != nil && other != self {
		return refuse("duplicate_external_id")
	}
	return nil
}

func (s *Server) findViewLocked(id, externalID string) *View {
	is := func(v *View) bool {
		return (id != "" && v.ID == id) || (id == "" && externalID != "" && v.ExternalID == externalID)
	}
	for _, stack := range s.stacks {
		for _, v := range stack {
			if is(v) {
				return v
			}
		}
	}
	for _, v := range s.homes {
		if is(v) {
			return v
		}
	}
	return nil
}
