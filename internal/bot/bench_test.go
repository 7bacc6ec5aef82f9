package bot_test

import (
	"context"
	"testing"

	"factbot/internal/bot"
	"factbot/internal/search"
)

// BenchmarkFacts measures a query answered with five cards, and beside it the
// search alone: the difference is what the bot adds.
func BenchmarkFacts(b *testing.B) {
	r := newRig(b)
	req := bot.Request{ID: "req-1", Text: "facts latency", Topic: "rdma", Actor: r.actor("reader"), Place: channel, Via: bot.ViaCommand}
	b.Run("handle", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			reply := r.Handle(context.Background(), req)
			if len(reply.Shown()) != 5 {
				b.Fatal(reply.Text())
			}
			reply.Done()
		}
	})
	b.Run("search", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r.index.Search(search.Query{Text: "latency", Topics: []string{"rdma"}, Limit: 20, Now: start})
		}
	})
	b.Run("text", func(b *testing.B) {
		reply := r.Handle(context.Background(), req)
		b.ReportAllocs()
		for b.Loop() {
			if len(reply.Text()) < 100 {
				b.Fatal(reply.Text())
			}
		}
	})
	b.Run("parse", func(b *testing.B) {
		scope := bot.Scope{Topics: r.Topics(), Topic: "rdma", Name: "factbot"}
		b.ReportAllocs()
		for b.Loop() {
			bot.Parse("facts latency", scope)
		}
	})
}
