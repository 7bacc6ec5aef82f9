// Package search finds the facts that bear on what a person typed, in English,
// in Chinese, in both at once, misspelt, abbreviated, or as a whole question.
//
// It owns the analyzer (text to tokens, the same for facts and queries), the
// index in memory, the ranking, and the words in which a ranking explains
// itself. The store keeps the truth; an Index is a read model of it, built at
// start and changed only after a commit.
//
// Vocabulary:
//
//   - A unit is the smallest thing a text is cut into: a word, a number, or one
//     Han character. A whole is what a compound's parts make together
//     (all-to-all, GPUDirect, CX-7).
//   - A term is what is looked up: the stem of a word, a whole, a Han character
//     or a pair of neighbouring ones.
//   - A concept is a glossary group: one term beside the words, whichever of
//     its forms stands in the text.
//   - A slot is one word of a query with everything that may stand for it:
//     itself, its concept, its translations, its correction.
//   - Coverage is the share of a query's content that a fact accounts for.
//     Below a threshold a fact is no answer, only near.
//
// Guarantees:
//
//   - Every byte of a query is literal. No input is a syntax error.
//   - The order of hits is total: score, verified first, confidence, id. The
//     same facts and the same query give the same hits, whatever the history
//     of changes that led to these facts.
//   - Readers run beside a writer and see each change whole or not at all.
//   - A retracted fact is never among the hits unless it is asked for.
//
// Nothing here touches a disk, a clock or the network, so a crash loses
// nothing: the next start builds the same index from the stored facts.
package search
