// Package eval measures how well search finds what it should.
//
// A topic's keeper writes queries with the facts they should find (Golden, a
// TSV file); public sets come as documents, queries and judgements (Set, two
// JSON-lines files and a TSV file). Run asks every query and gives the usual
// measures over the first ten hits, for all queries and for each kind:
//
//   - nDCG@10, with the grade as the gain (linear) and a logarithmic discount
//   - recall@10, over everything graded above zero
//   - MRR@10 and P@1
//
// Queries that nothing answers are counted apart: for them the only right
// answer is none. A report can also name the worst queries and explain what was
// found instead, and a run file gives every query's hits to other programs.
//
// The package reads what it is given and holds no state.
package eval
