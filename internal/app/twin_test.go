package app

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTwinWaitsAtStart: a sidecar that gives a served topic another name does
// not start a second one by itself; what is served stays as it was.
func TestTwinWaitsAtStart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tea.txt")
	writeFile(t, file, page(20, 50))
	h := newHouse(t, houseOptions{set: map[string]any{"topics": []string{file}}})
	writeFile(t, strings.TrimSuffix(file, ".txt")+".yaml", "command: brew\n")
	if err := h.Reimport(t.Context()); err != nil {
		t.Fatal(err)
	}
	topics, err := h.db.Topics(t.Context())
	if err != nil || len(topics) != 1 || topics[0].Slug != "tea" {
		t.Errorf("%d topics, %v", len(topics), err)
	}
	if n := len(h.index.Facts("tea")); n != 20 {
		t.Errorf("%d facts served", n)
	}
}

func TestTwinSaysHow(t *testing.T) {
	t.Parallel()
	twin := &TwinError{File: "a/net.csv", Topic: "net", Other: "wires", Why: "x"}
	if text := twin.Error(); !strings.Contains(text, "call the file wires.csv;") {
		t.Errorf("%q", text)
	}
	twin.File = "a/net.yaml"
	if text := twin.Error(); !strings.Contains(text, "give the file command: wires;") {
		t.Errorf("%q", text)
	}
}
