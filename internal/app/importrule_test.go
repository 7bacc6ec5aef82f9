package app

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the house's plan: which of factbot's packages each may import. A
// sub-package follows its parent's row and may import its siblings and parent.
var mayImport = map[string][]string{
	"cmd/factbot":        {"internal/cli"},
	"config":             {},
	"seeds":              {},
	"internal/fact":      {},
	"internal/topicfile": {"internal/fact"},
	"internal/search":    {"internal/fact"},
	"internal/store":     {"internal/fact"},
	"internal/review":    {"internal/fact"},
	"internal/outbox":    {"internal/fact"},
	"internal/bot":       {"internal/fact", "internal/search", "internal/review"},
	"internal/slack":     {"internal/fact", "internal/bot"},
	"internal/slacksim":  {},
	"internal/ops":       {},
	"internal/app": {
		"config", "seeds", "internal/fact", "internal/topicfile", "internal/search", "internal/store",
		"internal/review", "internal/outbox", "internal/bot", "internal/slack", "internal/ops",
	},
	"internal/cli": {"internal/app", "config", "seeds", "internal/slacksim", "internal/fact"},
}

// onlyIn lists what only one package may import.
var onlyIn = map[string]string{
	"database/sql":              "internal/store",
	"modernc.org/sqlite":        "internal/store",
	"github.com/slack-go/slack": "internal/slack",
	"github.com/spf13/viper":    "config",
	"github.com/spf13/cobra":    "internal/cli",
	"testing":                   "internal/store/storetest",
}

// environmentCalls may stand in config only.
var environmentCalls = []string{"os.Getenv(", "os.LookupEnv(", "os.Environ(", "syscall.Getenv("}

func TestImportRule(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if rel = filepath.ToSlash(rel); strings.HasPrefix(rel, "tools/") {
			return nil // generators and peers, not part of the program
		}
		seen++
		checkFile(t, name, path.Dir(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 50 {
		t.Errorf("only %d files were looked at", seen)
	}
}

func checkFile(t *testing.T, name, dir string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	owner := ""
	for pkg := range mayImport {
		if (dir == pkg || strings.HasPrefix(dir, pkg+"/")) && len(pkg) > len(owner) {
			owner = pkg
		}
	}
	if owner == "" {
		t.Errorf("%s: the folder %s is not in the plan", name, dir)
		return
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if ours, ok := strings.CutPrefix(imported, "factbot/"); ok {
			inside := ours == owner || strings.HasPrefix(ours, owner+"/")
			allowed := slices.ContainsFunc(mayImport[owner], func(p string) bool { return ours == p || strings.HasPrefix(ours, p+"/") })
			if !inside && !allowed {
				t.Errorf("%s: %s may not import %s", name, owner, ours)
			}
			continue
		}
		for pkg, only := range onlyIn {
			if (imported == pkg || strings.HasPrefix(imported, pkg+"/")) && dir != only && !strings.HasPrefix(dir, only+"/") {
				t.Errorf("%s: only %s may import %s", name, only, pkg)
			}
		}
	}
	if owner != "config" {
		checkEnvironment(t, name)
	}
}

func checkEnvironment(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
		return
	}
	for _, call := range environmentCalls {
		if strings.Contains(string(text), call) {
			t.Errorf("%s: only config reads the environment (%s)", name, strings.TrimSuffix(call, "("))
		}
	}
}
