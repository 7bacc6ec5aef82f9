package bot

import (
	"testing"

	"factbot/internal/fact"
)

func TestKeptText(t *testing.T) {
	t.Parallel()
	const public, private, direct, unknown = fact.PlacePublic, fact.PlacePrivate, fact.PlaceDirect, fact.PlaceUnknown
	acted := marked("flag 7 wrong my note", &did{done: true})
	for _, c := range []struct {
		kind   fact.NoticeKind
		place  fact.PlaceKind
		text   string
		quoted bool
		want   string
	}{
		{fact.NoticeAnswer, public, "facts latency", true, "facts latency"},
		{fact.NoticeShare, public, "facts 延迟", true, "facts 延迟"},
		{fact.NoticeAnswer, public, "who is paid how much", false, ""},
		{fact.NoticeAnswer, public, acted, true, ""},
		{fact.NoticeAnswer, private, "facts latency", true, ""},
		{fact.NoticeAnswer, unknown, "facts latency", true, ""},
		{fact.NoticeAnswer, direct, "facts latency", true, ""},
		{fact.NoticeShare, private, "facts latency", true, ""},
		{fact.NoticeSources, public, "facts latency", false, ""},
		{fact.NoticeGap, direct, "why is it slow", false, ""},
		{fact.NoticeImport, private, "rdma.txt:3: no marker", false, "rdma.txt:3: no marker"},
	} {
		n := fact.Notice{Kind: c.kind, Text: c.text, Place: fact.Place{Kind: c.place}}
		if got := KeptText(n, c.quoted); got != c.want {
			t.Errorf("%s in %d, quoted %v, %q: kept %q, want %q", c.kind, c.place, c.quoted, c.text, got, c.want)
		}
	}
	chinese := KeptText(fact.Notice{Kind: fact.NoticeAnswer, Text: "什么是无损网络", Place: fact.Place{Kind: private}}, true)
	mark, question := unmarked(chinese)
	if mark == "" || LocaleOf("", question, true) != LocaleZH || len([]rune(question)) != 1 {
		t.Errorf("of a Chinese question %q is kept", chinese)
	}
}
