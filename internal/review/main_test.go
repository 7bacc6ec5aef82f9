package review_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain bounds the runs of the property test where nobody asked for a number:
// each act in it is a commit to disk.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		if err := flag.Set("rapid.checks", "30"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
