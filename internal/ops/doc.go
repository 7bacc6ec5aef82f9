// Package ops lets one person run factbot: logging, liveness, readiness and
// metrics.
//
// Liveness (/healthz) says that the process can answer at all; readiness
// (/readyz) that it should be sent traffic, and names each part that is not
// ready; /metrics is in Prometheus' text format. None of them ever carries
// message text, a token or a response URL: the logger redacts what looks like
// one, and metrics have labels from fixed sets only.
//
// The package knows nothing of factbot's other parts. They report to it through
// a Health and a Metrics, both safe for concurrent use; a crash loses counts
// and nothing else.
package ops
