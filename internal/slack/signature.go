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
