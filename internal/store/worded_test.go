package store

import (
	"testing"

	"factbot/internal/fact"
)

func TestWorded(t *testing.T) {
	t.Parallel()
	db := open(t, Options{})
	ctx := t.Context()
	at := func(prefix string, n int) fact.ID { return fact.ID{Prefix: prefix, N: n} }
	if err := db.InTx(ctx, func(tx *Tx) error {
		for _, slug := range []string{"rdma", "nvme"} {
			prefix := map[string]string{"rdma": "RDMA", "nvme": "NVME"}[slug]
			if err := tx.SaveTopic(ctx, &fact.Topic{Slug: slug, Title: slug, Prefix: prefix, Command: slug}); err != nil {
				return err
			}
		}
		for _, f := range []fact.Fact{
			{Topic: "rdma", Statement: "Gone.", Status: fact.Retracted},
			{Topic: "rdma", Statement: "Twice."},
			{Topic: "rdma", Statement: "Twice."},
			{Topic: "nvme", Statement: "There."},
			{Topic: "rdma", Statement: "文字\n"},
		} {
			if _, err := tx.AddFact(ctx, &f); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		topic, statement string
		except, want     fact.ID
	}{
		{"rdma", "Twice.", fact.ID{}, at("RDMA", 2)},
		{"rdma", "Twice.", at("RDMA", 2), at("RDMA", 3)},
		{"rdma", "Twice.", at("NVME", 2), at("RDMA", 2)},
		{"rdma", "twice.", fact.ID{}, fact.ID{}},
		{"rdma", "Gone.", fact.ID{}, fact.ID{}},
		{"rdma", "There.", fact.ID{}, fact.ID{}},
		{"nvme", "There.", fact.ID{}, at("NVME", 1)},
		{"nvme", "There.", at("NVME", 1), fact.ID{}},
		{"rdma", "文字\n", fact.ID{}, at("RDMA", 4)},
		{"rdma", "文字", fact.ID{}, fact.ID{}},
	} {
		if err := db.View(ctx, func(v *View) error {
			got, err := v.Worded(ctx, c.topic, c.statement, c.except)
			if err != nil || got != c.want {
				t.Errorf("%s %q but for %s: %s, %v; want %s", c.topic, c.statement, c.except, got, err, c.want)
			}
			_, err = v.Worded(ctx, "none", c.statement, c.except)
			if fact.CodeOf(err) != fact.CodeNotFound {
				t.Errorf("of no topic: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}
