package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// Options says where settings come from besides the defaults.
type Options struct {
	File        string         // --config; "": factbot.yaml in the working folder, if there is one
	Overrides   map[string]any // flags, by key
	Environment []string       // "NAME=value"; nil: the process's own
}

// DefaultFile is read from the working folder where no file is named.
const DefaultFile = "factbot.yaml"

// Load reads and validates the settings. Its error lists every problem, a line each.
func Load(o Options) (*Config, error) {
	env := o.Environment
	if env == nil {
		env = os.Environ()
	}
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(Defaults)); err != nil {
		return nil, fmt.Errorf("read embedded settings: %w", err)
	}
	known := v.AllKeys()
	slices.Sort(known)

	file, problems := mergeFile(v, o.File, known)
	vars := environment(env)
	warnings := mergeEnvironment(v, vars, known)
	for key, value := range o.Overrides {
		v.Set(key, value)
	}
	c := &Config{File: file, Warnings: warnings}
	if err := v.Unmarshal(c); err != nil {
		problems = append(problems, wrongTypes(err)...)
	}
	problems = append(problems, c.readSecrets(vars)...)
	problems = append(problems, c.validate()...)
	if len(problems) > 0 {
		return nil, &ProblemsError{Lines: problems}
	}
	return c, nil
}

// ProblemsError is every reason why settings cannot be used.
type ProblemsError struct{ Lines []string }

// Error lists the problems, a line each.
func (p *ProblemsError) Error() string { return strings.Join(p.Lines, "\n") }

// mergeFile reads the named file, or the default one where it exists.
func mergeFile(v *viper.Viper, name string, known []string) (string, []string) {
	optional := name == ""
	if optional {
		name = DefaultFile
	}
	text, err := os.ReadFile(name)
	switch {
	case optional && errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", []string{fmt.Sprintf("settings file %q cannot be read: %v; name another with --config", name, cause(err))}
	}
	own := viper.New()
	own.SetConfigType("yaml")
	if err := own.ReadConfig(bytes.NewReader(text)); err != nil {
		return name, []string{fmt.Sprintf("settings file %q is not YAML: %v", name, flat(err))}
	}
	var problems []string
	keys := own.AllKeys()
	slices.Sort(keys)
	for _, key := range keys {
		if slices.Contains(known, key) {
			continue
		}
		if isSecret(key) {
			problems = append(problems, fmt.Sprintf("%s: %q holds a secret; set it in the environment (SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET or …_FILE)", name, key))
			continue
		}
		problems = append(problems, fmt.Sprintf("%s: unknown key %q; did you mean %q?", name, key, nearest(key, known)))
	}
	if err := v.MergeConfig(bytes.NewReader(text)); err != nil {
		problems = append(problems, fmt.Sprintf("settings file %q: %v", name, flat(err)))
	}
	return name, problems
}

func isSecret(key string) bool {
	return strings.HasSuffix(key, "_token") || strings.HasSuffix(key, "_secret")
}

// cause is the part of a file error that is about the file, without its path.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// flat is an error's text on one line.
func flat(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}

// wrongTypes turns a decoding error into a line for each setting.
func wrongTypes(err error) []string {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "*"))
		if line == "" || strings.HasPrefix(line, "decoding failed") {
			continue
		}
		lines = append(lines, "settings: "+line)
	}
	return lines
}
