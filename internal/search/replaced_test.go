package search

import (
	"testing"
	"time"

	"factbot/internal/fact"
)

// TestReplacedVerification holds that a document which was verified until a
// date, or doubted, and was then replaced is never looked at again.
func TestReplacedVerification(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	ix := New(Options{})
	ix.SetTopic(Topic{Slug: "net", Title: "Net"})
	id := fact.ID{Prefix: "NET", N: 1}
	verified := &fact.Fact{
		ID: id, Topic: "net", Statement: "Lossless networks need flow control.", Lang: fact.English, Status: fact.Verified, Version: 2,
		Verified: &fact.Verification{By: "U1", At: now.Add(-48 * time.Hour), Until: now.Add(-24 * time.Hour)},
		Doubts:   &fact.Doubts{Count: 1},
	}
	retracted := &fact.Fact{ID: id, Topic: "net", Statement: verified.Statement, Lang: fact.English, Status: fact.Retracted, Version: 3}
	other := &fact.Fact{ID: fact.ID{Prefix: "NET", N: 2}, Topic: "net", Statement: "Lossless optics cost more.", Lang: fact.English, Version: 1}
	ix.Build([]*fact.Fact{verified, other}, nil)
	ix.Put(retracted)
	for _, q := range []Query{{Text: "lossless network", Now: now}, {Text: "lossless network", Now: now, Limit: 5}, {Text: "flow control", Now: now, Retracted: true}} {
		for _, hit := range ix.Search(q).Hits {
			if hit.Fact == verified || hit.Fact == retracted && !q.Retracted {
				t.Errorf("%q found version %d", q.Text, hit.Fact.Version)
			}
		}
	}
}
