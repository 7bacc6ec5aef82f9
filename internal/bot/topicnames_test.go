package bot

import (
	"testing"

	"factbot/internal/fact"
)

func TestTopicNames(t *testing.T) {
	t.Parallel()
	rdma := &fact.Topic{
		Slug: "rdma", Command: "rd", Title: "ＲＤＭＡ", Aliases: []string{"Remote DMA", "直接内存访问"},
		Glossary: []fact.GlossaryGroup{{Forms: []string{"rdma", "Remote Direct Memory Access"}}, {Forms: []string{"RoCE", "Converged Ethernet"}}},
	}
	tea := &fact.Topic{Slug: "tea", Title: "Tea", Aliases: []string{"rdma", "chai"}, Glossary: []fact.GlossaryGroup{{Forms: []string{"Tea", "chai", "茶"}}}}
	var kept namesKept
	topics := []*fact.Topic{rdma, tea}
	names := kept.of(topics)
	for word, want := range map[string]*fact.Topic{"rdma": rdma, "rd": rdma, "remote dma": rdma, "直接内存访问": rdma, "tea": tea, "chai": tea, "roce": nil, "": nil} {
		if names.called[word] != want {
			t.Errorf("%q is called %v", word, names.called[word])
		}
		if (&Scope{Topics: topics}).byName(word) != want {
			t.Errorf("%q is not found so in a scope without names", word)
		}
	}
	for word, want := range map[string]*fact.Topic{"remote direct memory access": rdma, "茶": tea, "converged ethernet": nil} {
		if names.glossed[word] != want {
			t.Errorf("%q is glossed %v", word, names.glossed[word])
		}
	}
	if kept.of([]*fact.Topic{rdma, tea}) != names {
		t.Error("the names of the same topics are made again")
	}
	renamed := *tea
	renamed.Title = "Infusions"
	if again := kept.of([]*fact.Topic{rdma, &renamed}); again.called["infusions"] != &renamed || again.called["rdma"] != rdma {
		t.Error("a renamed topic keeps its old names")
	}
}
