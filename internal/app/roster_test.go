package app

import (
	"slices"
	"testing"

	"factbot/config"
	"factbot/internal/fact"
)

// people is a directory of fixed people.
type people struct {
	groups map[string][]fact.UserID
	gone   []fact.UserID
}

func (p people) Name(user fact.UserID) string       { return map[fact.UserID]string{"U1": "reviewer"}[user] }
func (p people) Members(group string) []fact.UserID { return p.groups[group] }
func (p people) Gone(user fact.UserID) bool         { return slices.Contains(p.gone, user) }

func TestRoster(t *testing.T) {
	t.Parallel()
	settings := config.Review{
		Admins: []string{"UADMIN"}, Reviewers: []string{"U1", "SGROUP", "UGONE"},
		TopicReviewers: []string{"net=U2,SNET"},
	}
	known := people{
		groups: map[string][]fact.UserID{"SGROUP": {"U3", "U1"}, "SNET": {"U4"}},
		gone:   []fact.UserID{"UGONE"},
	}
	tests := []struct {
		topic string
		user  fact.UserID
		want  fact.Role
	}{
		{"rdma", "UADMIN", fact.Admin},
		{"rdma", "U1", fact.Reviewer},
		{"rdma", "U3", fact.Reviewer},
		{"rdma", "U2", fact.Reader},
		{"net", "U2", fact.Reviewer},
		{"net", "U4", fact.Reviewer},
		{"rdma", "U4", fact.Reader},
		{"rdma", "UGONE", fact.Reader},
		{"rdma", "", fact.Reader},
		{"rdma", "u1", fact.Reader},
	}
	r := newRoster(settings, known)
	for _, tt := range tests {
		if got := r.Role(tt.topic, tt.user); got != tt.want {
			t.Errorf("Role(%q, %q) = %v, want %v", tt.topic, tt.user, got, tt.want)
		}
	}
	if got, want := r.Reviewers("net"), []fact.UserID{"U1", "U2", "U3", "U4", "UADMIN"}; !slices.Equal(got, want) {
		t.Errorf("Reviewers(net) = %v, want %v", got, want)
	}
	if got, want := r.groups(), []string{"SGROUP", "SNET"}; !slices.Equal(got, want) {
		t.Errorf("groups = %v, want %v", got, want)
	}
	if r.Name("U1") != "reviewer" || r.Name("U9") != "U9" {
		t.Errorf("names are %q and %q", r.Name("U1"), r.Name("U9"))
	}
	if alone := newRoster(settings, nil); alone.Role("rdma", "U3") != fact.Reader || alone.Role("rdma", "U1") != fact.Reviewer {
		t.Error("without a directory only listed ids may count")
	}
}
