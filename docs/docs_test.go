// Package docs holds the documents to the program: transcripts are run, links
// followed, commands and settings looked up. It has no code of its own.
package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// root is the repository's folder, as the documents mean it.
const root = ".."

// pages reads every document by its path from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.ToSlash(rel)] = string(text)
		}
	}
	for _, name := range []string{"README.md", "docs/operators.md", "docs/oncall.md"} {
		if all[name] == "" {
			t.Fatalf("%s is missing", name)
		}
	}
	return all
}

// blocks are the fenced blocks of a page in a language.
func blocks(page, lang string) []string {
	var list []string
	for _, m := range regexp.MustCompile("(?ms)^ *```"+lang+"\\n(.*?)^ *```$").FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	return list
}

// shown is a command of a transcript with the output that the page shows.
type shown struct {
	command string
	output  []string
}

func transcript(block string) []shown {
	var list []shown
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, shown{command: command})
			continue
		}
		if n := len(list); n > 0 {
			list[n-1].output = append(list[n-1].output, line)
		}
	}
	return list
}

// matches reports whether an output is as shown, where a line "…" stands for any lines.
func matches(output string, want []string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for _, line := range want {
		if line == "…" {
			pattern.WriteString(`(?:[^\n]*\n)*`)
			continue
		}
		pattern.WriteString(regexp.QuoteMeta(line) + `\n`)
	}
	return regexp.MustCompile(pattern.String() + `\z`).MatchString(output)
}

// clean is the environment of somebody who has set nothing up, so that neither
// tokens nor a database at hand change what a command says.
func clean(t *testing.T) []string {
	t.Helper()
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		return strings.HasPrefix(pair, "SLACK_") || strings.HasPrefix(pair, "FACTBOT_")
	})
	return append(env, "FACTBOT_DATABASE_PATH="+filepath.Join(t.TempDir(), "factbot.db"))
}

// TestTranscripts runs every command that a page shows with its output.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to run the transcripts")
	}
	run := 0
	for name, page := range pages(t) {
		for _, block := range blocks(page, "console") {
			for _, s := range transcript(block) {
				run++
				cmd := exec.CommandContext(t.Context(), bash, "-c", s.command)
				cmd.Dir, cmd.Env = root, clean(t)
				var errs bytes.Buffer
				cmd.Stderr = &errs
				output, err := cmd.Output()
				if err != nil {
					t.Errorf("%s: %s: %v\n%s", name, s.command, err, errs.String())
				}
				if !matches(string(output), s.output) {
					t.Errorf("%s: %s prints\n%s\nbut the page shows\n%s", name, s.command, output, strings.Join(s.output, "\n"))
				}
			}
		}
	}
	if run < 3 {
		t.Errorf("only %d commands were run", run)
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		output string
		want   []string
		ok     bool
	}{
		{"a\nb\n", []string{"a", "b"}, true},
		{"a\nb\n", []string{"a"}, false},
		{"a\nb\n", []string{"a", "…"}, true},
		{"a\nb\nc\n", []string{"…", "c"}, true},
		{"a\nb\nc\n", []string{"…", "b"}, false},
		{"a.b\n", []string{"axb"}, false},
		{"axb\n", []string{"a.b"}, false},
	}
	for _, tt := range tests {
		if ok := matches(tt.output, tt.want); ok != tt.ok {
			t.Errorf("matches(%q, %q) = %t", tt.output, tt.want, ok)
		}
	}
}

// anchors are the names by which a page's headings can be linked to.
func anchors(page string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		plain := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(strings.TrimSpace(plain), " ", "-"))
	}
	return list
}

func TestLinks(t *testing.T) {
	t.Parallel()
	all := pages(t)
	for name, page := range all {
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(page, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := name
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(name), file))
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
			if anchor != "" && !slices.Contains(anchors(all[target]), anchor) {
				t.Errorf("%s links to %s, but %s has no such heading", name, m[1], target)
			}
		}
	}
}

// TestSettings looks up each setting that a page names.
func TestSettings(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "config", "factbot.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var settings map[string]any
	if err := yaml.Unmarshal(text, &settings); err != nil {
		t.Fatal(err)
	}
	known := func(section, key string) bool {
		group, ok := settings[section].(map[string]any)
		_, there := group[key]
		return ok && there
	}
	named := regexp.MustCompile("`(database|slack|http|ops|review|retention|log)\\.([a-z_]+)\\b")
	found := 0
	for name, page := range pages(t) {
		for _, m := range named.FindAllStringSubmatch(page, -1) {
			found++
			if !known(m[1], m[2]) {
				t.Errorf("%s names the setting %s.%s, which is not there", name, m[1], m[2])
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d settings were looked up", found)
	}
}

// TestAlerts holds the table of alerts to the rules.
func TestAlerts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "deploy", "alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	rules := regexp.MustCompile(`(?m)^ *- alert: (\w+)$`).FindAllStringSubmatch(string(text), -1)
	if len(rules) == 0 {
		t.Fatal("deploy/alerts.yaml has no alerts")
	}
	page := pages(t)["docs/operators.md"]
	for _, m := range rules {
		if !strings.Contains(page, "| `"+m[1]+"` |") {
			t.Errorf("docs/operators.md does not explain the alert %s", m[1])
		}
	}
}

// code is everything on a page that is set as code, a line each.
func code(page string) []string {
	fenced := regexp.MustCompile("(?ms)^ *```(\\w*)[^\n]*\n(.*?)^ *```$")
	var lines []string
	for _, m := range fenced.FindAllStringSubmatch(page, -1) {
		if m[1] == "sh" || m[1] == "console" {
			lines = append(lines, strings.Split(m[2], "\n")...)
		}
	}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		lines = append(lines, m[1])
	}
	return lines
}

// TestCommands looks up every command of factbot that a page shows, with its flags.
func TestCommands(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "factbot")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./cmd/factbot")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, output)
	}
	helps := map[string]string{}
	help := func(command string) string {
		if _, ok := helps[command]; !ok {
			text, err := exec.CommandContext(t.Context(), binary, append(strings.Fields(command), "--help")...).Output()
			if err != nil || !strings.Contains(string(text), "factbot "+command) {
				text = nil
			}
			helps[command] = string(text)
		}
		return helps[command]
	}
	call := regexp.MustCompile(`(?:^|[ |;/])factbot ([a-z]+(?: verify)?)([^|;#>]*)`)
	flags := regexp.MustCompile(`--[a-z-]+`)
	for name, page := range pages(t) {
		for _, line := range code(page) {
			m := call.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			text := help(m[1])
			if text == "" {
				t.Errorf("%s shows %q, which is no command", name, line)
			}
			for _, flag := range flags.FindAllString(m[2], -1) {
				if text != "" && !strings.Contains(text, flag) {
					t.Errorf("%s shows %q, but there is no %s", name, line, flag)
				}
			}
		}
	}
	if len(helps) < 12 {
		t.Errorf("only %d commands were looked up", len(helps))
	}
}
