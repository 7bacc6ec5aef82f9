package store

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"factbot/internal/fact"
)

// digestSize is the size of every hash and digest, in bytes.
const digestSize = sha256.Size

// nobody is the digest of an event without a person, name or note.
var nobody [digestSize]byte

// head is where the history ends.
type head struct {
	seq  int64
	at   time.Time
	hash [digestSize]byte // zero before the first event
}

func readHead(ctx context.Context, c *conn) (head, error) {
	var h head
	var hash []byte
	found, err := c.get(ctx, "SELECT seq, at, hash FROM chain", nil, &h.seq, timed(&h.at), &hash)
	if err != nil || !found {
		return h, err
	}
	if len(hash) != digestSize {
		return h, fmt.Errorf("hash of %d bytes", len(hash))
	}
	h.hash = [digestSize]byte(hash)
	return h, nil
}

func writeHead(ctx context.Context, c *conn, h head) error {
	_, err := c.exec(ctx, `INSERT INTO chain (one, seq, at, hash) VALUES (1, ?, ?, ?)
		ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, at = excluded.at, hash = excluded.hash`, h.seq, micros(h.at), h.hash[:])
	if err != nil {
		return fmt.Errorf("end of the history: %w", err)
	}
	return nil
}

// canonical builds the bytes that are hashed. Every text is preceded by its
// length, so that no two events have the same bytes.
type canonical []byte

func (c *canonical) number(n int64) { *c = binary.BigEndian.AppendUint64(*c, uint64(n)) }

func (c *canonical) text(s string) {
	c.number(int64(len(s)))
	*c = append(*c, s...)
}

// link is an event as its hash sees it.
type link struct {
	seq     int64
	at      int64
	topic   string
	fact    string
	version int
	act     string
	values  []fact.Value
	flag    int64
	origin  string
	actor   [digestSize]byte
	note    [digestSize]byte
	prev    [digestSize]byte
}

func (l *link) hash() [digestSize]byte {
	c := make(canonical, 0, 512)
	c.text("factbot event 1")
	c = append(c, l.prev[:]...)
	c.number(l.seq)
	c.number(l.at)
	c.text(l.topic)
	c.text(l.fact)
	c.number(int64(l.version))
	c.text(l.act)
	c.number(int64(len(l.values)))
	for _, v := range l.values {
		c.text(v.Name)
		c.text(v.Old)
		c.text(v.New)
	}
	c.number(l.flag)
	c.text(l.origin)
	c = append(c, l.actor[:]...)
	c = append(c, l.note[:]...)
	return sha256.Sum256(c)
}

// newSalt makes the salt of one event's digests. Once it is erased, nobody can
// try out which person or note they are of.
func newSalt() []byte {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	return salt
}

func saltedDigest(salt []byte, kind string, texts ...string) [digestSize]byte {
	c := make(canonical, 0, 128)
	c.text(kind)
	for _, t := range texts {
		c.text(t)
	}
	mac := hmac.New(sha256.New, salt)
	mac.Write(c)
	return [digestSize]byte(mac.Sum(nil))
}

// digests of what an event says of a person.
func digests(salt []byte, user, name, note string) (actor, noted [digestSize]byte) {
	return saltedDigest(salt, "actor", user), saltedDigest(salt, "note", name, note)
}

func hexOf(hash []byte) string { return hex.EncodeToString(hash) }
