package topicfile

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"factbot/internal/fact"
)

// Document is what an export writes: a topic with its facts in order.
type Document struct {
	Topic      *fact.Topic
	Facts      []*fact.Fact
	ExportedAt time.Time // the instant by which verifications have expired
	Name       string    // public base name of the file; "": the latest import's document
}

// name is the document's public name, "" if none is recorded.
func (d Document) name() string {
	if d.Name == "" && d.Topic.Import != nil {
		return d.Topic.Import.Document
	}
	return d.Name
}

// Formats lists the names of the formats that Write knows, in order.
var Formats = [...]string{"yaml", "csv", "json", "md", "claimreview"}

// Write writes a document in the format named; an unknown name is an error.
func Write(w io.Writer, format string, doc Document) error {
	switch format {
	case "yaml":
		return WriteYAML(w, doc)
	case "csv":
		return WriteCSV(w, doc)
	case "json":
		return WriteJSON(w, doc)
	case "md":
		return WriteMarkdown(w, doc)
	case "claimreview":
		return WriteClaimReview(w, doc)
	}
	return fact.Invalid("export.format", fmt.Sprintf("The format %s is not known: choose one of yaml, csv, json, md, claimreview.", excerpt(format)))
}

// printer writes text through a buffer, which keeps the first error for later.
type printer struct{ b *bufio.Writer }

func (p printer) put(parts ...string) {
	for _, s := range parts {
		_, _ = p.b.WriteString(s)
	}
}

func (p printer) putf(format string, args ...any) { _, _ = fmt.Fprintf(p.b, format, args...) }

// written runs a writer over a buffer and reports the first error of either.
func written(w io.Writer, name string, write func(printer) error) error {
	b := bufio.NewWriterSize(w, 64<<10)
	err := write(printer{b})
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// record is what is known of a fact beyond what its file may say: for people
// and other programs, never read back.
type record struct {
	Origin         string // of the status
	By             string // who verified it here, by display name
	At, Until      time.Time
	Overlays       []string
	Wording        string // whose it is where a file is cited: "" the file's
	Confidence     string // likewise
	Document, Hash string
	Line, Version  int
	Imported       time.Time
	Flags          int
}

func recordOf(f *fact.Fact, now time.Time) record {
	r := record{Origin: origin(f), Overlays: overlays(f, now), Line: f.Line, Version: f.Version}
	if v := f.Verified; v != nil {
		r.By, r.At, r.Until = v.Name, v.At, v.Until
	}
	r.Wording, r.Confidence = madeHere(f)
	if i := f.Import; i != nil {
		r.Document, r.Hash, r.Imported = i.Document, i.Hash, i.At
	}
	if f.Doubts != nil {
		r.Flags = f.Doubts.Count
	}
	return r
}

// madeHere says of wording and confidence whether they are of people here, so
// that the file that is cited is not taken to say them; "" where the file does.
func madeHere(f *fact.Fact) (wording, confidence string) {
	if f.Import == nil {
		return "", "" // no file is cited
	}
	if f.Has(fact.Reworded) {
		wording = originHere
	}
	if f.Has(fact.Rerated) {
		confidence = originHere
	}
	return wording, confidence
}

// The origins of a status.
const (
	originHere    = "here"
	originFile    = "in the file"
	originMissing = "missing in the file"
)

func origin(f *fact.Fact) string {
	switch {
	case f.Has(fact.StatusMissing):
		return originMissing
	case f.Has(fact.VerifiedInFile):
		return originFile
	case f.Verified != nil, f.Has(fact.DecidedStatus | fact.DecidedWording | fact.AddedHere):
		return originHere
	default:
		return originFile
	}
}

// overlays are shown beside a status and derived from the rest.
func overlays(f *fact.Fact, now time.Time) []string {
	var list []string
	if f.Doubts != nil && f.Doubts.Count > 0 {
		list = append(list, fmt.Sprintf("flagged by %d", f.Doubts.Count))
	}
	if f.Expired(now) {
		list = append(list, "verification expired")
	}
	if f.Has(fact.SourceDiffers) {
		list = append(list, "source now differs")
	}
	if f.Has(fact.MissingInFile) {
		list = append(list, "no longer in the file")
	}
	if f.Has(fact.SecondNeeded) {
		list = append(list, "awaits a second reviewer")
	}
	return list
}

// ownRelations are the relations recorded on this fact within its topic, which
// its file can hold.
func ownRelations(f *fact.Fact) []fact.Relation {
	var own []fact.Relation
	for _, r := range f.Relations {
		if !r.Inverse && r.Other.Prefix == f.ID.Prefix {
			own = append(own, r)
		}
	}
	return own
}

// stamp is an instant as exports write it; the zero time is "".
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
