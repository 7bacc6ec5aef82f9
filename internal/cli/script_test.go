package cli

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite" // to damage databases as another program would
)

// TestMain makes this test binary stand in for the program: scripts, crash tests
// and the README's commands run it as “factbot” from the PATH.
func TestMain(m *testing.M) {
	// Most of these tests wait for what a child process or a pretend Slack does, so
	// more of them than there are processors run at a time, unless told otherwise.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"factbot": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the scripts in testdata/script: the program as an operator
// meets it, with its output, its exit status and what it leaves on the disk.
func TestScripts(t *testing.T) {
	t.Parallel()
	work, err := os.MkdirTemp("", "factbot-scripts-") //nolint:usetesting // t.TempDir's folder is closed to the user without privileges
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(work) })
	openToOthers(t, work)
	testscript.Run(t, testscript.Params{
		Dir:         "testdata/script",
		WorkdirRoot: work,
		Condition:   condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "full": full, "nobody": nobody, "oneline": oneLine, "head": head, "same": same,
			"tamper": changed("DROP TRIGGER events_keep; DROP TRIGGER events_stay; UPDATE events SET act = 'verify' WHERE seq = 4"),
			"giveup": changed("UPDATE notices SET state = 'dead', error = 'not_in_channel' WHERE state = 'waiting'"),
			"newer":  changed("PRAGMA user_version = 999"), "damage": damage, "lockdb": lockDB, "unlockdb": unlockDB,
		},
	})
}

// openToOthers lets another user reach the folder of the scripts and the program.
func openToOthers(t *testing.T, work string) {
	t.Helper()
	program, err := exec.LookPath("factbot")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{work, filepath.Dir(program), filepath.Dir(filepath.Dir(program))} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// condition knows whether a script can be somebody without privileges.
func condition(name string) (bool, error) {
	if name == "unprivileged" {
		return canBeNobody(), nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// exits runs a command that has to end with a status: exits 2 factbot nosuch.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status command [arguments]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	status := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		status = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if status != want {
		ts.Fatalf("exit status %d, want %d", status, want)
	}
}

// oneLine holds a stream to a single line: what happened and what to do.
func oneLine(ts *testscript.TestScript, _ bool, args []string) {
	var lines []string
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if !strings.Contains(line, "warning:") {
			lines = append(lines, line)
		}
	}
	if len(lines) != 1 || len(lines[0]) < 20 {
		ts.Fatalf("%s has %d lines, want one that says what to do:\n%s", args[0], len(lines), strings.Join(lines, ""))
	}
}

// head remembers the head that “audit verify” printed, in an environment variable.
func head(ts *testscript.TestScript, _ bool, args []string) {
	out := strings.TrimSpace(ts.ReadFile("stdout"))
	hash := out[strings.LastIndexByte(out, ' ')+1:]
	if len(hash) != 64 {
		ts.Fatalf("no head in %q", out)
	}
	ts.Setenv(args[0], hash)
}

// same compares two CSV exports. The columns that say when and from which file
// may differ.
func same(ts *testscript.TestScript, _ bool, args []string) {
	one, two := withoutOrigin(ts, ts.ReadFile(args[0])), withoutOrigin(ts, ts.ReadFile(args[1]))
	if one != two {
		ts.Fatalf("the exports differ:\n%s\n%s", one, two)
	}
}

// withoutOrigin is a CSV export without what another file and another day change.
func withoutOrigin(ts *testscript.TestScript, text string) string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	ts.Check(err)
	var out strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if !slices.Contains([]string{"record", "document", "line", "imported", "sha256", "status_origin"}, rows[0][i]) {
				fmt.Fprintf(&out, "%q ", cell)
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// changed opens a database behind the program's back and runs a statement.
func changed(statement string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
		ts.Check(err)
		_, err = db.Exec(statement)
		ts.Check(errors.Join(err, db.Close()))
	}
}

// damage overwrites pages in the middle of a file.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	text, err := os.ReadFile(name)
	ts.Check(err)
	for at := 4096; at+4096 <= len(text); at += 4096 {
		copy(text[at:], bytes.Repeat([]byte{0xAA}, 2048))
	}
	ts.Check(os.WriteFile(name, text, 0o600))
}

// heldLocks are the databases that scripts hold locked, by script.
var heldLocks sync.Map

// lockDB holds a database's write lock as another program, until unlockdb or the
// script's end.
func lockDB(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", "file:"+ts.MkAbs(args[0])+"?_txlock=immediate")
	ts.Check(err)
	tx, err := db.Begin()
	ts.Check(err)
	heldLocks.Store(ts.Name(), func() { _ = errors.Join(tx.Rollback(), db.Close()) })
	ts.Defer(func() { unlockDB(ts, false, nil) })
}

func unlockDB(ts *testscript.TestScript, _ bool, _ []string) {
	if release, ok := heldLocks.LoadAndDelete(ts.Name()); ok {
		release.(func())()
	}
}
