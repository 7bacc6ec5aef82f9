package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"factbot/config"
)

// TestTopicKeepsItsName imports a file, then a longer one under the same name:
// whatever the topic is called, the second import finds the facts of the first.
func TestTopicKeepsItsName(t *testing.T) {
	t.Parallel()
	const fact = "  - {statement: One., confidence: 50, status: verified}\n"
	for name, head := range map[string]string{
		"an underscore":      "title: X\ncommand: my_topic\n",
		"Chinese":            "title: X\ncommand: 网络\n",
		"a full-width title": "title: ＲＤＭＡ\n",
		"a Chinese title":    "title: 远程内存\n",
		"a long title":       "title: " + strings.Repeat("very ", 20) + "long\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			c, err := config.Load(config.Options{Environment: []string{"FACTBOT_DATABASE_PATH=" + filepath.Join(dir, "factbot.db")}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "topic.yaml")
			for _, step := range []struct{ facts, want string }{
				{fact, ": new, 1 fact: 1 added."},
				{fact + strings.ReplaceAll(fact, "One", "Two"), ": 1 added, 1 unchanged."},
			} {
				if err := os.WriteFile(file, []byte(head+"facts:\n"+step.facts), 0o600); err != nil {
					t.Fatal(err)
				}
				report, err := Import(t.Context(), Options{Config: c}, ImportRequest{Files: []string{file}})
				if err != nil || !strings.Contains(report.Text, step.want) {
					t.Errorf("%q, %v; want %q", report.Text, err, step.want)
				}
			}
		})
	}
}
