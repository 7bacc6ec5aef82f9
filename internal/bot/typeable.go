package bot

import "strings"

// typeable is a button's command as a person would type it, without the version
// it was offered for; "" for one that only a button carries.
func (p *plainWriter) typeable(command string) string {
	verb, rest, _ := strings.Cut(command, " ")
	switch Verb(verb) {
	case VerbSend, VerbCard, VerbLookup, VerbShare:
		return ""
	case VerbPick:
		return p.words.say("plain.pick")
	case VerbVerify, VerbCorrect, VerbConfidence, VerbRetract, VerbRestore, VerbDismiss, VerbRelate:
		id, after, ok := strings.Cut(rest, " ")
		if version, values, _ := strings.Cut(after, " "); ok && strings.HasPrefix(version, "v") {
			return strings.TrimSpace(verb + " " + id + " " + values)
		}
	}
	return command
}
