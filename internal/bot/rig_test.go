package bot_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"factbot/internal/bot"
	"factbot/internal/fact"
	"factbot/internal/review"
	"factbot/internal/search"
	"factbot/internal/store"
	"factbot/internal/topicfile"
	"factbot/seeds"
)

// start is the time at which every rig's clock stands.
var start = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

// rig is a bot over the real store, search and review service, with the shipped
// topic imported.
type rig struct {
	*bot.Bot
	db       *store.DB
	index    *search.Index
	review   *review.Service
	offset   atomic.Int64
	topics   atomic.Pointer[[]*fact.Topic]
	audience testing.TB // where readings are written; nil: nowhere
	request  int
}

// now is the rig's clock.
func (r *rig) now() time.Time { return start.Add(time.Duration(r.offset.Load())) }

// pass lets time pass.
func (r *rig) pass(d time.Duration) { r.offset.Add(int64(d)) }

// Topics implements bot.Catalog.
func (r *rig) Topics() []*fact.Topic { return *r.topics.Load() }

// Shown implements bot.Audience.
func (r *rig) Shown(user fact.UserID, refs []fact.Ref, at time.Time) {
	if r.audience == nil {
		return
	}
	readings := make([]fact.Reading, 0, len(refs))
	for _, ref := range refs {
		readings = append(readings, fact.Reading{User: user, Fact: ref.ID, Version: ref.Version, At: at})
	}
	if err := r.db.AddReadings(context.Background(), readings); err != nil {
		r.audience.Error(err)
	}
}

// Role implements review.Roster: reviewer and reviewer2 review.
func (r *rig) Role(_ string, user fact.UserID) fact.Role {
	if slices.Contains(r.Reviewers(""), user) {
		return fact.Reviewer
	}
	return fact.Reader
}

// Reviewers implements review.Roster.
func (r *rig) Reviewers(string) []fact.UserID { return []fact.UserID{"UREVIEWER", "UREVIEWER2"} }

// Name implements review.Roster.
func (r *rig) Name(user fact.UserID) string {
	for name, id := range personas {
		if id == user {
			return name
		}
	}
	return string(user)
}

var personas = map[string]fact.UserID{"reader": "UREADER", "reader2": "UREADER2", "reviewer": "UREVIEWER", "reviewer2": "UREVIEWER2"}

// transactions gives review the store's transactions.
type transactions struct{ db *store.DB }

func (t transactions) InTx(ctx context.Context, fn func(review.Tx) error) error {
	return t.db.InTx(ctx, func(tx *store.Tx) error { return fn(tx) })
}

// newRig makes a rig with the shipped topic, or with files of testdata/topics.
func newRig(tb testing.TB, files ...string) *rig {
	tb.Helper()
	ctx := context.Background()
	r := &rig{index: search.New(search.Options{})}
	var err error
	r.db, err = store.Open(ctx, store.Options{Path: filepath.Join(tb.TempDir(), "bot.db"), Clock: r.now})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := r.db.Close(); err != nil {
			tb.Error(err)
		}
	})
	r.db.OnCommit(func(c store.Changes) { r.committed(tb, c) })
	r.reload(tb)
	r.review = review.New(review.Config{
		Store: transactions{r.db}, Roster: r,
		Settings: review.Settings{Channel: "CREVIEW", UndoWindow: 10 * time.Minute},
	})
	if len(files) == 0 {
		r.importFile(tb, seeds.FS, seeds.Default)
	}
	for _, name := range files {
		r.importFile(tb, os.DirFS("testdata/topics"), name)
	}
	r.Bot = bot.New(bot.Config{
		Index: r.index, Catalog: r, Records: r.db, Review: r.review, Inbox: r.db, Sharing: r.db,
		Audience: r, People: r, Clock: r.now, Name: "factbot",
	})
	return r
}

