package bot

import (
	"slices"
	"sync/atomic"

	"factbot/internal/fact"
)

// topicNames finds topics by the folded words that people call them. It is made
// once for the topics served, since folding every name and glossary form takes
// longer than answering a question.
type topicNames struct {
	topics  []*fact.Topic // for which it was made
	called  map[string]*fact.Topic
	glossed map[string]*fact.Topic // by another form of the name, of the topic's glossary
}

func newTopicNames(topics []*fact.Topic) *topicNames {
	n := &topicNames{topics: topics, called: map[string]*fact.Topic{}, glossed: map[string]*fact.Topic{}}
	add := func(names map[string]*fact.Topic, name string, t *fact.Topic) {
		if _, taken := names[name]; !taken && name != "" {
			names[name] = t
		}
	}
	for _, t := range topics {
		title := foldWord(t.Title)
		for _, name := range []string{t.Slug, t.Command, title} {
			add(n.called, name, t)
		}
		for _, alias := range t.Aliases {
			add(n.called, foldWord(alias), t)
		}
		for i := range t.Glossary {
			forms := make([]string, 0, len(t.Glossary[i].Forms))
			for _, form := range t.Glossary[i].Forms {
				forms = append(forms, foldWord(form))
			}
			if slices.Contains(forms, title) {
				for _, form := range forms {
					add(n.glossed, form, t)
				}
			}
		}
	}
	return n
}

// of reports whether the names are those of the topics given, which nobody
// changes in place.
func (n *topicNames) of(topics []*fact.Topic) bool {
	return n != nil && slices.Equal(n.topics, topics)
}

// namesKept holds the names of the topics that were served last.
type namesKept struct{ last atomic.Pointer[topicNames] }

func (k *namesKept) of(topics []*fact.Topic) *topicNames {
	if n := k.last.Load(); n.of(topics) {
		return n
	}
	n := newTopicNames(topics)
	k.last.Store(n)
	return n
}
