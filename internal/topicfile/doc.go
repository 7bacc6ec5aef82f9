// Package topicfile turns topic files into facts and facts into files.
//
// It owns three ways to write a topic down:
//
//   - the page text, a topic's page saved as plain text, whose markers
//     ("75%Verified") stand at the start of the line after the fact they close;
//   - YAML, which holds a whole topic, or as a sidecar beside a page text only
//     what the page lacks;
//   - CSV as spreadsheets write it, which holds facts only.
//
// It also writes JSON, Markdown and schema.org ClaimReview, and compares what
// a file says with what is stored: Diff makes the plan of an import, which
// somebody else carries out.
//
// Vocabulary: a marker is a confidence and perhaps a status at the start of a
// line; a reading is the choice whether a marker's status belongs to the fact
// it closes or to the one it leads; a guard is the apostrophe before a cell
// that a spreadsheet would run as a formula; a fold is a text without the
// differences of case, width and spacing.
//
// Guarantees:
//
//   - A statement is kept byte for byte, in and out: what was exported and is
//     imported again is the same facts. Folds serve comparison only.
//   - A reader reports every problem it finds, each at its line, and gives a
//     source only where none of them is an error.
//   - No input makes a reader panic or run away: sizes, depth and the number
//     of problems are bounded.
//   - Nothing is invented: no date, author, source or status that no file gave.
//
// The package keeps no state and writes no file of its own, so a crash leaves
// nothing half-done.
package topicfile
