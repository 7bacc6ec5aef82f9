package topicfile

import (
	"encoding/json"
	"io"
	"time"

	"factbot/internal/fact"
)

// The JSON of an export. Fields that are not recorded are left out, except
// those whose absence says something.
type jsonTopic struct {
	Slug       string         `json:"slug"`
	Title      string         `json:"title"`
	Definition string         `json:"definition,omitempty"`
	Command    string         `json:"command,omitempty"`
	Aliases    []string       `json:"aliases,omitempty"`
	Prefix     string         `json:"prefix"`
	Captured   string         `json:"captured,omitempty"`
	Window     int            `json:"window_days,omitempty"`
	Unlisted   int            `json:"unlisted,omitempty"`
	Exported   string         `json:"exported,omitempty"`
	Document   *jsonDocument  `json:"document,omitempty"`
	Timeline   []jsonEvent    `json:"timeline"`
	Glossary   []jsonGlossary `json:"glossary,omitempty"`
}

type jsonDocument struct {
	Name     string `json:"name"`
	Line     int    `json:"line,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
	Imported string `json:"imported,omitempty"`
}

type jsonEvent struct {
	Text string `json:"text"`
	Date string `json:"date,omitempty"`
	Fact string `json:"fact,omitempty"`
}

type jsonGlossary struct {
	Name  string   `json:"name"`
	Forms []string `json:"forms"`
	Near  []string `json:"near,omitempty"`
}

type jsonFact struct {
	ID         string            `json:"id"`
	Statement  string            `json:"statement"`
	Language   string            `json:"language"`
	Confidence int               `json:"confidence"`
	Status     string            `json:"status"`
	Origin     string            `json:"status_origin"`
	Wording    string            `json:"wording_origin,omitempty"`    // here: the cited line says something else
	Figure     string            `json:"confidence_origin,omitempty"` // likewise
	Overlays   []string          `json:"overlays"`
	Core       bool              `json:"core"`
	Version    int               `json:"version"`
	Verified   *jsonVerification `json:"verified,omitempty"`
	Document   *jsonDocument     `json:"document,omitempty"`
	Citations  []jsonCitation    `json:"citations"`
	Relations  []jsonRelation    `json:"relations,omitempty"`
}

type jsonVerification struct {
	By    string `json:"by,omitempty"`
	At    string `json:"at"`
	Until string `json:"until,omitempty"`
}

type jsonCitation struct {
	Title  string `json:"title,omitempty"`
	URL    string `json:"url,omitempty"`
	Quote  string `json:"quote,omitempty"`
	Date   string `json:"date,omitempty"`
	Author string `json:"author,omitempty"`
}

type jsonRelation struct {
	Kind    string `json:"kind"`
	Fact    string `json:"fact"`
	Inverse bool   `json:"inverse,omitempty"`
}

// WriteJSON writes the topic and its facts as one object, for other programs.
// It is safe within HTML.
func WriteJSON(w io.Writer, doc Document) error {
	return written(w, "JSON", func(p printer) error {
		p.put("{\n\"topic\": ")
		if err := putJSON(p, jsonTopicOf(doc)); err != nil {
			return err
		}
		p.put(",\n\"facts\": [")
		for i, f := range doc.Facts {
			if err := nextJSON(p, i, jsonFactOf(f, doc.ExportedAt)); err != nil {
				return err
			}
		}
		p.put("\n]\n}\n")
		return nil
	})
}

func putJSON(p printer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	p.put(string(text))
	return nil
}

// nextJSON writes an item of an array on a line of its own.
func nextJSON(p printer, i int, value any) error {
	if i > 0 {
		p.put(",")
	}
	p.put("\n")
	return putJSON(p, value)
}

func jsonTopicOf(doc Document) jsonTopic {
	t := doc.Topic
	j := jsonTopic{
		Slug: t.Slug, Title: t.Title, Definition: t.Definition, Command: t.Command, Aliases: t.Aliases,
		Prefix: t.Prefix, Captured: formatDate(t.CapturedAt), Window: t.Window, Unlisted: t.Unlisted,
		Exported: stamp(doc.ExportedAt), Timeline: []jsonEvent{},
	}
	if i := t.Import; i != nil {
		j.Document = &jsonDocument{Name: doc.name(), SHA256: i.Hash, Imported: stamp(i.At)}
	}
	for _, e := range t.Timeline {
		j.Timeline = append(j.Timeline, jsonEvent{Text: e.Text, Date: formatDate(e.Date), Fact: e.Fact.String()})
	}
	for _, g := range t.Glossary {
		j.Glossary = append(j.Glossary, jsonGlossary{g.Name, append([]string{}, g.Forms...), g.Near})
	}
	return j
}

func jsonFactOf(f *fact.Fact, now time.Time) jsonFact {
	r := recordOf(f, now)
	j := jsonFact{
		ID: f.ID.String(), Statement: f.Statement, Language: f.Lang.String(), Confidence: int(f.Confidence),
		Status: f.Status.String(), Origin: r.Origin, Overlays: append([]string{}, r.Overlays...), Core: f.Has(fact.Core),
		Version: f.Version, Citations: []jsonCitation{},
	}
	j.Wording, j.Figure = r.Wording, r.Confidence
	if !r.At.IsZero() {
		j.Verified = &jsonVerification{By: r.By, At: stamp(r.At), Until: stamp(r.Until)}
	}
	if r.Document != "" {
		j.Document = &jsonDocument{Name: r.Document, Line: r.Line, SHA256: r.Hash, Imported: stamp(r.Imported)}
	}
	for _, c := range f.Sources {
		j.Citations = append(j.Citations, jsonCitation{c.Title, c.URL, c.Quote, formatDate(c.Date), c.Author})
	}
	for _, rel := range f.Relations {
		j.Relations = append(j.Relations, jsonRelation{string(rel.Kind), rel.Other.String(), rel.Inverse})
	}
	return j
}
