package search

// average is the mean length of the documents that may answer.
func (s *shelf) average() float64 {
	if s.live == 0 {
		return 1
	}
	return max(1, float64(s.words)/float64(s.live))
}

// Up to so many occurrences, and up to such a length, norms are tabulated.
const (
	tabledTimes  = 4
	tabledLength = 256
)

// norms holds BM25's share of a term that stands a few times in a document, by
// the document's length: what a division at every posting would give.
type norms struct {
	table       [tabledTimes][tabledLength]float64
	flat, slope float64 // of the saturation: flat + slope × length
	average     float64 // length that they were computed for
}

// settle computes the norms anew, after the average length changed.
func (s *shelf) settle() {
	n := &s.norms
	if n.average == s.average() {
		return
	}
	n.average = s.average()
	n.flat, n.slope = s.opts.K1*(1-s.opts.B), s.opts.K1*s.opts.B/n.average
	for times := range n.table {
		for length := range n.table[times] {
			n.table[times][length] = n.share(times, length)
		}
	}
}

// share is how much of a term's full weight so many occurrences earn.
func (n *norms) share(times, length int) float64 {
	tf := float64(times)
	return tf / (tf + n.flat + n.slope*float64(length))
}

// units is what so many occurrences in a document of a length earn, of a weight
// in units.
func (n *norms) units(weight float64, times, length int) int64 {
	if times < tabledTimes && length < tabledLength {
		return int64(weight * n.table[times][length])
	}
	return int64(weight * n.share(times, length))
}
