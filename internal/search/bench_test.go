package search

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"factbot/internal/fact"
	"factbot/internal/topicfile"
)

// sizes are the numbers of facts that benchmarks use, from
// FACTBOT_SEARCH_SIZES (10000,100000 by default).
func sizes(b testing.TB) []int {
	var out []int
	list := os.Getenv("FACTBOT_SEARCH_SIZES")
	if list == "" {
		list = "10000,100000"
	}
	for s := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

var corpora sync.Map // size → *Index

// indexed is an index of synthetic facts, or of the first facts of the topic
// file or the JSON lines that FACTBOT_SEARCH_CORPUS names.
func indexed(b testing.TB, n int) *Index {
	if ix, ok := corpora.Load(n); ok {
		return ix.(*Index)
	}
	corpora.Clear() // one at a time: a million facts are large
	ix := New(Options{})
	topic, facts := Topic{Slug: "syn", Title: "Systems"}, []*fact.Fact(nil)
	if path := os.Getenv("FACTBOT_SEARCH_CORPUS"); strings.HasSuffix(path, ".txt") {
		topic, facts = page(b, path, n)
	} else {
		facts = corpus(b, n)
	}
	ix.SetTopic(topic)
	ix.Build(facts, nil)
	corpora.Store(n, ix)
	runtime.GC()
	return ix
}

// page reads the first facts of a topic file.
func page(b testing.TB, path string, n int) (Topic, []*fact.Fact) {
	main, side, err := topicfile.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	src, problems := topicfile.Parse(main, side)
	if src == nil {
		b.Fatal(problems)
	}
	var facts []*fact.Fact
	for k, f := range src.Facts[:min(n, len(src.Facts))] {
		facts = append(facts, &fact.Fact{
			ID: fact.ID{Prefix: "SYN", N: k + 1}, Topic: "syn", Statement: f.Statement, Lang: fact.DetectLang(f.Statement), Confidence: f.Confidence, Status: f.Status,
		})
	}
	return Topic{Slug: "syn", Title: topicfile.Title(src)}, facts
}

func corpus(b testing.TB, n int) []*fact.Fact {
	path := os.Getenv("FACTBOT_SEARCH_CORPUS")
	if path == "" {
		return synthetic(n)
	}
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var facts []*fact.Fact
	for lines := bufio.NewScanner(f); len(facts) < n && lines.Scan(); {
		var d struct{ Text string }
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			b.Fatal(err)
		}
		facts = append(facts, &fact.Fact{
			ID: fact.ID{Prefix: "SYN", N: len(facts) + 1}, Topic: "syn", Statement: d.Text, Lang: fact.DetectLang(d.Text), Confidence: 50,
		})
	}
	return facts
}

// ask gives the questions to time: those on synthetic facts, or the lines of
// the file that FACTBOT_SEARCH_QUESTIONS names, each a question, perhaps after
// its kind and a tab.
func ask(b testing.TB, n int) []string {
	path := os.Getenv("FACTBOT_SEARCH_QUESTIONS")
	if path == "" {
		return questions(n)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	asked := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for k, line := range asked {
		if _, text, ok := strings.Cut(line, "\t"); ok {
			asked[k] = text
		}
	}
	return asked
}

// BenchmarkQuestions times whole questions on one thread, in processor time,
// and reports the median and the 99th percentile.
func BenchmarkQuestions(b *testing.B) {
	for _, n := range sizes(b) {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			ix := indexed(b, n)
			asked := ask(b, 2000)
			b.ReportAllocs()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var times []time.Duration
			for i := 0; b.Loop(); i++ {
				start := threadTime()
				ix.Search(Query{Text: asked[i%len(asked)], Limit: 5})
				times = append(times, threadTime()-start)
			}
			report(b, times)
		})
	}
}

// threadTime is the processor time of this thread, which other programs on the
// machine do not move as they move the time that passes.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

func report(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2])/1e3, "µs-p50")
	b.ReportMetric(float64(times[len(times)*99/100])/1e3, "µs-p99")
}

