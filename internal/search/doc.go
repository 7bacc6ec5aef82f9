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
//   - A leaf is what is looked up for some slots: a term, or several that count
//     as one.
//   - A window is 2,048 documents that follow each other; a stretch, the part of
//     a posting list in one.
//   - The bar is the score below which nothing can get among the best any more.
//
// Most documents are passed over unscored, and none that could be among the best.
// Of every leaf it is known how much it gives at most, anywhere and in a window,
// as in a block-max index. Leaves that do not reach the bar together make no
// candidates, they only add to what others found, as in MaxScore (prune.go).
// Where many documents are left of a window, it is swept, 64 documents at a time:
// of those that cover enough, which are counted, the ones that can reach the bar
// are sieved out, both by a decision diagram over bitmaps (sweep.go, sieve.go,
// threshold.go). Of documents that are kept, the best are looked at closely.
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
