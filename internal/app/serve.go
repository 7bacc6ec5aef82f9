package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"factbot/internal/fact"
)

// Serve runs until ctx ends or a part fails for good. Each signal on hup reads
// the topic files again.
func Serve(ctx context.Context, o Options, hup <-chan os.Signal) error {
	started, release := o.boundMemory()
	defer release()
	a, err := New(ctx, o)
	if err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	started()
	a.Logger.Info("factbot serves", "version", a.Version, "mode", string(a.Config.Slack.Mode), "topics", len(a.catalog.Topics()), "facts", a.index.Len())
	for {
		select {
		case <-ctx.Done():
			a.Logger.Info("stopping")
			return a.Stop(context.WithoutCancel(ctx))
		case err := <-a.Failed():
			return errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
		case <-hup:
			if err := a.Reimport(ctx); err != nil {
				a.Logger.Error("topic files not read again; the facts are as before", "code", fact.CodeOf(err), "err", err)
			}
		}
	}
}

// Reimport reads the configured topic files again. A file that cannot be used
// leaves its facts as they are, and the reviewers are told.
func (a *App) Reimport(ctx context.Context) error {
	a.imports.Lock()
	defer a.imports.Unlock()
	files, err := a.toServe(ctx)
	if err == nil {
		err = a.importAll(ctx, files)
	}
	if _, unusable := errors.AsType[*ProblemsError](err); unusable {
		a.metrics.Import("refused")
		return errors.Join(err, a.review.ImportFailed(ctx, a.withoutFolders(err.Error())))
	}
	if err != nil {
		a.metrics.Import("failed")
		return err
	}
	a.metrics.Import("applied")
	return nil
}

// withoutFolders leaves of the topic files' paths the names, in a text for
// people who have no business with the server's folders.
func (o Options) withoutFolders(text string) string {
	var stems []string // with them go sidecars, which differ in the ending
	for _, name := range o.Config.Topics {
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		stems = append(stems, stem)
		if whole, err := filepath.Abs(stem); err == nil {
			stems = append(stems, whole)
		}
	}
	slices.SortFunc(stems, func(a, b string) int { return len(b) - len(a) }) // an absolute path may end as a relative one
	for _, stem := range stems {
		text = strings.ReplaceAll(text, stem, filepath.Base(stem))
	}
	return text
}
