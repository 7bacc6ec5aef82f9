package slack

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"strconv"
	"sync"
	"time"
)

// Headers of a signed delivery. Source: Slack, "Verifying requests from Slack".
const (
	headerTime      = "X-Slack-Request-Timestamp"
	headerSignature = "X-Slack-Signature"
)

// signer checks v0 signatures: HMAC-SHA256 over "v0:time:body", in hex after "v0=".
type signer struct {
	clock func() time.Time
	macs  sync.Pool
	off   bool // no secret: nothing is accepted
}

// keyed is a MAC with its key set, and room for what goes through it.
type keyed struct {
	mac hash.Hash
	sum [sha256.Size]byte
	buf [64]byte
}

func newSigner(secret string, clock func() time.Time) *signer {
	key := []byte(secret)
	s := &signer{clock: clock, off: secret == ""}
	s.macs.New = func() any { return &keyed{mac: hmac.New(sha256.New, key)} }
	return s
}

// check compares the signature in constant time. It returns why a delivery is refused, or "" and the signature's first
// eight bytes, which name the delivery.
func (s *signer) check(stamp, signature string, body []byte) (reason string, name uint64) {
	if s.off || stamp == "" || signature == "" {
		return "unsigned", 0
	}
	if len(stamp) > 16 || len(signature) != 3+2*sha256.Size || signature[:3] != "v0=" {
		return "signature", 0
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return "signature", 0
	}
	age := s.clock().Unix() - seconds
	if limit := int64(window / time.Second); age > limit || age < -limit {
		return "stale", 0
	}
	k := s.macs.Get().(*keyed)
	defer s.macs.Put(k)
	k.mac.Reset()
	head := append(append(append(k.buf[:0], "v0:"...), stamp...), ':')
	k.mac.Write(head)
	k.mac.Write(body)
	sum := k.mac.Sum(k.sum[:0])
	want := hex.AppendEncode(k.buf[:0], sum)
	if !hmac.Equal(want, []byte(signature[3:])) {
		return "signature", 0
	}
	return "", binary.LittleEndian.Uint64(sum)
}

// replays remembers the deliveries of the window by the start of their signature, which nobody can choose. It is bounded:
// past replayKept in half a window the oldest are forgotten early, and a repeat of those would be answered once more.
// That is harmless, since acts and events commit a key of their own.
type replays struct {
	clock    func() time.Time
	mu       sync.Mutex
	now, old map[uint64]struct{}
	since    time.Time
}

func newReplays(clock func() time.Time) *replays {
	return &replays{clock: clock, now: map[uint64]struct{}{}}
}

// first reports whether the delivery is new, and remembers it.
func (r *replays) first(name uint64) bool {
	now := r.clock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.now) >= replayKept || now.Sub(r.since) > 2*window {
		r.old, r.now, r.since = r.now, make(map[uint64]struct{}, len(r.now)/2), now
	}
	if _, seen := r.now[name]; seen {
		return false
	}
	if _, seen := r.old[name]; seen {
		return false
	}
	r.now[name] = struct{}{}
	return true
}
