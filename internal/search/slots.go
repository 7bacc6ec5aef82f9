package search

// maxSlots is how many slots coverage tells apart; what a longer query has
// beyond shares the last one.
const maxSlots = 32

// slot is one content word of a query.
type slot struct {
	weight float64 // of the query's content
	share  int32   // … in parts of fullShare
	light  bool    // it says little about a topic
}

// newSlot opens a slot for a text, if it is one word, and gives its bit.
func (p *plan) newSlot(text string) uint32 {
	if len(p.slots) == maxSlots {
		return 1 << (maxSlots - 1)
	}
	p.slots = append(p.slots, slot{light: light(text)})
	return 1 << (len(p.slots) - 1)
}

// assignSlots gives each content word its slot; a Chinese word has one for
// each pair of its characters.
func (p *plan) assignSlots() {
	for i := 0; i < len(p.words); {
		w := p.words[i]
		if w.stop {
			i++
			continue
		}
		if !w.han {
			p.slotOf[i] = p.newSlot(w.text)
			i++
			continue
		}
		j := p.hanGroup(i)
		p.hanSlots(i, j)
		i = j
	}
}

// hanGroup gives the end of the Chinese word at i; words of one character that
// stand together are taken as one.
func (p *plan) hanGroup(i int) int {
	seg := p.q.segs[p.words[i].seg]
	if seg.to-seg.from > 1 {
		return i + seg.to - seg.from
	}
	j := i + 1
	for j < len(p.words) && p.words[j].han && p.words[j].glued && !p.words[j].stop {
		if next := p.q.segs[p.words[j].seg]; next.to-next.from > 1 {
			break
		}
		j++
	}
	return j
}

func (p *plan) hanSlots(i, j int) {
	if j-i == 1 {
		alone := (i == 0 || !p.words[i].glued || p.words[i-1].stop) &&
			(j == len(p.words) || !p.words[j].han || !p.words[j].glued || p.words[j].stop)
		if alone {
			p.slotOf[i] = p.newSlot(p.words[i].text)
		}
		return
	}
	word := p.textOf(i, j)
	for k := i; k+1 < j; k++ {
		bit := p.newSlot(word)
		p.slotOf[k] |= bit
		p.slotOf[k+1] |= bit
	}
}

// bits joins the slots of the words from one to another.
func (p *plan) bits(from, to int) uint32 {
	var b uint32
	for _, s := range p.slotOf[from:to] {
		b |= s
	}
	return b
}
