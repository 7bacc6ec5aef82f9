package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"factbot/internal/fact"
)

const pseudonymPrefix = "forgotten-"

func isPseudonym(u fact.UserID) bool { return strings.HasPrefix(string(u), pseudonymPrefix) }

// Pseudonym is what stands for a person once forgotten. It is the same for the
// same person in this database, so that who made something and who checked it
// stay two people, and it cannot be turned back.
func (v *View) Pseudonym(ctx context.Context, user fact.UserID) (fact.UserID, error) {
	if isPseudonym(user) {
		return user, nil
	}
	var secret []byte
	found, err := v.conn.get(ctx, "SELECT secret FROM binding", nil, &secret)
	if err == nil && !found {
		err = errors.New("the key of pseudonyms is missing")
	}
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(user))
	return fact.UserID(pseudonymPrefix + hex.EncodeToString(mac.Sum(nil)[:8])), nil
}

// erasures are the statements that forget ?1, for whom ?2 stands from then on.
// Direct conversations are places that name a person, so they go too.
var erasures = []string{
	"UPDATE personal SET salt = NULL, user = '', name = '', note = '' WHERE user = ?1",
	// One person has one open flag on a fact, under whatever name.
	`UPDATE flags SET open = 0, outcome = 'flag withdrawn', decided = at WHERE by = ?1 AND open = 1
		AND fact IN (SELECT fact FROM flags WHERE by = ?2 AND open = 1)`,
	`UPDATE flags SET by = ?2, name = '', note = '', evidence = '', channel = iif(place_kind IN (3, 4), '', channel),
		thread = iif(place_kind IN (3, 4), '', thread), message = iif(place_kind IN (3, 4), '', message) WHERE by = ?1`,
	`UPDATE proposals SET by = ?2, name = '', channel = iif(place_kind IN (3, 4), '', channel),
		thread = iif(place_kind IN (3, 4), '', thread), message = iif(place_kind IN (3, 4), '', message) WHERE by = ?1`,
	"UPDATE gaps SET by = ?2, name = '' WHERE by = ?1",
	"DELETE FROM owners WHERE user = ?1",
	"DELETE FROM readings WHERE user = ?1",
	"DELETE FROM questions WHERE user = ?1",
	"UPDATE refusals SET actor = ?2 WHERE actor = ?1",
	"UPDATE imports SET by = ?2 WHERE by = ?1",
	"UPDATE notices SET state = 'dropped' WHERE user = ?1 AND channel = '' AND state = 'waiting'",
	`UPDATE notices SET user = ?2, text = '', line = iif(channel = '', '@' || ?2, line),
		sent_channel = iif(channel = '', '', sent_channel), sent_message = iif(channel = '', '', sent_message) WHERE user = ?1`,
	"UPDATE facts SET verified_by = ?2, verified_name = '' WHERE verified_by = ?1",
	"UPDATE facts SET maker_wording = ?2 WHERE maker_wording = ?1",
	"UPDATE facts SET maker_confidence = ?2 WHERE maker_confidence = ?1",
	"UPDATE revisions SET verified_by = ?2, verified_name = '' WHERE verified_by = ?1",
	"UPDATE revisions SET maker_wording = ?2 WHERE maker_wording = ?1",
	"UPDATE revisions SET maker_confidence = ?2 WHERE maker_confidence = ?1",
}

// Forget erases a person's id, name and notes everywhere and returns how many
// rows it changed. Doubts and proposals stay, as somebody's; the history keeps
// its hashes. After the commit the log is emptied, so that the file no longer
// holds what was erased.
func (tx *Tx) Forget(ctx context.Context, user fact.UserID) (int, error) {
	if user == "" || isPseudonym(user) {
		return 0, fact.Invalid("forget.nobody", "Name the person to forget by their Slack id.")
	}
	alias, err := tx.Pseudonym(ctx, user)
	if err != nil {
		return 0, err
	}
	if err := tx.touchOf(ctx, user); err != nil {
		return 0, err
	}
	directs, err := tx.directsOf(ctx, user)
	if err != nil {
		return 0, err
	}
	total := 0
	for _, query := range erasures {
		args := []any{string(user), string(alias)}
		if !strings.Contains(query, "?2") {
			args = args[:1]
		}
		n, err := tx.conn.affect(ctx, query, args...)
		if err != nil {
			return 0, fmt.Errorf("forget: %.40q: %w", query, err)
		}
		total += n
	}
	n, err := tx.forgetTexts(ctx, string(user), alias)
	if err != nil {
		return 0, err
	}
	for _, direct := range directs {
		more, err := tx.forgetDirect(ctx, direct, alias)
		if err != nil {
			return 0, err
		}
		n += more
	}
	tx.changed.forgot = append(tx.changed.forgot, user)
	return total + n, nil
}

