package store

import (
	"context"
	"path/filepath"
	"testing"

	"factbot/internal/fact"
)

// BenchmarkFlags64 is 64 clients who each wait for their own flag to be on disk.
func BenchmarkFlags64(b *testing.B) {
	db := open(b, Options{})
	before := db.WriteStats()
	each := b.N/64 + 1
	b.ResetTimer()
	crowd(b, db, 64, each)
	b.StopTimer()
	after := db.WriteStats()
	b.ReportMetric(float64(after.Acts-before.Acts)/float64(after.Commits-before.Commits), "rows/commit")
	b.ReportMetric(float64(after.Acts-before.Acts)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkFlagAlone is one client.
func BenchmarkFlagAlone(b *testing.B) {
	db := open(b, Options{})
	b.ResetTimer()
	crowd(b, db, 1, b.N)
}

func BenchmarkOpenFresh(b *testing.B) {
	dir := b.TempDir()
	for n := 0; b.Loop(); n++ {
		db, err := Open(b.Context(), Options{Path: filepath.Join(dir, string(rune('a'+n%26))+string(rune('a'+n/26%26))+string(rune('a'+n/676))+".db")})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// BenchmarkOpenSeed opens a database of 19 facts and reads all of it.
func BenchmarkOpenSeed(b *testing.B) {
	path := filled(b, 19)
	for b.Loop() {
		db, err := Open(b.Context(), Options{Path: path})
		if err != nil {
			b.Fatal(err)
		}
		if err := db.EachFact(b.Context(), func(*fact.Fact) error { return nil }); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

const many = 100_000

func BenchmarkAdd100k(b *testing.B) {
	for b.Loop() {
		db := open(b, Options{})
		facts := make([]*fact.Fact, many)
		for i := range facts {
			facts[i] = &fact.Fact{Topic: "rdma", Statement: "A statement about the latency of a queue pair on a lossy fabric, as long as most.", Confidence: 50, Line: i + 1}
		}
		err := db.InTx(context.Background(), func(tx *Tx) error {
			if err := tx.SaveTopic(context.Background(), &fact.Topic{Slug: "rdma", Prefix: "RDMA"}); err != nil {
				return err
			}
			_, err := tx.AddFacts(context.Background(), "rdma", facts, func(int) {})
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEach100k(b *testing.B) {
	db := open(b, Options{})
	fill(b, db, many)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		if err := db.EachFact(b.Context(), func(*fact.Fact) error { n++; return nil }); err != nil || n != many {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkVerify100k(b *testing.B) {
	db := open(b, Options{})
	fill(b, db, many)
	for b.Loop() {
		if r, err := db.VerifyChain(b.Context(), ""); err != nil || r.Broken != 0 || r.Events != many {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkFact(b *testing.B) {
	db := open(b, Options{})
	fill(b, db, 1000)
	id := fact.ID{Prefix: "RDMA", N: 500}
	for b.Loop() {
		if _, err := db.Fact(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
}
