package bot

import "sync"

// desk is what a call and its answer are made on. An answer takes half a dozen
// kilobytes, more than all else that it needs; whoever has drawn one may give
// the desk back with [Reply.Done].
type desk struct {
	call  call
	room  room
	page  factsPage
	taken bool // the page serves this call's answer
	spans [pageFacts * cardSpans]Span
	menus [pageFacts * (cardEntries + 1)]Button
}

var desks = sync.Pool{New: func() any { return &desk{room: room{pen: pen{room: deskText}, cards: pageFacts}} }}

// deskText is how many bytes of text a desk makes room for at a time: those of
// two or three answers.
const deskText = 2 << 10

// takeDesk gives a desk with nothing on it.
func takeDesk() *desk {
	d := desks.Get().(*desk)
	d.room.spans, d.room.menus = d.spans[:0], d.menus[:0]
	return d
}

// takePage gives the page of the answer; another one where it serves already.
func (d *desk) takePage() *factsPage {
	if d.taken {
		return &factsPage{}
	}
	d.taken = true
	return &d.page
}

// Done says that nobody looks at the reply any more. What it was made on then
// serves another one, so nothing of it may be kept, nor be read again. It need
// not be called.
func (r *Reply) Done() {
	d := r.desk
	*r = Reply{}
	if d == nil {
		return
	}
	d.call, d.taken = call{}, false
	d.page = factsPage{}
	d.room.spans, d.room.menus = nil, nil
	clear(d.spans[:])
	clear(d.menus[:])
	desks.Put(d) // the pen goes on where it stands: what it wrote stays as it is
}
