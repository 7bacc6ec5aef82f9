package ops

import (
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// answerBounds are the upper bounds of the answer histogram, in seconds. The
// last is Slack's own limit on an acknowledgement.
var answerBounds = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .1, .5, 1, 3}

// Metrics counts what factbot does. Labels come from fixed sets, so that no
// text of a person can become one.
type Metrics struct {
	set      *metrics.Set
	counters sync.Map // series → *metrics.Counter
	answers  sync.Map // door → *metrics.PrometheusHistogram
}

// series names one counter: a metric and up to two labels.
type series struct{ name, key1, value1, key2, value2 string }

// NewMetrics makes a Metrics of its own, apart from any other in the process.
func NewMetrics(version string) *Metrics {
	m := &Metrics{set: metrics.NewSet()}
	m.set.NewGauge(`factbot_build_info{version=`+strconv.Quote(version)+`}`, func() float64 { return 1 })
	m.count(series{name: "factbot_reconnects_total"}).Set(0)
	return m
}

// Question counts a request that was answered, by door and kind of reply.
func (m *Metrics) Question(via, kind string, took time.Duration) {
	m.count(series{"factbot_questions_total", "via", via, "kind", kind}).Inc()
	h, ok := m.answers.Load(via)
	if !ok {
		h, _ = m.answers.LoadOrStore(via,
			m.set.GetOrCreatePrometheusHistogramExt(`factbot_answer_seconds{via=`+strconv.Quote(via)+`}`, answerBounds))
	}
	h.(*metrics.PrometheusHistogram).Update(took.Seconds())
}

// Envelope counts a delivery from Slack by type and transport.
func (m *Metrics) Envelope(kind, transport string) {
	m.count(series{"factbot_envelopes_total", "type", kind, "transport", transport}).Inc()
}

// Refused counts a refusal by reason.
func (m *Metrics) Refused(reason string) {
	m.count(series{name: "factbot_refusals_total", key1: "reason", value1: reason}).Inc()
}

// Reconnect counts a Socket Mode connection that was opened again.
func (m *Metrics) Reconnect() { m.count(series{name: "factbot_reconnects_total"}).Inc() }

// Sent counts what became of a notice: sent, retried or dead.
func (m *Metrics) Sent(kind, outcome string) {
	m.count(series{"factbot_notices_total", "kind", kind, "outcome", outcome}).Inc()
}

// Import counts an import of a topic file by outcome.
func (m *Metrics) Import(outcome string) {
	m.count(series{name: "factbot_imports_total", key1: "outcome", value1: outcome}).Inc()
}

// Gauge registers a value that is read whenever the metrics are asked for. The
// name may carry labels: factbot_flags{age="day"}.
func (m *Metrics) Gauge(name string, read func() float64) { m.set.NewGauge(name, read) }

func (m *Metrics) count(s series) *metrics.Counter {
	if c, ok := m.counters.Load(s); ok {
		return c.(*metrics.Counter)
	}
	var labels []string
	if s.key1 != "" {
		labels = append(labels, s.key1+"="+strconv.Quote(s.value1))
	}
	if s.key2 != "" {
		labels = append(labels, s.key2+"="+strconv.Quote(s.value2))
	}
	name := s.name
	if len(labels) > 0 {
		name += "{" + strings.Join(labels, ",") + "}"
	}
	c, _ := m.counters.LoadOrStore(s, m.set.GetOrCreateCounter(name))
	return c.(*metrics.Counter)
}

// Write writes every metric in Prometheus' text format, with Go's and the
// process's own.
func (m *Metrics) Write(w io.Writer) {
	m.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

// Names lists the names of the metrics known so far, sorted, for the documents.
func (m *Metrics) Names() []string {
	names := m.set.ListMetricNames()
	slices.Sort(names)
	return names
}

func (m *Metrics) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.Write(w)
	})
}
