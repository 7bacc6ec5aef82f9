// Package app wires factbot's parts into one program and runs it.
//
// It has one method or function for each operator's task (serve, ask, import,
// export, eval, backup, restore, audit, doctor, forget, manifest), so that the
// command line only parses and prints. It holds the adapters by which the store
// satisfies the small interfaces that review, outbox, bot and slack declare, with
// the compile-time checks, and the test that enforces which package may import
// which.
//
// New acquires, Start begins to serve, Stop releases in the opposite order
// within a bound; a New that fails releases what it had. Nothing is served from
// memory that is not on disk first: the search index and the catalogue of topics
// are read models, brought up to date after each commit and rebuilt at start, so
// a crash at any instruction leaves only the database to be believed.
package app
