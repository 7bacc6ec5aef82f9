-- The record: topics, facts with every state they ever had, the history, and
-- what people did. Times are UTC microseconds since 1970; NULL is "not recorded".
-- A fact's key is topic << 32 | number, so a topic's facts are one range of keys.

CREATE TABLE migrations (
  version    INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE topics (
  id     INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 1000000),
  slug   TEXT    NOT NULL UNIQUE,
  prefix TEXT    NOT NULL UNIQUE,
  next_n INTEGER NOT NULL DEFAULT 1,  -- the number the next fact gets; never lowered
  active INTEGER NOT NULL DEFAULT 0   -- facts that are not retracted
) STRICT;

-- A topic as its file told it, once for each time that it changed. The last row is the present one.
CREATE TABLE topic_revisions (
  topic       INTEGER NOT NULL REFERENCES topics(id),
  revision    INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  title       TEXT    NOT NULL,
  definition  TEXT    NOT NULL,
  command     TEXT    NOT NULL,
  captured_at INTEGER,
  days        INTEGER NOT NULL,       -- that the page's timeline covers
  unlisted    INTEGER NOT NULL,
  aliases     TEXT    NOT NULL CHECK (json_valid(aliases)),
  timeline    TEXT    NOT NULL CHECK (json_valid(timeline)),
  glossary    TEXT    NOT NULL CHECK (json_valid(glossary)),
  PRIMARY KEY (topic, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE imports (
  id        INTEGER PRIMARY KEY,
  topic     TEXT    NOT NULL,         -- slug
  document  TEXT    NOT NULL,
  hash      TEXT    NOT NULL,
  at        INTEGER NOT NULL,
  by        TEXT    NOT NULL,
  reading   TEXT    NOT NULL,
  added     INTEGER NOT NULL,
  revised   INTEGER NOT NULL,
  missing   INTEGER NOT NULL,
  returned  INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  differing INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_topic ON imports(topic, id);

-- Facts as they stand now.
CREATE TABLE facts (
  key              INTEGER PRIMARY KEY,
  statement        TEXT    NOT NULL,
  lang             INTEGER NOT NULL,
  confidence       INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  status           INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2),
  marks            INTEGER NOT NULL,
  version          INTEGER NOT NULL CHECK (version >= 1),
  line             INTEGER NOT NULL,
  import           INTEGER REFERENCES imports(id),
  verified_how     INTEGER,           -- NULL: not verified here; 1: the verifier left; 2: the maker checked
  verified_by      TEXT,
  verified_name    TEXT,
  verified_at      INTEGER,
  verified_until   INTEGER,
  maker_wording    TEXT,
  maker_confidence TEXT,
  sources          TEXT CHECK (sources IS NULL OR json_valid(sources)),
  edit             INTEGER NOT NULL DEFAULT 0  -- of the version: marks, relations and sources may change within one
) STRICT;
CREATE TRIGGER facts_stay BEFORE DELETE ON facts
BEGIN SELECT RAISE(ABORT, 'a fact is never deleted'); END;

CREATE VIEW citations AS
  SELECT f.key AS fact, s.key AS ord, s.value ->> 'url' AS url, s.value ->> 'title' AS title,
         s.value ->> 'quote' AS quote, s.value ->> 'date' AS date, s.value ->> 'author' AS author
  FROM facts f, json_each(f.sources) s;

-- Every state a fact ever had. Only the names of people can be changed, to forget them.
CREATE TABLE revisions (
  id               INTEGER PRIMARY KEY,
  fact             INTEGER NOT NULL REFERENCES facts(key),
  edit             INTEGER NOT NULL,
  at               INTEGER NOT NULL,
  statement        TEXT    NOT NULL,
  lang             INTEGER NOT NULL,
  confidence       INTEGER NOT NULL,
  status           INTEGER NOT NULL,
  marks            INTEGER NOT NULL,
  version          INTEGER NOT NULL,
  line             INTEGER NOT NULL,
  import           INTEGER REFERENCES imports(id),
  verified_how     INTEGER,
  verified_by      TEXT,
  verified_name    TEXT,
  verified_at      INTEGER,
  verified_until   INTEGER,
  maker_wording    TEXT,
  maker_confidence TEXT,
  sources          TEXT,
  relations        TEXT,              -- recorded on this fact: [[kind, key of the other], ...]
  UNIQUE (fact, version, edit)
) STRICT;
CREATE TRIGGER revisions_keep BEFORE DELETE ON revisions
BEGIN SELECT RAISE(ABORT, 'a revision is never deleted'); END;
CREATE TRIGGER revisions_stay BEFORE UPDATE OF id, fact, edit, at, statement, lang, confidence, status, marks, version,
  line, import, verified_how, verified_at, verified_until, sources, relations ON revisions
BEGIN SELECT RAISE(ABORT, 'a revision is never changed'); END;

CREATE TABLE relations (
  id    INTEGER PRIMARY KEY,          -- in the order of recording
  fact  INTEGER NOT NULL REFERENCES facts(key),
  kind  TEXT    NOT NULL,
  other INTEGER NOT NULL REFERENCES facts(key),
  UNIQUE (fact, kind, other)
) STRICT;
CREATE INDEX relations_other ON relations(other);

-- The history. Each row's hash covers the row before it.
CREATE TABLE events (
  seq          INTEGER PRIMARY KEY,
  at           INTEGER NOT NULL,
  topic        TEXT    NOT NULL,      -- slug
  fact         TEXT    NOT NULL,      -- RDMA-7; empty for the whole topic
  version      INTEGER NOT NULL,
  act          TEXT    NOT NULL,
  value_list TEXT    NOT NULL CHECK (json_valid(value_list)),  -- [[name, old, new], ...]
  flag         INTEGER NOT NULL,
  origin       TEXT    NOT NULL,
  actor_digest BLOB    NOT NULL,      -- of the person, salted; 32 zero bytes: nobody
  note_digest  BLOB    NOT NULL,      -- of their name and note, salted
  prev         BLOB    NOT NULL,
  hash         BLOB    NOT NULL
) STRICT;
CREATE INDEX events_topic ON events(topic, seq);
CREATE INDEX events_fact ON events(fact, seq) WHERE fact <> '';
CREATE INDEX events_flag ON events(flag, seq) WHERE flag <> 0;
CREATE TRIGGER events_keep BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the history is append-only'); END;

-- Where the history ends: a cut tail shows.
CREATE TABLE chain (
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  seq  INTEGER NOT NULL,
  at   INTEGER NOT NULL,
  hash BLOB    NOT NULL
) STRICT;

-- What an event says of a person: the only part of it that can be erased.
CREATE TABLE personal (
  event INTEGER PRIMARY KEY REFERENCES events(seq),
  salt  BLOB,                         -- NULL: erased
  user  TEXT NOT NULL,
  name  TEXT NOT NULL,
  note  TEXT NOT NULL
) STRICT;
CREATE INDEX personal_user ON personal(user, event) WHERE user <> '';
CREATE TRIGGER personal_keep BEFORE DELETE ON personal
BEGIN SELECT RAISE(ABORT, 'a personal row is erased, not deleted'); END;

CREATE TABLE refusals (
  id    INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL,
  actor TEXT    NOT NULL,
  topic TEXT    NOT NULL,
  fact  TEXT    NOT NULL,
  act   TEXT    NOT NULL,
  key   TEXT    NOT NULL
) STRICT;
