package bot

import "factbot/internal/fact"

// KeptText is what is kept of a notice's text once it was sent; quoted says whether
// the message shows facts, so that a correction may come after it. A banner words
// the lead of an answer again from what was asked, so that is kept where
// everybody could read it: in public. Of anything else nobody needs more than the
// language, which what follows it is to speak.
func KeptText(n fact.Notice, quoted bool) string {
	switch n.Kind {
	case fact.NoticeAnswer, fact.NoticeShare, fact.NoticeSources, fact.NoticeGap:
	default:
		return n.Text // the program's own
	}
	mark, question := unmarked(n.Text)
	if quoted && n.Place.Kind == fact.PlacePublic && mark == "" {
		return n.Text
	}
	if quoted && fact.DetectLang(question) == fact.Chinese {
		return markStart + markDone + markStart + "中"
	}
	return ""
}
