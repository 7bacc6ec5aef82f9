package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"factbot/config"
)

var update = flag.Bool("update", false, "write the expected files anew")

// TestReference keeps docs/reference.md in step with the commands, their flags
// and the settings.
func TestReference(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Reference\n\nMade from the program itself; a test compares it. For tasks see the other pages.\n\n## Commands\n\n")
	root := (&terminal{}).root()
	b.WriteString("On every command:\n\n```\n" + strings.TrimRight(root.PersistentFlags().FlagUsages(), "\n") + "\n```\n")
	for _, cmd := range root.Commands() {
		if cmd.Hidden || cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		describe(t, &b, cmd, "factbot ")
	}
	b.WriteString("\n## Settings\n\n```yaml\n" + string(config.Defaults) + "```\n")
	compare(t, filepath.Join("..", "..", "docs", "reference.md"), b.String())
}

func describe(t *testing.T, b *strings.Builder, cmd *cobra.Command, path string) {
	t.Helper()
	if cmd.Short == "" || (cmd.Runnable() && cmd.Example == "" && cmd.Name() != "version") {
		t.Errorf("%s%s lacks a short description or examples", path, cmd.Name())
	}
	fmt.Fprintf(b, "\n### %s%s\n\n%s.\n", path, cmd.Use, cmd.Short)
	if cmd.Long != "" {
		fmt.Fprintf(b, "\n%s\n", strings.Join(strings.Fields(cmd.Long), " "))
	}
	if cmd.Example != "" {
		fmt.Fprintf(b, "\n```\n%s\n```\n", cmd.Example)
	}
	var own []string
	cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		name, usage := pflag.UnquoteUsage(f)
		if f.Name == "help" {
			return
		}
		own = append(own, strings.TrimSpace(fmt.Sprintf("- `--%s %s", f.Name, name))+"`: "+usage)
	})
	if len(own) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(own, "\n"))
	}
	for _, sub := range cmd.Commands() {
		describe(t, b, sub, path+cmd.Name()+" ")
	}
}

// compare holds a file to its expected text, or writes it with -update.
func compare(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v; make it with: go test ./internal/cli -update", err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the program says; compare and run: go test ./internal/cli -update", name)
	}
}
