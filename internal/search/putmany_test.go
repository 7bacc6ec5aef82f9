package search

import (
	"fmt"
	"testing"

	"factbot/internal/fact"
	"factbot/internal/search/internal/searchtest"
)

// TestPutMany: many facts put at once are found as those put one by one are, also
// those that move to another topic, stand twice in the list, or are new.
func TestPutMany(t *testing.T) {
	t.Parallel()
	one, other := New(Options{}), New(Options{})
	for _, ix := range []*Index{one, other} {
		ix.SetTopic(Topic{Slug: "ops", Title: "Operations"})
		ix.Build([]*fact.Fact{
			searchtest.Fact("OPS", "ops", 1, "The gateway drains slowly."), searchtest.Fact("OPS", "ops", 2, "The gateway moves to another topic."),
			searchtest.Fact("OPS", "ops", 7000, "The gateway stays."), searchtest.Fact("NET", "net", 1, "The switch stays."),
		}, nil)
	}
	var facts []*fact.Fact
	for n := 3; len(facts) <= addedAlways; n++ {
		facts = append(facts, searchtest.Fact("OPS", "ops", n, fmt.Sprintf("Gateway %d burns.", n)))
	}
	facts = append(facts, searchtest.Fact("OPS", "net", 2, "The gateway moved here."), searchtest.Fact("OPS", "ops", 1, "The gateway drains."), searchtest.Fact("OPS", "ops", 1, "The gateway drains fast."))
	one.Put(facts...)
	for _, f := range facts {
		other.Put(f)
	}
	if one.Len() != len(facts)+1 || other.Len() != one.Len() {
		t.Errorf("%d facts, one by one %d, of %d", one.Len(), other.Len(), len(facts)+1)
	}
	for _, topic := range []string{"ops", "net", ""} {
		if got, want := ids(one.Facts(topic)), ids(other.Facts(topic)); got != want {
			t.Errorf("topic %q lists other facts than one by one", topic)
		}
	}
	for _, text := range []string{"gateway drains", "gateway 77", "switch", "moved", "slowly", "gateway stays", "operations"} {
		q := Query{Text: text, Explain: true}
		if got, want := outcome(one.Search(q)), outcome(other.Search(q)); got != want {
			t.Errorf("%q: at once\n%s\none by one\n%s", text, got, want)
		}
	}
}
