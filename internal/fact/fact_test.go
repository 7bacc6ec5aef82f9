package fact_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"factbot/internal/fact"
)

func TestParseID(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, prefix, want string
	}{
		{"RDMA-7", "", "RDMA-7"},
		{"rdma-7", "", "RDMA-7"},
		{"RDMA-7", "OTHER", "RDMA-7"},
		{"7", "RDMA", "RDMA-7"},
		{"#7", "RDMA", "RDMA-7"},
		{"  7 ", "RDMA", "RDMA-7"},
		{"007", "RDMA", "RDMA-7"},
		{"GPU-NET-12", "", "GPU-NET-12"},
		{"99999999", "RDMA", "RDMA-99999999"},
		{"7", "", ""},
		{"", "RDMA", ""},
		{"#", "RDMA", ""},
		{"0", "RDMA", ""},
		{"RDMA-0", "", ""},
		{"RDMA-", "", ""},
		{"-7", "RDMA", ""},
		{"7a", "RDMA", ""},
		{"7.5", "RDMA", ""},
		{"１７", "RDMA", ""},
		{"999999999", "RDMA", ""},
		{"RDMA 7", "RDMA", ""},
		{"+7", "RDMA", ""},
		{"RDMA-#7", "", ""},
	} {
		id, ok := fact.ParseID(c.text, c.prefix)
		if id.String() != c.want || ok != (c.want != "") {
			t.Errorf("ParseID(%q, %q) = %q, %v; want %q", c.text, c.prefix, id, ok, c.want)
		}
	}
}

func FuzzParseID(f *testing.F) {
	for _, seed := range []string{"RDMA-7", "#7", "7", "-", "GPU-NET-12", "\x00-1", "Ｒ-１"} {
		f.Add(seed, "RDMA")
	}
	f.Fuzz(func(t *testing.T, text, prefix string) {
		id, ok := fact.ParseID(text, prefix)
		if !ok {
			if !id.IsZero() {
				t.Errorf("a refused text gave %v", id)
			}
			return
		}
		if id.N < 1 || id.N > 99_999_999 || id.Prefix == "" {
			t.Errorf("ParseID(%q, %q) = %+v", text, prefix, id)
		}
		// What is cited can be typed back, where the prefix is one that ids can have.
		if strings.ToUpper(id.Prefix) == id.Prefix && strings.TrimSpace(id.Prefix) == id.Prefix && !strings.HasPrefix(id.Prefix, "#") {
			if again, ok := fact.ParseID(id.String(), ""); !ok || again != id {
				t.Errorf("%v read back as %v, %v", id, again, ok)
			}
		}
	})
}

func TestIDsAreOrderedByPrefixThenNumber(t *testing.T) {
	t.Parallel()
	ids := []fact.ID{{Prefix: "RDMA", N: 10}, {Prefix: "RDMA", N: 9}, {Prefix: "GPU", N: 11}, {Prefix: "RDMA", N: 9}}
	slices.SortFunc(ids, fact.ID.Compare)
	if got := fmt.Sprint(ids); got != "[GPU-11 RDMA-9 RDMA-9 RDMA-10]" {
		t.Errorf("order %s", got)
	}
	if (fact.ID{}).String() != "" || !(fact.ID{Prefix: "RDMA"}).IsZero() {
		t.Error("the zero id is shown or names something")
	}
}

func TestCheckStatement(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"one letter", "x", ""},
		{"4,000 ideographs", strings.Repeat("字", 4000), ""},
		{"4,001 ideographs", strings.Repeat("字", 4001), "statement.long"},
		{"nothing", "", "statement.empty"},
		{"only spaces", " \t\u3000\u00a0", "statement.empty"},
		{"broken UTF-8", "a\xff", "statement.encoding"},
		{"hostile but text", "<!channel> %d =HYPERLINK(\u202e", ""},
		{"a final newline", "x\n", ""},
	} {
		if got := keyOf(fact.CheckStatement(c.text)); got != c.want {
			t.Errorf("%s: error %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzCheckStatement(f *testing.F) {
	f.Add("RoCE")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, text string) {
		if fact.CheckStatement(text) != nil {
			return
		}
		if n := utf8.RuneCountInString(text); !utf8.ValidString(text) || n < fact.MinStatement || n > fact.MaxStatement {
			t.Errorf("%q was accepted", text)
		}
	})
}

