//go:build unix

package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// nobodyID is a user that owns nothing.
const nobodyID = 65534

// canBeNobody reports whether a child can run without privileges: as another
// user, or because this user has none.
func canBeNobody() bool { return true }

// full runs the program with no room left for its files, and it has to fail with
// status 1. The script's "stderr" is what it said.
func full(ts *testscript.TestScript, _ bool, args []string) {
	// Every file that exists keeps its size; none can grow past it by much.
	failing(ts, exec.Command("sh", append([]string{"-c", `trap '' XFSZ; ulimit -f 2; exec factbot "$@"`, "sh"}, args...)...))
}

// nobody runs the program as a user without privileges, and it has to fail with status 1.
func nobody(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command("factbot", args...)
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobodyID, Gid: nobodyID}}
	}
	failing(ts, cmd)
}

func failing(ts *testscript.TestScript, cmd *exec.Cmd) {
	path, err := exec.LookPath(cmd.Path)
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	bound := exec.CommandContext(ctx, path, cmd.Args[1:]...)
	bound.SysProcAttr = cmd.SysProcAttr
	bound.Dir = ts.MkAbs(".")
	bound.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + bound.Dir, "TMPDIR=" + os.TempDir()}
	var out, errs bytes.Buffer
	bound.Stdout, bound.Stderr = &out, &errs
	err = bound.Run()
	ts.Logf("%s\n%s%s", strings.Join(cmd.Args, " "), out.String(), errs.String())
	status := (*exec.ExitError)(nil)
	if !errors.As(err, &status) || status.ExitCode() != 1 {
		ts.Fatalf("ended with %v, want exit status 1", err)
	}
	// What “stderr” looks at next is what was said here.
	ts.Check(ts.Exec("sh", "-c", `printf '%s' "$1" >&2`, "sh", errs.String()))
}
