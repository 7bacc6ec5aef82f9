package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

const prefix = "FACTBOT_"

func environment(env []string) map[string]string {
	vars := make(map[string]string, len(env))
	for _, pair := range env {
		if name, value, ok := strings.Cut(pair, "="); ok {
			vars[name] = value
		}
	}
	return vars
}

// mergeEnvironment sets every key that the environment names. A name with our
// prefix that fits no key is a warning, not an error: container platforms add
// such names of their own (FACTBOT_PORT for a service called factbot).
func mergeEnvironment(v *viper.Viper, vars map[string]string, known []string) []string {
	names := make(map[string]string, len(known))
	var all []string
	for _, key := range known {
		name := prefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
		names[name] = key
		all = append(all, name)
	}
	if url := vars["SLACK_API_URL"]; url != "" {
		v.Set("slack.api_url", url)
	}
	var warnings []string
	for name, value := range vars {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		key, ok := names[name]
		if !ok {
			warnings = append(warnings, fmt.Sprintf("environment variable %s is no setting of factbot; the nearest is %s", name, nearest(name, all)))
			continue
		}
		if value == "" && key != "ops.addr" {
			continue // set to nothing is not set; only the ops address can be turned off so
		}
		if _, list := v.Get(key).([]any); list {
			v.Set(key, splitList(value))
			continue
		}
		v.Set(key, value)
	}
	slices.Sort(warnings)
	return warnings
}

// splitList reads a list from one variable: commas or spaces between, except
// that an entry with '=' keeps its commas and entries are then apart by spaces.
func splitList(value string) []string {
	if strings.Contains(value, "=") {
		return strings.Fields(value)
	}
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
}

// maxSecret bounds a secret's file, in bytes.
const maxSecret = 4096

// readSecrets takes each secret from its variable or from the file that the
// variable with _FILE names.
func (c *Config) readSecrets(vars map[string]string) []string {
	var problems []string
	for _, secret := range []struct {
		name string
		into *Secret
	}{
		{"SLACK_BOT_TOKEN", &c.Slack.BotToken},
		{"SLACK_APP_TOKEN", &c.Slack.AppToken},
		{"SLACK_SIGNING_SECRET", &c.Slack.SigningSecret},
	} {
		value, file := vars[secret.name], vars[secret.name+"_FILE"]
		if value != "" && file != "" {
			problems = append(problems, fmt.Sprintf("%s and %s_FILE are both set; unset one", secret.name, secret.name))
			continue
		}
		if file != "" {
			text, err := os.ReadFile(file)
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s_FILE: %q cannot be read: %v", secret.name, file, cause(err)))
				continue
			}
			value = string(text)
			if len(value) > maxSecret || strings.TrimSpace(value) == "" {
				problems = append(problems, fmt.Sprintf("%s_FILE: %q does not hold one token", secret.name, file))
				continue
			}
		}
		*secret.into = NewSecret(strings.TrimSpace(value))
	}
	return problems
}
