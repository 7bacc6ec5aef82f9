package app

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Grade is how a check went.
type Grade string

// The grades.
const (
	OK   Grade = "ok"
	Warn Grade = "warn"
	Fail Grade = "fail"
)

// Finding is one check's result, with what to do about it.
type Finding struct {
	Name   string `json:"name"`
	Grade  Grade  `json:"grade"`
	Detail string `json:"detail"`
	Fix    string `json:"fix,omitempty"`
}

// Report is what doctor found, in the order of its checks.
type Report struct{ Findings []Finding }

func (r *Report) add(name string, grade Grade, fix, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Name: name, Grade: grade, Fix: fix, Detail: fmt.Sprintf(format, args...)})
}

// judge adds ok with a detail, or the failure with its fix.
func (r *Report) judge(name string, err error, fix, good string) {
	if err != nil {
		r.add(name, Fail, fix, "%v", err)
		return
	}
	r.add(name, OK, "", "%s", good)
}

// Failed reports whether any check failed.
func (r *Report) Failed() bool {
	for _, f := range r.Findings {
		if f.Grade == Fail {
			return true
		}
	}
	return false
}

// Text is the report for a terminal: a line a check, and the fix below it.
func (r *Report) Text() string {
	var out strings.Builder
	counts := make(map[Grade]int)
	for _, f := range r.Findings {
		counts[f.Grade]++
		fmt.Fprintf(&out, "%-4s  %-14s %s\n", f.Grade, f.Name, f.Detail)
		if f.Fix != "" {
			fmt.Fprintf(&out, "      %-14s → %s\n", "", f.Fix)
		}
	}
	fmt.Fprintf(&out, "%d ok, %d warnings, %d failed\n", counts[OK], counts[Warn], counts[Fail])
	return out.String()
}

// JSON is the report for a program.
func (r *Report) JSON() string {
	text, err := json.MarshalIndent(map[string]any{"ok": !r.Failed(), "checks": r.Findings}, "", "  ")
	if err != nil {
		return "{}\n" // strings always encode
	}
	return string(text) + "\n"
}