// BenchmarkThroughput asks whole questions on two threads.
func BenchmarkThroughput(b *testing.B) {
	asked := ask(b, 2000)
	for _, n := range sizes(b) {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			ix := indexed(b, n)
			var next atomic.Int64
			b.SetParallelism(1)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					ix.Search(Query{Text: asked[int(next.Add(1))%len(asked)], Limit: 5})
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
}

// BenchmarkBuild times a build from the statements and one from stored tokens.
func BenchmarkBuild(b *testing.B) {
	for _, n := range sizes(b) {
		facts := corpus(b, n)
		stored := make([][]byte, n)
		ix := New(Options{})
		for k, f := range facts {
			stored[k] = ix.Tokens(f)
		}
		for _, from := range []string{"statements", "tokens"} {
			b.Run(fmt.Sprintf("%d/%s", n, from), func(b *testing.B) {
				for b.Loop() {
					var tokens [][]byte
					if from == "tokens" {
						tokens = slices.Clone(stored)
					}
					ix := New(Options{})
					ix.SetTopic(Topic{Slug: "syn", Title: "Systems"})
					ix.Build(facts, tokens)
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "facts/s")
			})
		}
	}
}

// BenchmarkMemory reports what an index holds for each fact, the facts
// themselves not counted.
func BenchmarkMemory(b *testing.B) {
	for _, n := range sizes(b) {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			corpora.Clear()
			facts := corpus(b, n)
			for b.Loop() {
				before := heap()
				ix := New(Options{})
				ix.SetTopic(Topic{Slug: "syn", Title: "Systems"})
				ix.Build(facts, nil)
				b.ReportMetric(float64(heap()-before)/float64(n), "bytes/fact")
				runtime.KeepAlive(ix)
			}
			runtime.KeepAlive(facts)
		})
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkPut changes one fact at a time.
func BenchmarkPut(b *testing.B) {
	for _, n := range sizes(b) {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			ix := indexed(b, n)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			changed := synthetic(min(n, 5000))
			var times []time.Duration
			for i := 0; b.Loop(); i++ {
				f := *changed[i%len(changed)]
				f.ID.N = 1 + i*7919%n
				start := threadTime()
				ix.Put(&f)
				times = append(times, threadTime()-start)
			}
			report(b, times)
			corpora.Clear()
		})
	}
}

// BenchmarkStart makes the index of the seed page: what a program of one small
// topic spends on search before it can answer.
func BenchmarkStart(b *testing.B) {
	facts, topic := seedTopic(b)
	b.ReportAllocs()
	for b.Loop() {
		ix := New(Options{})
		ix.SetTopic(topic)
		ix.Build(facts, nil)
	}
}

// pairedTimes gives the medians, in microseconds of processor time, of the
// same questions asked of FTS5 and of the index in turn.
func pairedTimes(b *testing.B, ix *Index, s *shelf, query *sql.Stmt, asked []string) (theirs, ours float64) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var theirTimes, ourTimes []time.Duration
	for i := 0; b.Loop(); i++ {
		text := asked[i%len(asked)]
		p := new(plan)
		p.reset(s, ix.ask(text), ix.dict, &repairs{})
		var terms []termID
		for _, l := range p.leaves {
			if l.literal && l.slots != 0 {
				terms = append(terms, l.term)
			}
		}
		if len(terms) == 0 {
			continue
		}
		match := ftsQuery(terms)
		start := threadTime()
		rows, err := query.Query(match)
		if err != nil {
			b.Fatal(err)
		}
		for rows.Next() {
			var id int
			if err := rows.Scan(&id); err != nil {
				b.Fatal(err)
			}
		}
		rows.Close()
		theirTimes = append(theirTimes, threadTime()-start)
		start = threadTime()
		ix.Search(Query{Text: text, Limit: 5})
		ourTimes = append(ourTimes, threadTime()-start)
	}
	slices.Sort(theirTimes)
	slices.Sort(ourTimes)
	return float64(theirTimes[len(theirTimes)/2]) / 1e3, float64(ourTimes[len(ourTimes)/2]) / 1e3
}

// BenchmarkLongStatement compares a statement of the greatest length with a
// topic's facts.
func BenchmarkLongStatement(b *testing.B) {
	ix := indexed(b, 10000)
	for name, piece := range map[string]string{"en": "Qwerty asdfgh zxcvbn latency of the gateway. ", "zh": "网关的延迟在突发负载下降低操作系统内核的吞吐量。"} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(piece, 4000/len([]rune(piece)))
			for b.Loop() {
				ix.Similar(text, "syn", 3)
			}
		})
	}
}
