package seeds

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// TestDefaultIsByteForByte guards the page against editors that mend it.
func TestDefaultIsByteForByte(t *testing.T) {
	t.Parallel()
	text, err := FS.ReadFile(Default)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	const want = "2dcd95ee95c911a9a9e673431e141eab2742ba62ca681705fc04c91f6309d0f4"
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("%s has the hash %s, want %s: its bytes are the source's and stay as they are", Default, got, want)
	}
}
