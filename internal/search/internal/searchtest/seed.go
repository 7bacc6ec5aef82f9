// Package searchtest reads fixtures for the tests of search: the text of the
// topic page shipped with factbot, its glossary, and a second topic in two
// languages. It reads just enough of the page for that and is no substitute
// for a reader of topic files.
package searchtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"factbot/internal/fact"
)

var marker = regexp.MustCompile(`^(\d{1,3})%(Verified|Unverified)?`)

// Root is the repository's folder.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
}

// Seed reads the facts of the RDMA page.
func Seed() ([]*fact.Fact, error) {
	raw, err := os.ReadFile(filepath.Join(Root(), "seeds", "rdma.txt"))
	if err != nil {
		return nil, err
	}
	_, list, ok := strings.Cut(string(raw), "All Facts (19)\n")
	if !ok {
		return nil, fmt.Errorf("no list of facts in the page")
	}
	var facts []*fact.Fact
	for line := range strings.SplitSeq(list, "\n") {
		if m := marker.FindStringSubmatch(line); m != nil {
			last := facts[len(facts)-1]
			n, _ := strconv.Atoi(m[1])
			last.Confidence = fact.Confidence(n)
			if m[2] == "Verified" {
				last.Status = fact.Verified
			}
			line = line[len(m[0]):]
		}
		if line != "" {
			facts = append(facts, Fact("RDMA", "rdma", len(facts)+1, line))
		}
	}
	return facts, nil
}

// Fact is an unverified fact at 50 percent.
func Fact(prefix, topic string, n int, statement string) *fact.Fact {
	return &fact.Fact{
		ID: fact.ID{Prefix: prefix, N: n}, Topic: topic, Statement: statement,
		Lang: fact.DetectLang(statement), Confidence: 50, Version: 1,
	}
}

// Lines reads facts from a file, a statement a line.
func Lines(path, prefix, topic string) ([]*fact.Fact, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var facts []*fact.Fact
	for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
		facts = append(facts, Fact(prefix, topic, len(facts)+1, line))
	}
	return facts, nil
}

// Glossary reads the glossary of a sidecar.
func Glossary(path string) ([]fact.GlossaryGroup, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Glossary []struct {
			Name  string   `yaml:"name"`
			Forms []string `yaml:"forms"`
			Near  []string `yaml:"near"`
		} `yaml:"glossary"`
	}
	if err := yaml.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("parse %q: %w", path, err)
	}
	var groups []fact.GlossaryGroup
	for _, g := range file.Glossary {
		groups = append(groups, fact.GlossaryGroup{Name: g.Name, Forms: g.Forms, Near: g.Near})
	}
	return groups, nil
}
