// Package cli is factbot's command line: it parses, calls one function of app
// for each command, and prints.
//
// Results go to standard output, hints and problems to standard error, a line
// each and never a stack or a raw Go error where a sentence exists. Exit status
// is 0 when the command did what it says, 1 when it could not or nothing
// matched, 2 when the command line itself is wrong. The package holds no state
// and owns no file; a command that is interrupted leaves what its function in app
// leaves.
package cli