// directsOf finds the direct conversations with a person, which name them as
// their id does: where they were told or asked something, and in the keys that
// name them.
func (tx *Tx) directsOf(ctx context.Context, user fact.UserID) ([]string, error) {
	directs, err := list(ctx, tx.conn, `SELECT channel FROM notices WHERE user = ?1 AND place_kind = 3
		UNION SELECT sent_channel FROM notices WHERE user = ?1 AND sent_kind = 3
		UNION SELECT channel FROM questions WHERE user = ?1 AND place_kind = 3
		UNION SELECT channel FROM flags WHERE by = ?1 AND place_kind = 3
		UNION SELECT channel FROM proposals WHERE by = ?1 AND place_kind = 3`, []any{string(user)},
		func(scan func(...any) error, s *string) error { return scan(s) })
	if err != nil {
		return nil, fmt.Errorf("direct conversations: %w", err)
	}
	for _, query := range []string{"SELECT key FROM deliveries WHERE instr(key, ?) > 0", "SELECT key FROM notices WHERE instr(key, ?) > 0"} {
		keys, err := list(ctx, tx.conn, query, []any{string(user)}, func(scan func(...any) error, s *string) error { return scan(s) })
		if err != nil {
			return nil, fmt.Errorf("keys that name the person: %w", err)
		}
		for _, key := range keys {
			parts := strings.FieldsFunc(key, func(r rune) bool { return r == ':' || r == '/' })
			if slices.Contains(parts, string(user)) {
				directs = append(directs, slices.DeleteFunc(parts, func(p string) bool { return !directID(p) })...)
			}
		}
	}
	slices.Sort(directs)
	directs = slices.DeleteFunc(slices.Compact(directs), func(d string) bool { return d == "" })
	return directs, nil
}

// directID says whether a text looks like Slack's id of a direct conversation.
func directID(s string) bool {
	return len(s) >= 8 && s[0] == 'D' && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" && strings.ContainsAny(s, "0123456789")
}

// forgetDirect takes a direct conversation out of notices and keys.
func (tx *Tx) forgetDirect(ctx context.Context, direct string, alias fact.UserID) (int, error) {
	total := 0
	for _, query := range []string{
		"UPDATE notices SET state = 'dropped' WHERE channel = ?1 AND state = 'waiting' AND ?2 <> ''",
		"UPDATE notices SET channel = '', channel_name = '', thread = '', message = '', line = '@' || ?2 WHERE channel = ?1",
		"UPDATE notices SET sent_channel = '', sent_name = '', sent_thread = '', sent_message = '' WHERE sent_channel = ?1 AND ?2 <> ''",
		"DELETE FROM quotes WHERE channel = ?1 AND ?2 <> ''",
	} {
		n, err := tx.conn.affect(ctx, query, direct, string(alias))
		if err != nil {
			return 0, fmt.Errorf("forget a direct conversation: %w", err)
		}
		total += n
	}
	n, err := tx.forgetTexts(ctx, direct, alias)
	return total + n, err
}

// touchOf notes the facts that name the person.
func (tx *Tx) touchOf(ctx context.Context, user fact.UserID) error {
	keys, err := list(ctx, tx.conn, "SELECT key FROM facts WHERE verified_by = ?1 OR maker_wording = ?1 OR maker_confidence = ?1", []any{string(user)},
		func(scan func(...any) error, key *int64) error { return scan(key) })
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := tx.touch(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// forgetTexts replaces the id within keys and remembered values, which are the
// callers' to compose.
func (tx *Tx) forgetTexts(ctx context.Context, id string, alias fact.UserID) (int, error) {
	total := 0
	for _, c := range []struct{ table, column string }{
		{"notices", "key"},
		{"quotes", "notice"},
		{"deliveries", "key"},
		{"settings", "value"},
		{"settings", "key"},
	} {
		texts, err := list(ctx, tx.conn, fmt.Sprintf("SELECT DISTINCT %s FROM %s WHERE instr(%[1]s, ?) > 0", c.column, c.table), []any{id},
			func(scan func(...any) error, s *string) error { return scan(s) })
		if err != nil {
			return 0, err
		}
		for _, old := range texts {
			now := replaceID(old, id, string(alias))
			if now == old {
				continue
			}
			n, err := tx.conn.affect(ctx, fmt.Sprintf("UPDATE OR REPLACE %s SET %s = ? WHERE %[2]s = ?", c.table, c.column), now, old)
			if err != nil {
				return 0, err
			}
			total += n
		}
	}
	return total, nil
}

// replaceID replaces an id where it stands as a whole word: U1 is not in U12.
func replaceID(text, id, by string) string {
	word := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] >= 'A' && text[i] <= 'Z' || text[i] >= 'a' && text[i] <= 'z')
	}
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], id)
		if i < 0 {
			return b.String() + text[at:]
		}
		from, to := at+i, at+i+len(id)
		b.WriteString(text[at:from])
		if word(from-1) || word(to) {
			b.WriteString(id)
		} else {
			b.WriteString(by)
		}
		at = to
	}
}
