package search

import "time"

// now is the time that tests ask at.
var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