func (r *rig) importFile(tb testing.TB, fsys fs.FS, name string) {
	tb.Helper()
	ctx := context.Background()
	main, sidecar, err := topicfile.OpenFS(fsys, name)
	if err != nil {
		tb.Fatal(err)
	}
	source, problems := topicfile.Parse(main, sidecar)
	if source == nil {
		tb.Fatal(problems)
	}
	stored, err := r.db.Facts(ctx, topicfile.Command(source))
	if err != nil && fact.CodeOf(err) != fact.CodeNotFound {
		tb.Fatal(err)
	}
	plan := topicfile.Diff(source, stored, nil)
	if _, err := r.review.Import(ctx, fact.Actor{Origin: fact.OriginProgram}, plan, false, nil); err != nil {
		tb.Fatal(err)
	}
}

// importAgain imports another file over the topic that tea.txt made, as the
// program itself does.
func (r *rig) importAgain(tb testing.TB, name string) {
	tb.Helper()
	ctx := context.Background()
	text, err := os.ReadFile(filepath.Join("testdata/topics", name))
	if err != nil {
		tb.Fatal(err)
	}
	sidecar, err := os.ReadFile("testdata/topics/tea.yaml")
	if err != nil {
		tb.Fatal(err)
	}
	main, side, err := topicfile.OpenFS(fstest.MapFS{"tea.txt": {Data: text}, "tea.yaml": {Data: sidecar}}, "tea.txt")
	if err != nil {
		tb.Fatal(err)
	}
	source, problems := topicfile.Parse(main, side)
	if source == nil {
		tb.Fatal(problems)
	}
	stored, err := r.db.Facts(ctx, "tea")
	if err != nil {
		tb.Fatal(err)
	}
	_, err = r.review.Import(ctx, fact.Actor{Origin: fact.OriginProgram}, topicfile.Diff(source, stored, nil), true, nil)
	if err != nil && fact.CodeOf(err) != fact.CodeConflict {
		tb.Fatal(err)
	}
}

// reload reads the topics anew.
func (r *rig) reload(tb testing.TB) {
	topics, err := r.db.Topics(context.Background())
	if err != nil {
		tb.Error(err)
		return
	}
	for _, t := range topics {
		r.index.SetTopic(search.Topic{Slug: t.Slug, Title: t.Title, Aliases: t.Aliases, Glossary: t.Glossary})
	}
	r.topics.Store(&topics)
}

func (r *rig) committed(tb testing.TB, c store.Changes) {
	if len(c.Topics) > 0 {
		r.reload(tb)
	}
	if len(c.Facts) == 0 {
		return
	}
	facts, err := r.db.LoadFacts(context.Background(), c.Facts)
	if err != nil {
		tb.Error(err)
		return
	}
	r.index.Put(facts...)
}

// channel is where slash commands are typed.
var channel = fact.Place{Kind: fact.PlacePublic, Channel: "CRDMA", Name: "rdma"}

// actor is a persona.
func (r *rig) actor(name string) fact.Actor {
	r.request++
	return fact.Actor{
		User: personas[name], Team: "T1", Name: name, Kind: fact.KindMember, Origin: fact.OriginSlack,
		Delivery: "delivery-" + itoa(r.request),
	}
}

// ask types a slash command as the reader.
func (r *rig) ask(text string) bot.Reply {
	return r.Handle(context.Background(), bot.Request{
		ID: "req-1", Text: text, Topic: "rdma", Actor: r.actor("reader"),
		Place: channel, Via: bot.ViaCommand,
	})
}

// ids are the facts that a reply shows.
func ids(r bot.Reply) []int {
	var out []int
	for _, ref := range r.Shown() {
		out = append(out, ref.ID.N)
	}
	return out
}

// refusing is a store that cannot be read.
type refusing struct{ bot.Records }

var errDisk = errors.New("disk gone")

func (refusing) Events(context.Context, fact.EventFilter) ([]fact.Event, error) { return nil, errDisk }
