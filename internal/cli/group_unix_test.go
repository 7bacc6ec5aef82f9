//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// ownGroup has a command and what it starts be one process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// stopGroup stops a command and what it started.
func stopGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
