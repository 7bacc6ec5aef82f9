package app

import (
	"slices"
	"strings"

	"factbot/config"
	"factbot/internal/fact"
)

// directory knows people and user groups; Slack's side of it caches them, so
// that it answers from memory also while Slack is away.
type directory interface {
	Name(user fact.UserID) string
	Members(group string) []fact.UserID
	Gone(user fact.UserID) bool // deactivated
}

// roster says who may do what, from the settings and the members of the user
// groups they name. The settings hold ids only.
type roster struct {
	admins    []string
	reviewers []string
	byTopic   map[string][]string
	people    directory // nil where Slack is not spoken to: only listed ids count
}

func newRoster(c config.Review, people directory) *roster {
	r := &roster{admins: c.Admins, reviewers: c.Reviewers, byTopic: make(map[string][]string), people: people}
	for _, item := range c.TopicReviewers {
		topic, list, _ := strings.Cut(item, "=")
		for person := range strings.SplitSeq(list, ",") {
			r.byTopic[strings.ToLower(topic)] = append(r.byTopic[strings.ToLower(topic)], strings.TrimSpace(person))
		}
	}
	return r
}

// Role is what the person may do in the topic; "" asks for any topic.
func (r *roster) Role(topic string, user fact.UserID) fact.Role {
	switch {
	case user == "" || r.gone(user):
		return fact.Reader
	case r.holds(r.admins, user):
		return fact.Admin
	case r.holds(r.reviewers, user), r.holds(r.byTopic[topic], user):
		return fact.Reviewer
	}
	return fact.Reader
}

func (r *roster) gone(user fact.UserID) bool { return r.people != nil && r.people.Gone(user) }

func (r *roster) holds(entries []string, user fact.UserID) bool {
	for _, entry := range entries {
		if entry == string(user) {
			return true
		}
		if isGroup(entry) && r.people != nil && slices.Contains(r.people.Members(entry), user) {
			return true
		}
	}
	return false
}

// Reviewers lists the active reviewers of a topic, sorted, without repeats.
func (r *roster) Reviewers(topic string) []fact.UserID {
	var users []fact.UserID
	for _, entries := range [][]string{r.admins, r.reviewers, r.byTopic[topic]} {
		for _, entry := range entries {
			if isGroup(entry) {
				if r.people != nil {
					users = append(users, r.people.Members(entry)...)
				}
				continue
			}
			users = append(users, fact.UserID(entry))
		}
	}
	users = slices.DeleteFunc(users, r.gone)
	slices.Sort(users)
	return slices.Compact(users)
}

// anybody reports whether the settings name a reviewer of the topic, be it by a
// user group whose members are not known here.
func (r *roster) anybody(topic string) bool {
	return len(r.admins)+len(r.reviewers)+len(r.byTopic[topic]) > 0
}

// Groups lists the user groups that the settings name, sorted.
func (r *roster) groups() []string {
	var groups []string
	lists := [][]string{r.admins, r.reviewers}
	for _, list := range r.byTopic {
		lists = append(lists, list)
	}
	for _, list := range lists {
		for _, entry := range list {
			if isGroup(entry) {
				groups = append(groups, entry)
			}
		}
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// Name is the person's plain display name, or the id while it is not known.
func (r *roster) Name(user fact.UserID) string {
	if r.people != nil {
		if name := r.people.Name(user); name != "" {
			return name
		}
	}
	return string(user)
}

func isGroup(entry string) bool { return strings.HasPrefix(entry, "S") }
