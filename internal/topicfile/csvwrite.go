package topicfile

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"factbot/internal/fact"
)

// WriteCSV writes the facts as spreadsheets like them: with a byte order mark
// (else some take UTF-8 for another encoding), comma-separated, each line ended
// by CR LF, and no cell that runs as a formula. It holds facts only, not their
// topic. The columns after the citations tell people more and are not read
// back, but for the marks. More than 50 citations of one fact are an error.
func WriteCSV(w io.Writer, doc Document) error {
	return written(w, "CSV", func(p printer) error {
		sources := 0
		for _, f := range doc.Facts {
			sources = max(sources, len(f.Sources))
		}
		if sources > maxCitations {
			return fmt.Errorf("a fact has %d citations, more than the %d that CSV has columns for: export YAML", sources, maxCitations)
		}
		p.put("\ufeff")
		writeRow(p, csvHeader(sources))
		for _, f := range doc.Facts {
			writeRow(p, csvRow(f, recordOf(f, doc.ExportedAt), sources))
		}
		return nil
	})
}

func csvHeader(sources int) []string {
	row := []string{"id", "statement", "language", "confidence", "status", "core", "relations"}
	for n := range sources {
		for _, name := range []string{"url", "title", "quote", "date", "author"} {
			name = "source_" + name
			if n > 0 {
				name += "_" + strconv.Itoa(n+1)
			}
			row = append(row, name)
		}
	}
	return append(append(row, "marks"), csvRecord...)
}

func csvRow(f *fact.Fact, r record, sources int) []string {
	status, core := f.Status.String(), "no"
	if f.Has(fact.StatusMissing) {
		status = ""
	}
	if f.Has(fact.Core) {
		core = "yes"
	}
	var relations []string
	for _, rel := range ownRelations(f) {
		relations = append(relations, string(rel.Kind)+" "+rel.Other.String())
	}
	row := []string{
		f.ID.String(), f.Statement, f.Lang.String(), strconv.Itoa(int(f.Confidence)), status, core,
		strings.Join(relations, "; "),
	}
	for n := range sources {
		var c fact.Citation
		if n < len(f.Sources) {
			c = f.Sources[n]
		}
		row = append(row, c.URL, c.Title, c.Quote, formatDate(c.Date), c.Author)
	}
	return append(row, strings.Join(markNames(f.Marks), "; "), r.Origin, r.Wording, r.Confidence, strings.Join(r.Overlays, "; "), r.By, stamp(r.At), stamp(r.Until),
		r.Document, strconv.Itoa(r.Line), stamp(r.Imported), r.Hash, strconv.Itoa(r.Version), strconv.Itoa(r.Flags))
}

// writeRow writes guarded cells. A cell is quoted wherever any separator in
// use would cut it.
func writeRow(p printer, row []string) {
	for i, cell := range row {
		if i > 0 {
			p.put(",")
		}
		cell = guard(cell)
		if strings.ContainsAny(cell, "\",;|\t\r\n") || strings.TrimSpace(cell) != cell {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		p.put(cell)
	}
	p.put("\r\n")
}
