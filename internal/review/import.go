package review

import (
	"context"
	"path"
	"strconv"
	"strings"

	"factbot/internal/fact"
)

// Import applies what a topic file changes, in one transaction: facts added,
// revised, missing and returned, each with its event; the topic's title,
// definition, timeline and glossary; lines and core marks, quietly. Where people
// have decided, and where a file changed a few characters, it proposes instead
// and tells the reviewers once. A plan made on older facts than the stored ones
// is refused with import.stale: plan anew. An automatic import that loses too
// many facts, or whose own count does not match, applies nothing, tells the
// reviewers and returns the conflict import.waits.
//
// The same file twice changes nothing and returns the import it had.
func (s *Service) Import(ctx context.Context, by fact.Actor, plan *fact.Plan, automatic bool, progress func(done int)) (fact.Import, error) {
	if progress == nil {
		progress = func(int) {}
	}
	var done fact.Import
	apply := func(tx Tx) error {
		im, err := s.newImporter(ctx, tx, by, plan)
		if err != nil {
			return err
		}
		if automatic && im.known && (plan.Loses > s.settings.LoseShare || plan.CountFails) {
			return fact.Conflict("import.waits", "The file loses facts or does not match its own count, so it waits for a person to import it.").
				With("topic", im.topic.Slug).With("document", plan.Source.Document)
		}
		done, err = im.run(ctx, progress)
		return err
	}
	err := s.importing(ctx, by, plan, apply)
	if keyOf(err) == "import.waits" {
		if tellErr := s.tellWaits(ctx, plan); tellErr != nil {
			return done, tellErr
		}
	}
	if err != nil {
		return fact.Import{}, err
	}
	return done, nil
}

// importing runs an import in its transaction. The program and the terminal may;
// in Slack, admins.
func (s *Service) importing(ctx context.Context, by fact.Actor, plan *fact.Plan, apply func(Tx) error) error {
	if by.Origin == fact.OriginProgram || by.Origin == fact.OriginTerminal {
		return s.store.InTx(ctx, apply)
	}
	slug := slugOf(plan.Source)
	return s.act(ctx, by, intent{act: fact.ActImport, topic: slug}, func(tx Tx) error {
		if err := s.admin(slug, by); err != nil {
			return err
		}
		return apply(tx)
	})
}

func keyOf(err error) string {
	if e, ok := asError(err); ok {
		return e.Key
	}
	return ""
}

// tellWaits tells the reviewers, once for each state of the file, that it waits.
func (s *Service) tellWaits(ctx context.Context, plan *fact.Plan) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		slug := slugOf(plan.Source)
		n := fact.Notice{
			Key: "import/" + slug + "/" + plan.Source.Hash + "/waits", Kind: fact.NoticeImport, Topic: slug,
			Text: plan.Source.Document, NotBefore: tx.Now(), CreatedAt: tx.Now(),
		}
		if !s.addressReviewers(&n, s.onDuty(slug, tx.Now())) {
			return nil
		}
		_, err := tx.Enqueue(ctx, n)
		return err
	})
}

// importer is the state of one import.
type importer struct {
	*Service
	tx    Tx
	by    fact.Actor
	plan  *fact.Plan
	known bool        // the topic was there before
	old   *fact.Topic // as it was; empty if it is new
	topic *fact.Topic // as the file tells it
	rec   fact.Import
	ids   []fact.ID // of the file's facts, in its order
	byID  map[fact.ID]*fact.SourceFact
	open  map[fact.ID][]fact.Proposal // of this topic's file, from when they are first needed
}

func (s *Service) newImporter(ctx context.Context, tx Tx, by fact.Actor, plan *fact.Plan) (*importer, error) {
	src := plan.Source
	im := &importer{Service: s, tx: tx, by: by, plan: plan, old: &fact.Topic{}}
	im.by.Name = s.nameOf(by)
	slug := slugOf(src)
	stored, err := topicOf(ctx, tx, slug)
	switch {
	case err == nil:
		im.known, im.old = true, stored
	case fact.CodeOf(err) != fact.CodeNotFound:
		return nil, err
	}
	prefix := src.Prefix
	if prefix == "" {
		prefix = im.old.Prefix
	}
	if prefix == "" {
		prefix = strings.ToUpper(slug)
	}
	if im.known && prefix != im.old.Prefix {
		return nil, fact.Conflict("import.prefix", "The ids of this topic begin with "+im.old.Prefix+
			" since its first import, so the file cannot change that to "+prefix+".").With("prefix", im.old.Prefix)
	}
	im.topic = &fact.Topic{
		Slug: slug, Title: src.Title, Definition: src.Definition, Prefix: prefix, Command: slug,
		Aliases: src.Aliases, CapturedAt: src.CapturedAt, Window: src.Window, Unlisted: src.Unlisted, Glossary: src.Glossary,
	}
	if im.topic.Title == "" {
		im.topic.Title = stemOf(src.Document)
	}
	return im, nil
}

