package app

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"factbot/internal/fact"
	"factbot/internal/topicfile"
)

// loaded is a topic file that can be used, with what is worth knowing about it.
type loaded struct {
	name     string
	source   *fact.Source
	warnings []string
	key      string // names what is remembered of the file
	stamp    string // the fingerprint of what was read
}

// slug is the topic's name in the database.
func (l loaded) slug() string { return topicfile.Command(l.source) }

// ProblemsError is every reason why topic files cannot be used, a line each.
type ProblemsError struct{ Lines []string }

// Error lists the problems.
func (e *ProblemsError) Error() string { return strings.Join(e.Lines, "\n") }

// topicFile is a topic file that is there to be read.
type topicFile struct {
	name string
	key  string // names what is remembered of it
	fsys fs.FS  // where it is; nil: among the system's files
}

// fingerprint changes whenever anything that parsing reads does.
func (f topicFile) fingerprint() (string, error) {
	if f.fsys != nil {
		return topicfile.FingerprintFS(f.fsys, f.name)
	}
	return topicfile.FingerprintOf(f.name)
}

// read reads the file and its sidecar.
func (f topicFile) read() (topicfile.File, *topicfile.File, error) {
	if f.fsys != nil {
		return topicfile.OpenFS(f.fsys, f.name)
	}
	return topicfile.Open(f.name)
}

// fileNamed is a topic file by the name that the operator gave.
func fileNamed(name string) topicFile {
	key := name
	if whole, err := filepath.Abs(name); err == nil {
		key = whole
	}
	return topicFile{name: name, key: "file/" + key}
}

// parse turns the file into a source, or everything that is wrong with it: every
// error, then every warning.
func (f topicFile) parse() (loaded, error) {
	main, sidecar, err := f.read()
	if err != nil {
		return loaded{}, &ProblemsError{Lines: []string{err.Error()}}
	}
	stamp := topicfile.Fingerprint(main, sidecar)
	source, problems := topicfile.Parse(main, sidecar)
	var errs, warnings []string
	for _, p := range problems {
		if p.Warning {
			warnings = append(warnings, topicfile.Format(p))
			continue
		}
		errs = append(errs, topicfile.Format(p))
	}
	if source == nil {
		return loaded{}, &ProblemsError{Lines: append(errs, warnings...)}
	}
	source.Command = topicfile.Command(source) // one name for the topic from here on
	return loaded{name: f.name, source: source, warnings: warnings, key: f.key, stamp: stamp}, nil
}

// files are the topic files that the settings name, else the seed.
func (o Options) files() []topicFile {
	if len(o.Config.Topics) == 0 {
		return []topicFile{{name: o.Seed, key: seedKey(o.Seed), fsys: o.Seeds}}
	}
	files := make([]topicFile, len(o.Config.Topics))
	for i, name := range o.Config.Topics {
		files[i] = fileNamed(name)
	}
	return files
}

// collect does something with each item and reports every problem at once.
func collect[From, To any](items []From, do func(From) (To, error)) ([]To, error) {
	var list []To
	var lines []string
	for _, item := range items {
		one, err := do(item)
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		list = append(list, one)
	}
	if len(lines) > 0 {
		return nil, &ProblemsError{Lines: lines}
	}
	return list, nil
}

// configured reads and parses every topic file that is to be served.
func (o Options) configured() ([]loaded, error) { return collect(o.files(), topicFile.parse) }

// importer is who an import by the program or from the terminal is recorded as.
func importer(origin fact.ActOrigin) fact.Actor { return fact.Actor{User: "", Origin: origin} }

// plan compares a topic file with what is stored.
func (c *core) plan(ctx context.Context, l loaded) (*fact.Plan, error) {
	stored, err := c.db.Facts(ctx, l.slug())
	if fact.CodeOf(err) == fact.CodeNotFound {
		first := topicfile.Diff(l.source, nil, nil)
		first.NewTopic = true
		return first, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load facts of %q: %w", l.slug(), err)
	}
	proposals, err := c.db.Proposals(ctx, fact.ProposalFilter{Topic: l.slug()})
	if err != nil {
		return nil, fmt.Errorf("load proposals of %q: %w", l.slug(), err)
	}
	return topicfile.Diff(l.source, stored, topicfile.FiledFrom(proposals)), nil
}

// importAll imports the files given as the program itself does at start and on
// SIGHUP: one whose bytes are those of its last import is not even parsed, and
// what a person has to look at is left as it was and reported, as is a file that
// would start a topic beside one that looks to be the same.
func (c *core) importAll(ctx context.Context, files []topicFile) error {
	var changed []topicFile
	for _, f := range files {
		last, err := c.db.Value(ctx, f.key)
		if err != nil {
			return fmt.Errorf("look up the last import of %q: %w", f.name, err)
		}
		if last != "" {
			if stamp, err := f.fingerprint(); err == nil && stamp == last {
				continue
			}
		}
		changed = append(changed, f) // also what cannot be read: parsing says why
	}
	list, err := collect(changed, topicFile.parse)
	if err != nil {
		return err
	}
	for _, l := range list {
		for _, warning := range l.warnings {
			c.Logger.Warn("topic file", "problem", warning)
		}
		twin, err := c.twin(ctx, l)
		if err != nil {
			return err
		}
		if twin != nil {
			c.Logger.Warn("import waits for a person: "+twin.Error(), "file", l.name, "topic", twin.Topic)
			continue
		}
		if err := c.importAlone(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// importAlone imports one file without a person. A first import that fails is an
// error; a later one leaves the facts as they are, and the reviewers are told.
func (c *core) importAlone(ctx context.Context, l loaded) error {
	_, err := c.db.Topic(ctx, l.slug())
	first := fact.CodeOf(err) == fact.CodeNotFound
	if err != nil && !first {
		return fmt.Errorf("load topic %q: %w", l.slug(), err)
	}
	plan, err := c.plan(ctx, l)
	if err != nil {
		return err
	}
	done, err := c.review.Import(ctx, importer(fact.OriginProgram), plan, true, nil)
	switch {
	case err != nil && first:
		return fmt.Errorf("import %q: %w", l.name, err)
	case err != nil:
		c.Logger.Warn("import waits for a person", "file", l.name, "code", fact.CodeOf(err), "err", err)
		return nil
	}
	c.Logger.Info("imported", "file", l.name, "added", done.Added, "revised", done.Revised,
		"missing", done.Missing, "returned", done.Returned, "differing", done.Differing)
	return c.remember(ctx, l)
}

// remember notes that the file was imported as it is.
func (c *core) remember(ctx context.Context, l loaded) error {
	if err := c.review.SetValue(ctx, l.key, l.stamp); err != nil {
		return fmt.Errorf("note the import of %q: %w", l.name, err)
	}
	return nil
}

// seedKey names what is remembered of a topic that ships with the program.
func seedKey(name string) string { return "file/built-in/" + name }
