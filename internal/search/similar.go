package search

// Similar gives the facts that say much the same as a statement or bear on the
// same claim, best first: near duplicates have a coverage near 1. With an
// empty topic every topic is searched.
func (ix *Index) Similar(statement, topic string, limit int) []Hit {
	q := Query{Text: statement, Limit: limit}
	if topic != "" {
		q.Topics = []string{topic}
	}
	return ix.Search(q).Hits
}