func (im *importer) run(ctx context.Context, progress func(int)) (fact.Import, error) {
	if err := im.current(ctx); err != nil {
		return fact.Import{}, err
	}
	if err := im.fresh(ctx); err != nil {
		return fact.Import{}, err
	}
	src := im.plan.Source
	values := topicChanges(im.old, im.topic)
	if im.known && im.plan.Empty() && len(values) == 0 && im.old.Import != nil && im.old.Import.Hash == src.Hash {
		return *im.old.Import, nil
	}
	// The topic comes first, since its facts need it; its timeline, which names
	// them, last.
	if err := im.tx.SaveTopic(ctx, im.topic); err != nil {
		return fact.Import{}, err
	}
	if err := im.record(ctx); err != nil {
		return fact.Import{}, err
	}
	for _, step := range []func(context.Context) error{im.add(progress), im.revise, im.missing, im.returned, im.propose, im.quiet, im.relate} {
		if err := step(ctx); err != nil {
			return fact.Import{}, err
		}
	}
	im.topic.Timeline = im.timeline()
	if err := im.tx.SaveTopic(ctx, im.topic); err != nil {
		return fact.Import{}, err
	}
	if im.plan.Empty() && len(values) == 0 {
		return im.rec, nil
	}
	return im.rec, im.summary(ctx, values)
}

// current refuses a plan made on older facts than the stored ones.
func (im *importer) current(ctx context.Context) error {
	stale := fact.Conflict("import.stale", "The facts have changed since the import was planned; plan it anew.")
	if !im.known && len(im.plan.Matched) > 0 {
		return stale
	}
	if im.known && len(im.plan.Add) > 0 && im.old.Import != nil && im.old.Import.Hash == im.plan.Source.Hash {
		return stale // this very file's facts were added meanwhile
	}
	for _, list := range [][]fact.Revision{im.plan.Revise, im.plan.Edit, im.plan.Differ} {
		for _, r := range list {
			f, err := load(ctx, im.tx, r.ID)
			if err != nil {
				return err
			}
			if f.Version != r.Version {
				return stale
			}
		}
	}
	return nil
}

// record stores the import with the counts that the plan gives.
func (im *importer) record(ctx context.Context) error {
	p, src := im.plan, im.plan.Source
	im.rec = fact.Import{
		Topic: im.topic.Slug, Document: src.Document, Hash: src.Hash, At: im.tx.Now(), By: im.by.User,
		Reading: src.Reading, Added: len(p.Add), Revised: len(p.Revise), Missing: len(p.Missing), Returned: len(p.Returned),
		Unchanged: p.Unchanged, Differing: len(p.Differ) + len(p.Edit),
	}
	id, err := im.tx.AddImport(ctx, im.rec)
	im.rec.ID = id
	im.topic.Import = &im.rec
	return err
}

// summary closes the import with its event on the topic and, where something is
// left to decide, one notice to the reviewers.
func (im *importer) summary(ctx context.Context, values []fact.Value) error {
	e := im.event(im.by, fact.ActImport)
	e.Topic = im.topic.Slug
	e.Values = append([]fact.Value{{Name: "document", New: im.rec.Document}, {Name: "hash", New: im.rec.Hash}}, values...)
	for _, c := range []struct {
		name  string
		count int
	}{{"added", im.rec.Added}, {"revised", im.rec.Revised}, {"missing", im.rec.Missing}, {"returned", im.rec.Returned}, {"differing", im.rec.Differing}} {
		if c.count > 0 {
			e.Values = append(e.Values, fact.Value{Name: c.name, New: strconv.Itoa(c.count)})
		}
	}
	e, err := im.tx.Append(ctx, e)
	if err != nil || im.rec.Differing == 0 {
		return err
	}
	n := fact.Notice{
		Key: "import/" + im.topic.Slug + "/" + strconv.FormatInt(im.rec.ID, 10), Kind: fact.NoticeImport,
		Topic: im.topic.Slug, Cause: e.Seq, Item: im.rec.ID, NotBefore: im.tx.Now(), CreatedAt: im.tx.Now(),
	}
	if !im.addressReviewers(&n, im.onDuty(im.topic.Slug, im.tx.Now())) {
		return nil
	}
	_, err = im.tx.Enqueue(ctx, n)
	return err
}

// topicChanges lists what the file says anew of the topic itself.
func topicChanges(was, is *fact.Topic) []fact.Value {
	return changes(fact.Value{Name: "title", Old: was.Title, New: is.Title},
		fact.Value{Name: "definition", Old: was.Definition, New: is.Definition},
		fact.Value{Name: "command", Old: was.Command, New: is.Command})
}

// slugOf is the topic's slug: the command that its files fix, as they write it,
// else the title's letters and digits, else the file's name.
func slugOf(src *fact.Source) string {
	if src.Command != "" {
		return src.Command // cut or changed, the next import would not find the topic
	}
	for _, text := range []string{src.Title, stemOf(src.Document)} {
		words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9')
		})
		if slug := strings.Join(words, "-"); slug != "" {
			return strings.Trim(slug[:min(len(slug), maxSlug)], "-")
		}
	}
	return "topic"
}

// maxSlug is how long a slash command may be.
const maxSlug = 32

func stemOf(document string) string { return strings.TrimSuffix(document, path.Ext(document)) }
