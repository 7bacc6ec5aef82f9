package bot

import (
	"testing"

	"factbot/internal/search"
)

// TestTotalsThatWereNotCounted says so where there may be more than were counted.
func TestTotalsThatWereNotCounted(t *testing.T) {
	t.Parallel()
	w := wordsOf(LocaleEN)
	for _, tt := range []struct {
		result search.Result
		want   string
	}{
		{search.Result{Total: 1000, More: true}, "1,000+"},
		{search.Result{Total: 1000}, "1,000"},
		{search.Result{Total: 9}, "9"},
	} {
		if got := w.total(&tt.result); got != tt.want {
			t.Errorf("total of %+v is %q, want %q", tt.result, got, tt.want)
		}
		lead := w.atLeast("facts.lead", tt.result.Total, tt.result.More, "query", "q")
		if want := tt.want + " facts on q"; lead != want {
			t.Errorf("lead is %q, want %q", lead, want)
		}
	}
}
