package topicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"factbot/internal/fact"
)

// seed is the page that ships with the program, without any sidecar.
func seed(t testing.TB) File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "seeds", "rdma.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return File{Name: "seeds/rdma.txt", Data: text}
}

func mustParse(t testing.TB, f File, side *File) *fact.Source {
	t.Helper()
	src, problems := Parse(f, side)
	if src == nil {
		t.Fatalf("%s was refused:\n%s", f.Name, render(problems))
	}
	return src
}

func render(problems []fact.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(Format(p) + "\n")
	}
	return b.String()
}

func TestSeed(t *testing.T) {
	t.Parallel()
	src, problems := Parse(seed(t), nil)
	if src == nil {
		t.Fatalf("refused:\n%s", render(problems))
	}
	const warning = "seeds/rdma.txt:37: warning: fact 19 has no status in the file, so it counts as unverified: add Verified or Unverified to its confidence\n"
	if got := render(problems); got != warning {
		t.Errorf("problems:\n%s\nwant:\n%s", got, warning)
	}
	if src.Title != "RDMA" || src.Document != "rdma.txt" || src.Claimed != 19 || src.Window != 90 ||
		src.Unlisted != 5 || src.Reading != ReadingCloses || len(src.Hash) != 64 || src.Prefix != "" {
		t.Errorf("source = %+v", src)
	}
	if !strings.HasPrefix(src.Definition, "A technology that enables") {
		t.Errorf("definition = %q", src.Definition)
	}
	wantSeedFacts(t, src.Facts)
	wantSeedTimeline(t, src)
}

func wantSeedFacts(t *testing.T, facts []fact.SourceFact) {
	t.Helper()
	if len(facts) != 19 {
		t.Fatalf("%d facts", len(facts))
	}
	confidence := []fact.Confidence{75, 75, 85, 75, 60, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50}
	begin := map[int]string{1: "RDMA allows", 2: "Cube Studio", 3: "Mooncake通过", 4: "RDMA技术", 6: "GDS relies", 11: "Modal 集群", 19: "High-speed"}
	for i, f := range facts {
		n := i + 1
		want := fact.Unverified
		if n == 1 {
			want = fact.Verified
		}
		if f.Confidence != confidence[i] || f.Status != want || f.NoStatus != (n == 19) ||
			f.Core != (n <= 2) || f.Line != 18+n || f.N != 0 || f.Sources != nil {
			t.Errorf("fact %d = %+v", n, f)
		}
		if !strings.HasPrefix(f.Statement, begin[n]) {
			t.Errorf("fact %d begins %q", n, f.Statement)
		}
	}
	if !strings.HasSuffix(facts[3].Statement, "20%-50%。") && !strings.HasSuffix(facts[3].Statement, "20%-50%") {
		t.Errorf("fact 4 ends %q", facts[3].Statement)
	}
	han := 0
	for _, f := range facts {
		if f.Lang == fact.Chinese {
			han++
		}
	}
	if han != 6 {
		t.Errorf("%d Chinese facts", han)
	}
}

func wantSeedTimeline(t *testing.T, src *fact.Source) {
	t.Helper()
	var facts []*fact.Fact
	for i, f := range src.Facts {
		facts = append(facts, &fact.Fact{ID: fact.ID{Prefix: "RDMA", N: i + 1}, Statement: f.Statement})
	}
	var numbers []int
	for _, e := range LinkTimeline(src.Timeline, facts) {
		numbers = append(numbers, e.Fact.N)
		if !e.Date.IsZero() || e.Line == 0 {
			t.Errorf("event %+v", e)
		}
	}
	want := []int{6, 7, 8, 9, 10, 11, 12, 13, 14, 16}
	if len(numbers) != len(want) {
		t.Fatalf("events of facts %v", numbers)
	}
	for i := range want {
		if numbers[i] != want[i] {
			t.Errorf("events of facts %v, want %v", numbers, want)
			break
		}
	}
}