func TestDetectLang(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]fact.Lang{
		"RoCE needs a lossless network.":    fact.English,
		"RDMA允许应用程序直接读写远端内存":                fact.Chinese,
		"NVIDIA ConnectX-7 NIC 延迟 about 20": fact.English, // two characters among many letters
		"KV Cache 传输提升20%-50%":              fact.Chinese,
		"20%-50%":                           fact.LangUnknown,
		"":                                  fact.LangUnknown,
		"延迟":                                fact.Chinese,
		"größer":                            fact.English, // Latin letters: nothing closer is told apart
	} {
		if got := fact.DetectLang(text); got != want {
			t.Errorf("DetectLang(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestLangNames(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]fact.Lang{
		"en": fact.English, "EN": fact.English, "en-GB": fact.English, "zh": fact.Chinese,
		"zh-Hans": fact.Chinese, "zh_CN": fact.Chinese, "und": fact.LangUnknown, "": fact.LangUnknown,
	} {
		if got, ok := fact.ParseLang(tag); !ok || got != want {
			t.Errorf("ParseLang(%q) = %v, %v; want %v", tag, got, ok, want)
		}
	}
	for _, tag := range []string{"de", "english", "z"} {
		if got, ok := fact.ParseLang(tag); ok {
			t.Errorf("ParseLang(%q) = %v, want none", tag, got)
		}
	}
	for _, l := range []fact.Lang{fact.English, fact.Chinese, fact.LangUnknown} {
		if got, ok := fact.ParseLang(l.String()); !ok || got != l {
			t.Errorf("%s read back as %v, %v", l, got, ok)
		}
	}
}

func TestStatusNames(t *testing.T) {
	t.Parallel()
	for _, s := range []fact.Status{fact.Unverified, fact.Verified, fact.Retracted} {
		if got, ok := fact.ParseStatus("  " + strings.ToUpper(s.String())); !ok || got != s {
			t.Errorf("%s read back as %v, %v", s, got, ok)
		}
	}
	if _, ok := fact.ParseStatus("probably"); ok {
		t.Error("an unknown status was accepted")
	}
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	until := time.Date(2027, 3, 3, 0, 0, 0, 0, time.UTC)
	here := &fact.Verification{By: "U1", Until: until}
	for _, c := range []struct {
		name string
		f    fact.Fact
		at   time.Time
		want bool
	}{
		{"fresh", fact.Fact{Status: fact.Verified, Verified: here}, until, false},
		{"past", fact.Fact{Status: fact.Verified, Verified: here}, until.Add(time.Microsecond), true},
		{"in the file, never", fact.Fact{Status: fact.Verified, Marks: fact.VerifiedInFile}, until.AddDate(50, 0, 0), false},
		{"without a date, never", fact.Fact{Status: fact.Verified, Verified: &fact.Verification{By: "U1"}}, until.AddDate(50, 0, 0), false},
		{"not verified any more", fact.Fact{Status: fact.Unverified, Verified: here}, until.AddDate(1, 0, 0), false},
	} {
		if got := c.f.Expired(c.at); got != c.want {
			t.Errorf("%s: expired %v, want %v", c.name, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	base := fact.Conflict("act.stale", "It has changed.")
	e := base.With("id", "RDMA-7").With("by", "reviewer").Because(io.ErrUnexpectedEOF)
	if base.Params != nil || base.Err != nil {
		t.Error("With or Because changed the error they were called on")
	}
	wrapped := fmt.Errorf("decide: %w", e)
	switch {
	case fact.CodeOf(wrapped) != fact.CodeConflict, fact.CodeOf(nil) != "", fact.CodeOf(io.EOF) != fact.CodeInternal:
		t.Error("codes are wrong")
	case !errors.Is(wrapped, io.ErrUnexpectedEOF):
		t.Error("the cause is lost")
	case e.Params["id"] != "RDMA-7" || e.Params["by"] != "reviewer":
		t.Errorf("params %v", e.Params)
	case e.Error() != "conflict: It has changed.: unexpected EOF":
		t.Errorf("error %q", e.Error())
	}
	for code, err := range map[fact.Code]*fact.Error{
		fact.CodeInvalid: fact.Invalid("k", "m"), fact.CodeNotFound: fact.NotFound("k", "m"),
		fact.CodeForbidden: fact.Forbidden("k", "m"),
	} {
		if err.Code != code || err.Key != "k" || err.Message != "m" {
			t.Errorf("%+v, want code %s", err, code)
		}
	}
}

func TestSmallWords(t *testing.T) {
	t.Parallel()
	if !fact.UserID("forgotten-1f").Forgotten() || fact.UserID("U1").Forgotten() {
		t.Error("forgotten people are told apart wrongly")
	}
	if got := (&fact.Import{Hash: "2dcd95ab"}).ShortHash() + (&fact.Import{Hash: "2d"}).ShortHash(); got != "2dcd952d" {
		t.Errorf("short hashes %s", got)
	}
	if got := fact.Reader.String() + fact.Reviewer.String() + fact.Admin.String(); got != "readerrevieweradmin" {
		t.Errorf("roles %s", got)
	}
	f := fact.Fact{ID: fact.ID{Prefix: "RDMA", N: 7}, Version: 2, Status: fact.Retracted}
	if f.Active() || f.Ref() != (fact.Ref{ID: f.ID, Version: 2}) {
		t.Error("a retracted fact counts as an answer, or its ref is wrong")
	}
	empty := fact.Plan{Unchanged: 19}
	if full := (fact.Plan{Missing: []fact.ID{f.ID}}); !empty.Empty() || full.Empty() {
		t.Error("plans are told apart wrongly")
	}
	for _, a := range []fact.Act{fact.ActUndo, fact.ActFlag, fact.ActRevise, fact.ActAccept} {
		if a.Decides() {
			t.Errorf("%s counts as a decision", a)
		}
	}
}
