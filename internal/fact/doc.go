// Package fact says what a fact is.
//
// It owns the vocabulary that every other package speaks: the Topic and its
// facts, the two axes a reader must never confuse (Confidence, how sure the
// source or a reviewer is, and Status, what factbot knows about its
// verification), the overlays derived from them, the acts that change a fact
// and the rules that make an act legal. It also names the records that travel
// between the store and the rest: events, flags, notices, quotes, readings.
//
// Guarantees:
//
//   - A statement is kept byte for byte. Nothing in this package rewrites one.
//   - Apply is the only way from one state of a fact to the next. It is a pure
//     function, so every combination of status, act, actor and version can be
//     tested as a table.
//   - An Error carries a Code for the program and a sentence for the person;
//     whatever else went wrong stays wrapped inside it for the operator.
//
// The package is a leaf: it imports nothing of factbot, touches no clock, no
// disk and no network, and holds no state, so a crash cannot hurt it. No SQL
// row, Slack structure or transport tag reaches it.
package fact
