//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"factbot/internal/app"
	"factbot/internal/slacksim"
)

// TestReadme follows README.md to the letter in a copy of the tree, as somebody
// with a fresh clone would, from the top to the bottom and in one folder:
//
//   - in a console block each line that starts with "$ " is run, and the lines
//     below it are what it must print; a line "…" stands for any lines;
//   - a sh block is run as it stands;
//   - so is each command in the text that starts with "go build" or "./factbot".
//
// What goes on until it is stopped is started, asked at the address that it
// prints, and stopped. Slack itself is pretended.
func TestReadme(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatalf("there is no README: %v", err)
	}
	steps := readmeSteps(string(text))
	var runs, tests bool
	for _, step := range steps {
		runs = runs || strings.Contains(step.command, "go run ./cmd/factbot")
		tests = tests || strings.Contains(step.command, "go test ./...")
	}
	if !runs || !tests {
		t.Fatalf("README shows how to run: %v, how to test: %v; it needs both", runs, tests)
	}
	r := newReadmeReader(t, root)
	for _, step := range steps {
		r.follow(t, step)
	}
}

// readmeReader does what README says, in a folder of their own.
type readmeReader struct {
	dir string
	sim *slacksim.Server
	env []string
}

func newReadmeReader(t *testing.T, root string) *readmeReader {
	t.Helper()
	r := &readmeReader{dir: freshCopy(t, root)}
	manifest, err := app.Manifest(testOptions(t, nil), app.ManifestRequest{Name: "factbot"})
	if err != nil {
		t.Fatal(err)
	}
	if r.sim, err = slacksim.New(slacksim.Options{Manifest: manifest}); err != nil {
		t.Fatal(err)
	}
	if err := r.sim.Start(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.sim.Close() })
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "FACTBOT_") && !strings.HasPrefix(pair, "SLACK_") {
			r.env = append(r.env, pair)
		}
	}
	// The machine may have something at the usual addresses.
	r.env = append(r.env, "CGO_ENABLED=0", "FACTBOT_OPS_ADDR=127.0.0.1:0", "SLACK_API_URL="+r.sim.APIURL())
	return r
}

// prepare does by hand what README asks a person to do by hand.
func (r *readmeReader) prepare(t *testing.T, command string) {
	t.Helper()
	write := func(name, text string) {
		name = filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(command, ".env") { // the tokens go into a copy of the template
		template, err := os.ReadFile(filepath.Join(r.dir, ".env.example"))
		if err != nil {
			t.Fatalf("no template for the tokens before they are needed: %v", err)
		}
		write(".env", strings.NewReplacer("SLACK_BOT_TOKEN=", "SLACK_BOT_TOKEN="+r.sim.BotToken(),
			"SLACK_APP_TOKEN=", "SLACK_APP_TOKEN="+r.sim.AppToken()).Replace(string(template)))
	}
	if strings.Contains(command, "topics/net.txt") { // somebody's page
		write("topics/net.txt", "Net\nAbout networks.\nAll Facts (1)\nEthernet frames carry at most 1,500 bytes.\n75%Verified\n")
	}
}

// follow runs one step and compares what it prints.
func (r *readmeReader) follow(t *testing.T, step readmeStep) {
	t.Helper()
	if strings.HasPrefix(step.command, "git clone ") {
		return // the copy is the clone
	}
	r.prepare(t, step.command)
	switch {
	case strings.Contains(step.command, "go test ./..."):
		// Running every test from within a test would never end.
		step.command = strings.Replace(step.command, "go test ./...", "go build ./...", 1)
	case strings.Contains(step.command, "factbot playground"):
		step.command = strings.Replace(step.command, "factbot playground", "factbot playground --port 0 --no-open", 1)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-ec", step.command)
	cmd.Dir, cmd.Env = r.dir, r.env
	ownGroup(cmd)
	cmd.Cancel = func() error { return stopGroup(cmd) }
	if regexp.MustCompile(`factbot (playground|serve)\b`).MatchString(step.command) {
		r.server(t, cmd, step)
		return
	}
	out, err := cmd.CombinedOutput()
	if err != nil && step.strict {
		t.Errorf("README.md:%d: $ %s\n%v\n%s", step.line, step.command, err, out)
	}
	if failed := cmd.ProcessState.ExitCode(); failed != 0 && failed != 1 {
		t.Errorf("README.md:%d: $ %s ends with status %d\n%s", step.line, step.command, failed, out)
	}
	if bad := unlike(step.shown, string(out)); bad != "" {
		t.Errorf("README.md:%d: $ %s\n%s\n--- printed\n%s", step.line, step.command, bad, out)
	}
}

// address is where a command says that it can be reached.
var address = regexp.MustCompile(`http://(127\.0\.0\.1|localhost):\d+`)

// server starts a command, waits until it is there, and stops it.
func (r *readmeReader) server(t *testing.T, cmd *exec.Cmd, step readmeStep) {
	t.Helper()
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		t.Fatalf("README.md:%d: %v", step.line, err)
	}
	go func() { _ = write.CloseWithError(cmd.Wait()) }()
	var said bytes.Buffer
	lines := bufio.NewScanner(io.TeeReader(read, &said))
	there := false
	for !there && lines.Scan() {
		switch url := address.FindString(lines.Text()); {
		case strings.Contains(lines.Text(), "factbot serves"):
			there = r.sim.WaitConnections(t.Context(), 1) == nil
		case url != "" && strings.Contains(step.command, "playground"):
			response, err := http.Get(url)
			if err == nil {
				there = response.StatusCode == http.StatusOK
				_ = response.Body.Close()
			}
		}
	}
	_ = stopGroup(cmd)
	for lines.Scan() { // until it has ended
		continue
	}
	if !there {
		t.Errorf("README.md:%d: $ %s does not serve:\n%s", step.line, step.command, said.String())
	}
	if bad := unlike(step.shown, said.String()); bad != "" {
		t.Errorf("README.md:%d: $ %s\n%s\n--- printed\n%s", step.line, step.command, bad, said.String())
	}
}

// freshCopy copies the files that git knows, and no other, to a folder.
func freshCopy(t *testing.T, root string) string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Skip("not in a git clone, so a fresh one cannot be made")
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		from, to := filepath.Join(root, name), filepath.Join(dir, name)
		info, err := os.Stat(from)
		if os.IsNotExist(err) {
			continue // removed and not yet committed
		}
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o755)
		}
		if err == nil {
			err = os.WriteFile(to, text, info.Mode())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
