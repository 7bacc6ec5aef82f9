package store

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"factbot/internal/fact"
)

// VerifyChain checks every event's hash, the links between them, what personal
// rows that were not erased say of people, and where the history ends. A head
// printed earlier, as 64 hex digits, must be in the history: else its tail was
// cut off. What is wrong is in the report, naming the first broken link; an
// error means that the check could not be done.
func (db *DB) VerifyChain(ctx context.Context, head string) (fact.ChainReport, error) {
	return view(ctx, db, func(v *View) (fact.ChainReport, error) { return verifyChain(ctx, v.conn, head) })
}

// chainCheck walks the history.
type chainCheck struct {
	report fact.ChainReport
	prev   [digestSize]byte
	want   []byte // the head to find
	found  bool
}

func verifyChain(ctx context.Context, c *conn, want string) (fact.ChainReport, error) {
	k := chainCheck{}
	if want != "" {
		raw, err := hex.DecodeString(strings.TrimSpace(want))
		if err != nil || len(raw) != digestSize {
			return k.report, fact.Invalid("audit.head", "A head is the 64 hexadecimal digits that \"audit verify\" printed.")
		}
		k.want = raw
	}
	err := c.each(ctx, `SELECT e.seq, e.at, e.topic, e.fact, e.version, e.act, e.value_list, e.flag, e.origin, e.actor_digest, e.note_digest, e.prev, e.hash,
		p.event IS NOT NULL, p.salt, ifnull(p.user, ''), ifnull(p.name, ''), ifnull(p.note, '')
		FROM events e LEFT JOIN personal p ON p.event = e.seq ORDER BY e.seq`, nil, k.row)
	if err != nil {
		return k.report, fmt.Errorf("read the history: %w", err)
	}
	return k.report, k.ends(ctx, c)
}

// breaks notes the first broken link.
func (k *chainCheck) breaks(seq int64, reason string) {
	if k.report.Broken == 0 {
		k.report.Broken, k.report.Reason = seq, reason
	}
}

func (k *chainCheck) row(scan func(...any) error) error {
	var l link
	var values, user, name, note string
	var actor, noted, prev, hash, salt []byte
	var personal bool
	if err := scan(&l.seq, &l.at, &l.topic, &l.fact, &l.version, &l.act, &values, &l.flag, &l.origin, &actor, &noted, &prev, &hash,
		&personal, &salt, &user, &name, &note); err != nil {
		return err
	}
	want := k.report.Events + 1
	k.report.Events = l.seq
	if l.seq != want {
		k.breaks(want, fmt.Sprintf("event %d is missing", want))
	}
	if string(prev) != string(k.prev[:]) {
		k.breaks(l.seq, fmt.Sprintf("event %d does not follow the one before it", l.seq))
	}
	copy(l.prev[:], prev)
	copy(l.actor[:], actor)
	copy(l.note[:], noted)
	var err error
	l.values, err = decodeValues(values)
	sum := l.hash()
	if err != nil || string(sum[:]) != string(hash) || len(actor) != digestSize || len(noted) != digestSize {
		k.breaks(l.seq, fmt.Sprintf("event %d was changed", l.seq))
	}
	copy(k.prev[:], hash)
	k.report.Head = hexOf(hash)
	k.found = k.found || string(hash) == string(k.want)
	k.person(&l, personal, salt, user, name, note)
	return nil
}

// person checks what is said of the person, unless it was erased.
func (k *chainCheck) person(l *link, there bool, salt []byte, user, name, note string) {
	if !there {
		if l.actor != nobody || l.note != nobody {
			k.breaks(l.seq, fmt.Sprintf("who did event %d is missing", l.seq))
		}
		return
	}
	if salt == nil {
		if user != "" || name != "" || note != "" {
			k.breaks(l.seq, fmt.Sprintf("who did event %d was erased and then written anew", l.seq))
		}
		return
	}
	actor, noted := digests(salt, user, name, note)
	if actor != l.actor {
		k.breaks(l.seq, fmt.Sprintf("who did event %d was changed", l.seq))
	}
	if noted != l.note {
		k.breaks(l.seq, fmt.Sprintf("the name or note of event %d was changed", l.seq))
	}
}

// ends checks that the history ends where it should.
func (k *chainCheck) ends(ctx context.Context, c *conn) error {
	h, err := readHead(ctx, c)
	if err != nil {
		return fmt.Errorf("read the end of the history: %w", err)
	}
	switch next := k.report.Events + 1; {
	case h.seq > k.report.Events:
		k.breaks(next, fmt.Sprintf("the history ends before event %d, but it had %d events: its tail was cut off", next, h.seq))
	case h.seq < k.report.Events || h.hash != k.prev:
		k.breaks(max(h.seq, 1), "the history does not end where it says")
	case k.want != nil && !k.found:
		k.breaks(next, "the history does not hold the head given: its tail was cut off, or the head is another database's")
	}
	return nil
}
