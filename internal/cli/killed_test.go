//go:build unix

package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledCommands kills an import, a backup and a restore at random moments:
// each was done whole or not at all, and works when it is run again.
func TestKilledCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var page strings.Builder
	const facts = 8000
	fmt.Fprintf(&page, "Big\nAll Facts (%d)\n", facts)
	for i := range facts {
		fmt.Fprintf(&page, "Statement %d says that %x and %x are not the same.\n50%%Unverified", i, i*7919, i*104729)
	}
	if err := os.WriteFile(filepath.Join(dir, "big.txt"), []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	took := time.Now()
	runs(t, dir, "--db", "whole.db", "import", "big.txt")
	long := time.Since(took)
	for n := range 5 {
		db := fmt.Sprintf("killed%d.db", n)
		kill(t, dir, long, "--db", db, "import", "big.txt")
		if _, err := os.Stat(filepath.Join(dir, db)); err != nil {
			continue // it had not begun
		}
		out, err := program(dir, "--db", db, "import", "big.txt").CombinedOutput()
		text := string(out)
		if err != nil || !strings.Contains(text, "8000 added") && !strings.Contains(text, "8000 unchanged") {
			t.Errorf("an import after a killed one: %v %s", err, text)
		}
		if text := runs(t, dir, "--db", db, "audit", "verify"); !strings.Contains(text, "whole: 8001 events") {
			t.Errorf("after a killed import: %s", text)
		}
	}
	took = time.Now()
	runs(t, dir, "--db", "whole.db", "backup", "copy.db")
	long = time.Since(took)
	for n := range 5 {
		copied := fmt.Sprintf("copy%d.db", n)
		kill(t, dir, long, "--db", "whole.db", "backup", copied)
		if _, err := os.Stat(filepath.Join(dir, copied)); err == nil { // then it is whole
			if text := runs(t, dir, "--db", copied, "audit", "verify"); !strings.Contains(text, "whole: 8001 events") {
				t.Errorf("a killed backup left %s", text)
			}
		}
		kill(t, dir, long, "--db", "whole.db", "restore", "copy.db", "--force")
		if text := runs(t, dir, "--db", "whole.db", "audit", "verify"); !strings.Contains(text, "whole: 8001 events") {
			t.Errorf("after a killed restore: %s", text)
		}
	}
	runs(t, dir, "--db", "whole.db", "backup", "again.db")
	runs(t, dir, "--db", "whole.db", "restore", "again.db", "--force")
}

func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("factbot", args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir}
	return cmd
}

// runs runs a command that has to end well and gives what it prints.
func runs(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := program(dir, args...).CombinedOutput()
	if err != nil {
		t.Errorf("factbot %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// kill starts a command and kills it at some moment of the time that it takes.
func kill(t *testing.T, dir string, takes time.Duration, args ...string) {
	t.Helper()
	cmd := program(dir, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	moment := time.NewTimer(rand.N(takes))
	defer moment.Stop()
	<-moment.C
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
