package app

import "factbot/internal/fact"

// follow says what comes after a message that was just sent: a shared answer's
// citations in full, in its thread.
func follow(n fact.Notice, at fact.Place, shown []fact.Ref) []fact.Notice {
	if n.Kind != fact.NoticeShare || at.Message == "" || len(shown) == 0 {
		return nil
	}
	place := at
	if place.Thread == "" {
		place.Thread = at.Message
	}
	place.Message = ""
	return []fact.Notice{{Key: n.Key + "/sources", Kind: fact.NoticeSources, Topic: n.Topic, Facts: shown, Place: place,
		Text: n.Text, Locale: n.Locale}}
}
