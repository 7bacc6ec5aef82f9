package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// page is a topic's page with n facts on tea.
func page(n, confidence int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Tea\nAbout tea.\nAll Facts (%d)\n", n)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "Fact number %d says that tea of kind %d is steeped for %d minutes.\n%d%%Unverified", i, i*7, i+1, confidence)
	}
	return b.String()
}

// TestReimport changes the topic file under a serving bot: a good file is taken
// in, a bad one and one that would lose facts leave everything as it was and the
// reviewers are told, once.
func TestReimport(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tea.txt")
	writeFile(t, file, page(20, 50))
	h := newHouse(t, houseOptions{set: map[string]any{"topics": []string{file}}})
	count := func() int { return len(h.index.Facts("tea")) }
	confidence := func() string { return h.slash(t, "reader", "/tea fact 1") }
	if count() != 20 || !strings.Contains(confidence(), "50 %") {
		t.Fatalf("%d facts served at first", count())
	}

	writeFile(t, file, page(22, 60))
	if err := h.Reimport(t.Context()); err != nil {
		t.Fatal(err)
	}
	if count() != 22 || !strings.Contains(confidence(), "60 %") {
		t.Errorf("%d facts after a good file: %s", count(), confidence())
	}

	writeFile(t, file, page(22, 101))
	if err := h.Reimport(t.Context()); err == nil || !strings.Contains(err.Error(), "tea.txt:5:") {
		t.Errorf("a bad file is taken: %v", err)
	}
	h.inReview(t, "tea.txt")
	if count() != 22 || !strings.Contains(confidence(), "60 %") {
		t.Errorf("%d facts after a bad file", count())
	}

	writeFile(t, file, page(5, 70))
	if err := h.Reimport(t.Context()); err != nil {
		t.Errorf("a file that loses facts: %v", err)
	}
	h.settle(t)
	if count() != 22 || !strings.Contains(confidence(), "60 %") {
		t.Errorf("%d facts after a file that loses most", count())
	}
	before := len(h.reviewText())
	for range 3 {
		if err := h.Reimport(t.Context()); err != nil {
			t.Errorf("again: %v", err)
		}
	}
	h.settle(t)
	if before != len(h.reviewText()) {
		t.Errorf("the reviewers are told again and again:\n%s", h.reviewText())
	}
	if n := strings.Count(h.reviewText(), "tea.txt"); n < 2 {
		t.Errorf("the reviewers are told %d times of two files:\n%s", n, h.reviewText())
	}
}

// TestFailedReimportTellsNoFolder: the reviewers are told which file cannot be
// used and why, not where it lies on the server.
func TestFailedReimportTellsNoFolder(t *testing.T) {
	t.Parallel()
	for what, spoil := range map[string]func(t *testing.T, file string){
		"missing":        func(t *testing.T, file string) { remove(t, file) },
		"no marker":      func(t *testing.T, file string) { writeFile(t, file, page(20, 101)) },
		"broken sidecar": func(t *testing.T, file string) { writeFile(t, strings.TrimSuffix(file, "txt")+"yaml", "a: [") },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "secretfolder")
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(folder, "tea.txt")
			writeFile(t, file, page(20, 50))
			h := newHouse(t, houseOptions{set: map[string]any{"topics": []string{file}}})
			spoil(t, file)
			if err := h.Reimport(t.Context()); err == nil {
				t.Fatal("the file is taken")
			}
			if m := h.inReview(t, "tea."); strings.Contains(m.Text, "secretfolder") {
				t.Errorf("the reviewers are told %q", m.Text)
			}
		})
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}
