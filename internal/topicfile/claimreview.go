package topicfile

import (
	"fmt"
	"io"
	"strings"
	"time"

	"factbot/internal/fact"
)

// The terms of schema.org that a fact fills. Only what is recorded is
// written: no author, address or date is made up, so a validator may call
// recommended properties missing.
type claimReview struct {
	Type          string       `json:"@type"`
	Identifier    string       `json:"identifier"`
	ClaimReviewed string       `json:"claimReviewed"`
	Language      string       `json:"inLanguage,omitempty"`
	DatePublished string       `json:"datePublished,omitempty"`
	Expires       string       `json:"expires,omitempty"`
	Author        *schemaThing `json:"author,omitempty"`
	Rating        schemaRating `json:"reviewRating"`
	Item          schemaClaim  `json:"itemReviewed"`
}

type schemaThing struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

type schemaRating struct {
	Type          string `json:"@type"`
	Value         int    `json:"ratingValue"`
	Best          int    `json:"bestRating"`
	Worst         int    `json:"worstRating"`
	AlternateName string `json:"alternateName"`
	Explanation   string `json:"ratingExplanation"`
}

type schemaClaim struct {
	Type       string       `json:"@type"`
	Text       string       `json:"text"`
	Appearance []schemaWork `json:"appearance,omitempty"`
}

type schemaWork struct {
	Type          string `json:"@type"`
	URL           string `json:"url,omitempty"`
	Name          string `json:"name,omitempty"`
	Text          string `json:"text,omitempty"`
	DatePublished string `json:"datePublished,omitempty"`
	Credit        string `json:"creditText,omitempty"`
}

// WriteClaimReview writes the facts as schema.org ClaimReview in JSON-LD, one
// graph, safe within an HTML script element. The rating's value is the
// confidence and its name the status, and its explanation keeps the two apart.
func WriteClaimReview(w io.Writer, doc Document) error {
	return written(w, "ClaimReview", func(p printer) error {
		p.put("{\n\"@context\": \"https://schema.org\",\n\"@graph\": [")
		for i, f := range doc.Facts {
			if err := nextJSON(p, i, claimReviewOf(f, doc.ExportedAt)); err != nil {
				return err
			}
		}
		p.put("\n]\n}\n")
		return nil
	})
}

func claimReviewOf(f *fact.Fact, now time.Time) claimReview {
	c := claimReview{
		Type: "ClaimReview", Identifier: f.ID.String(), ClaimReviewed: f.Statement,
		Item: schemaClaim{Type: "Claim", Text: f.Statement},
		Rating: schemaRating{
			Type: "Rating", Value: int(f.Confidence), Best: 100, Worst: 0,
			AlternateName: f.Status.String(), Explanation: explain(f, now),
		},
	}
	if f.Lang != fact.LangUnknown {
		c.Language = f.Lang.String()
	}
	if v := f.Verified; v != nil {
		c.DatePublished, c.Expires = stamp(v.At), stamp(v.Until)
		if v.Name != "" {
			c.Author = &schemaThing{Type: "Person", Name: v.Name}
		}
	}
	for _, s := range f.Sources {
		work := schemaWork{Type: "CreativeWork", Name: s.Title, Text: s.Quote, DatePublished: formatDate(s.Date), Credit: s.Author}
		if checkURL(s.URL) == nil {
			work.URL = s.URL
		}
		c.Item.Appearance = append(c.Item.Appearance, work)
	}
	return c
}

// explain says in words what the rating holds: both axes, the origin and the
// overlays.
func explain(f *fact.Fact, now time.Time) string {
	var text strings.Builder
	text.WriteString(fmt.Sprintf("confidence %d percent; status %s", f.Confidence, statusText(f)))
	wording, confidence := madeHere(f)
	if wording != "" {
		text.WriteString("; reworded here")
	}
	if confidence != "" {
		text.WriteString("; confidence set here")
	}
	for _, o := range overlays(f, now) {
		text.WriteString("; " + o)
	}
	return text.String()
}

// statusText is a status with its origin.
func statusText(f *fact.Fact) string {
	text := f.Status.String() + ", "
	switch o := origin(f); {
	case o == originMissing:
		return text + "status missing in the file"
	case f.Status == fact.Verified && o == originFile:
		return text + "in the file (by whom and when not recorded)"
	case f.Verified != nil:
		text += "here"
		if f.Verified.Name != "" {
			text += " by " + f.Verified.Name
		}
		text += " on " + f.Verified.At.UTC().Format(time.DateOnly)
		if !f.Verified.Until.IsZero() {
			text += " until " + f.Verified.Until.UTC().Format(time.DateOnly)
		}
		return text
	default:
		return text + o
	}
}
