// Package store keeps the record: it is the only package that speaks SQL.
//
// It owns one SQLite file and everything in it: topics, facts with every state
// they ever had, the append-only history, the erasable personal rows beside it,
// flags, proposals, gaps, the outbox, quotes, readings, the keys of deliveries
// already handled, and a few settings. The rest of factbot reads and writes it
// through the types of package fact only.
//
// # Vocabulary
//
// A DB is an open database. A View is a consistent read of it: everything read
// through one View is of the same instant. A Tx is a View that can also write.
// Changes says what a commit touched, for those who keep derived state.
//
// # Guarantees
//
//   - What InTx acknowledged is on disk: write-ahead log, synchronous FULL. A
//     crash at any instruction, a kill or a power cut loses none of it and shows
//     nothing of a transaction that was not acknowledged in full.
//   - Writers never see "busy" from each other: callers queue up, run one after
//     the other inside one SQL transaction, each in its own savepoint, and are
//     all acknowledged by its one commit. An error or panic undoes only the
//     caller's own part. A failed commit is reported to every caller of it.
//   - Readers never wait for writers nor hinder them, and cannot write.
//   - Events are chained by SHA-256. Triggers refuse to change or delete them,
//     VerifyChain finds it when somebody did so around the triggers.
//   - A file that cannot be read is never taken for a new one; a file of a newer
//     program, of another program or of another workspace is refused. Every such
//     error is one line that says what to do.
//
// # After a crash
//
// SQLite replays the log at the next Open. A migration or a backup that was cut
// short leaves the former state: migrations run in one transaction, backups and
// restores are written beside the target and renamed, and what was written in vain
// is cleared by the next. DB.lock names the process that serves a database; the
// system drops the lock itself when that one dies. It lies beside the file that
// symbolic links lead to; hard links are refused, under which SQLite would keep
// two logs.
package store
