package bot

import "slices"

// room is where the cards of a reply are made: their texts, lines and menus lie
// side by side, so that a page of them takes a few allocations.
type room struct {
	pen   pen
	cards int // that room is made for at a time
	spans Line
	menus []Button
}

// What a usual card takes.
const (
	cardText    = 96 // bytes
	cardSpans   = 5
	cardEntries = 3 // of its menu, without the one that a query adds
)

// ownRoom is room for one card that is to be kept, and for nothing else.
func ownRoom() *room {
	return &room{
		pen: pen{room: cardText}, cards: 1,
		spans: make(Line, 0, cardSpans), menus: make([]Button, 0, cardEntries),
	}
}

// line is an empty line to append to; lineIs takes what became of it.
func (r *room) line() Line {
	if cap(r.spans)-len(r.spans) < cardSpans {
		r.spans = make(Line, 0, r.cards*cardSpans)
	}
	return r.spans[len(r.spans):]
}

func (r *room) lineIs(l Line) Line {
	if len(l) <= cap(r.spans)-len(r.spans) { // it still lies here
		r.spans = r.spans[:len(r.spans)+len(l)]
	}
	return slices.Clip(l)
}

// buttons are n empty buttons.
func (r *room) buttons(n int) []Button {
	if cap(r.menus)-len(r.menus) < n {
		r.menus = make([]Button, 0, r.cards*(cardEntries+1))
	}
	at := len(r.menus)
	r.menus = r.menus[:at+n]
	return r.menus[at : at+n : at+n]
}
