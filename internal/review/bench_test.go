package review_test

import (
	"testing"

	"factbot/internal/review"
)

// One reviewer asks for the next unverified fact of twenty thousand.
func BenchmarkNextOf20000(b *testing.B) {
	h := furnish(b, 20_000, nil)
	var s shelf
	s.look(b, h)
	h.Service = review.New(review.Config{Store: txs{h.db}, View: h.view, Roster: h.roster, Shelf: &s})
	for b.Loop() {
		if _, ok, err := h.Next(h.ctx, h.by(reviewer), "rdma", id(100)); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}

// A file of ten thousand facts is imported for the first time.
func BenchmarkImport10000(b *testing.B) {
	for b.Loop() {
		furnish(b, 10_000, nil)
	}
}
