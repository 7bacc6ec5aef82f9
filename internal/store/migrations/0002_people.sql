-- What people raise, what reviewers answer for, and what factbot sends.

CREATE TABLE flags (
  id         INTEGER PRIMARY KEY,
  fact       INTEGER NOT NULL REFERENCES facts(key),
  version    INTEGER NOT NULL,
  by         TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  reason     TEXT    NOT NULL,
  note       TEXT    NOT NULL,
  evidence   TEXT    NOT NULL,
  place_kind INTEGER NOT NULL,
  channel    TEXT    NOT NULL,
  channel_name TEXT  NOT NULL,
  thread     TEXT    NOT NULL,
  message    TEXT    NOT NULL,
  at         INTEGER NOT NULL,
  open       INTEGER NOT NULL CHECK (open IN (0, 1)),
  outcome    TEXT    NOT NULL,
  decided    INTEGER
) STRICT;
CREATE UNIQUE INDEX flags_one_open ON flags(fact, by) WHERE open = 1;
CREATE INDEX flags_open ON flags(fact, reason, at) WHERE open = 1;
CREATE INDEX flags_fact ON flags(fact, id);
CREATE INDEX flags_by ON flags(by, id);

CREATE TABLE owners (
  fact  INTEGER PRIMARY KEY REFERENCES facts(key),
  user  TEXT    NOT NULL,
  since INTEGER NOT NULL
) STRICT;

CREATE TABLE proposals (
  id         INTEGER PRIMARY KEY,
  topic      TEXT    NOT NULL,
  statement  TEXT    NOT NULL,
  confidence INTEGER NOT NULL,
  source     TEXT,
  by         TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  place_kind INTEGER NOT NULL,
  channel    TEXT    NOT NULL,
  channel_name TEXT  NOT NULL,
  thread     TEXT    NOT NULL,
  message    TEXT    NOT NULL,
  at         INTEGER NOT NULL,
  kind       TEXT    NOT NULL,
  fact       INTEGER REFERENCES facts(key),
  import     INTEGER NOT NULL,
  state      TEXT    NOT NULL
) STRICT;
CREATE INDEX proposals_topic ON proposals(topic, state, id);

CREATE TABLE gaps (
  id    INTEGER PRIMARY KEY,
  topic TEXT    NOT NULL,
  text  TEXT    NOT NULL,
  by    TEXT    NOT NULL,
  name  TEXT    NOT NULL,
  at    INTEGER NOT NULL,
  open  INTEGER NOT NULL CHECK (open IN (0, 1)),
  asked INTEGER NOT NULL
) STRICT;
CREATE INDEX gaps_topic ON gaps(topic, open, id);

-- The outbox. line is where a notice queues: its channel, or its person.
CREATE TABLE notices (
  id         INTEGER PRIMARY KEY,
  key        TEXT    NOT NULL UNIQUE,
  kind       TEXT    NOT NULL,
  topic      TEXT    NOT NULL,
  place_kind INTEGER NOT NULL,
  channel    TEXT    NOT NULL,
  channel_name TEXT  NOT NULL,
  thread     TEXT    NOT NULL,
  message    TEXT    NOT NULL,
  line       TEXT    NOT NULL,
  user       TEXT    NOT NULL,
  cause      INTEGER NOT NULL,
  flag       INTEGER NOT NULL,
  item       INTEGER NOT NULL,
  text       TEXT    NOT NULL,
  locale     TEXT    NOT NULL,
  not_before INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  state      TEXT    NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  error      TEXT    NOT NULL DEFAULT '',
  unknown    INTEGER NOT NULL DEFAULT 0,
  sent_at    INTEGER,
  sent_kind  INTEGER NOT NULL DEFAULT 0,
  sent_channel TEXT  NOT NULL DEFAULT '',
  sent_name  TEXT    NOT NULL DEFAULT '',
  sent_thread TEXT   NOT NULL DEFAULT '',
  sent_message TEXT  NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX notices_waiting ON notices(line, not_before, id) WHERE state = 'waiting';
CREATE INDEX notices_claimed ON notices(line) WHERE state = 'claimed';
CREATE INDEX notices_dead ON notices(id) WHERE state = 'dead';
CREATE INDEX notices_cause ON notices(cause) WHERE cause <> 0;
CREATE INDEX notices_user ON notices(user, id) WHERE user <> '';
CREATE INDEX notices_kind ON notices(kind, id);

CREATE TABLE notice_facts (
  notice  INTEGER NOT NULL REFERENCES notices(id) ON DELETE CASCADE,
  ord     INTEGER NOT NULL,
  fact    INTEGER NOT NULL REFERENCES facts(key),
  version INTEGER NOT NULL,
  PRIMARY KEY (notice, ord)
) STRICT, WITHOUT ROWID;
CREATE INDEX notice_facts_fact ON notice_facts(fact, notice);

-- Public messages of ours that show a fact. message is '' until the notice was sent.
CREATE TABLE quotes (
  notice     TEXT    NOT NULL,
  fact       INTEGER NOT NULL REFERENCES facts(key),
  version    INTEGER NOT NULL,
  place_kind INTEGER NOT NULL,
  channel    TEXT    NOT NULL,
  channel_name TEXT  NOT NULL,
  thread     TEXT    NOT NULL,
  message    TEXT    NOT NULL,
  at         INTEGER NOT NULL,
  PRIMARY KEY (notice, fact)
) STRICT, WITHOUT ROWID;
CREATE INDEX quotes_fact ON quotes(fact, at);
CREATE INDEX quotes_message ON quotes(channel, message);
CREATE INDEX quotes_at ON quotes(at);

-- That a person was privately shown a fact: one row a day.
CREATE TABLE readings (
  user    TEXT    NOT NULL,
  fact    INTEGER NOT NULL REFERENCES facts(key),
  day     INTEGER NOT NULL,           -- days since 1970, UTC
  version INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (user, fact, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX readings_fact ON readings(fact, at);
CREATE INDEX readings_at ON readings(at);

-- Keys of deliveries and acts already done.
CREATE TABLE deliveries (
  key TEXT PRIMARY KEY,
  at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_at ON deliveries(at);

-- Questions acknowledged and not yet answered.
CREATE TABLE questions (
  id         INTEGER PRIMARY KEY,
  key        TEXT    NOT NULL UNIQUE,
  text       TEXT    NOT NULL,
  topic      TEXT    NOT NULL,
  user       TEXT    NOT NULL,
  team       TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  locale     TEXT    NOT NULL,
  kind       INTEGER NOT NULL,
  origin     TEXT    NOT NULL,
  place_kind INTEGER NOT NULL,
  channel    TEXT    NOT NULL,
  channel_name TEXT  NOT NULL,
  thread     TEXT    NOT NULL,
  message    TEXT    NOT NULL,
  at         INTEGER NOT NULL,
  tries      INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What this database belongs to, and the key that pseudonyms are made with.
CREATE TABLE binding (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  team   TEXT NOT NULL,
  app    TEXT NOT NULL,
  kind   TEXT NOT NULL,
  secret BLOB NOT NULL
) STRICT;
INSERT INTO binding VALUES (1, '', '', '', randomblob(32));

-- A fact's statement as the search's analyzer cut it: derived, only to start faster.
CREATE TABLE tokens (
  fact     INTEGER PRIMARY KEY REFERENCES facts(key),
  version  INTEGER NOT NULL,
  analyzer TEXT    NOT NULL,
  tokens   BLOB    NOT NULL
) STRICT;

CREATE TABLE probe (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  at  INTEGER NOT NULL
) STRICT;
