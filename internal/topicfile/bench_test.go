package topicfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"factbot/internal/fact"
)

const manyFacts = 100_000

// manySource is a large topic of statements that share most of their words.
func manySource(n int, statement func(i int) string) *fact.Source {
	src := &fact.Source{Document: "many.txt", Title: "Many", Claimed: -1}
	for i := range n {
		src.Facts = append(src.Facts, fact.SourceFact{Statement: statement(i), Lang: fact.English, Confidence: 50, Line: i + 3})
	}
	return src
}

func numbered(i int) string {
	return fmt.Sprintf("Fact number %d says that node %d reaches node %d over RDMA within %d microseconds.", i, i%977, i%613, i%97)
}

func worded(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	words := make([]string, 20)
	for k := range words {
		words[k] = fmt.Sprintf("w%04d", r.IntN(5000))
	}
	return strings.Join(words, " ")
}

func BenchmarkDiff(b *testing.B) {
	cases := []struct {
		name     string
		old, now func(i int) string
	}{
		{"same", numbered, numbered},
		{"edited", worded, func(i int) string { return worded(i) + " indeed" }},
		{"numbered-edited", numbered, func(i int) string { return strings.Replace(numbered(i), "reaches", "can reach", 1) }},
		{"replaced", worded, func(i int) string { return worded(i + manyFacts) }},
		{"numbered-replaced", numbered, func(i int) string { return numbered(i + manyFacts) }},
	}
	for _, c := range cases {
		stored := storedFrom(manySource(manyFacts, c.old))
		src := manySource(manyFacts, c.now)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				plan := Diff(src, stored, nil)
				b.ReportMetric(float64(len(plan.Edit)), "edits")
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	doc := Document{Topic: &fact.Topic{Title: "Many", Prefix: "MANY"}, Facts: storedFrom(manySource(manyFacts, numbered))}
	var page strings.Builder
	page.WriteString("Many\nAll Facts\n")
	for _, f := range doc.Facts {
		page.WriteString(f.Statement + "\n50%Unverified")
	}
	files := []File{{Name: "many.txt", Data: []byte(page.String())}}
	for _, format := range []string{"yaml", "csv"} {
		var out bytes.Buffer
		if err := Write(&out, format, doc); err != nil {
			b.Fatal(err)
		}
		files = append(files, File{Name: "many." + format, Data: out.Bytes()})
	}
	for _, f := range files {
		b.Run(f.Name, func(b *testing.B) {
			b.SetBytes(int64(len(f.Data)))
			for b.Loop() {
				if src, problems := Parse(f, nil); src == nil || len(src.Facts) != manyFacts {
					b.Fatal(render(problems))
				}
			}
		})
	}
}
