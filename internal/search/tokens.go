package search

import (
	"encoding/binary"
	"hash/crc32"

	"factbot/internal/fact"
)

// AnalyzerVersion changes whenever the same text would give other units.
// Stored tokens of another version are ignored.
const AnalyzerVersion = 1

// The stored tokens of a fact are one byte of version, four of the statement's
// checksum, and its units: a byte of kind and marks, the length, the text. A
// run of Han characters is one unit.
const (
	tokensHeader = 5
	markExtra    = 1 << 2
	markGlued    = 1 << 3
	markAcronym  = 1 << 4
	kindMask     = 1<<2 - 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(statement string) uint32 { return crc32.Checksum(bytesOf(statement), castagnoli) }

// appendTokens appends the stored tokens of a statement.
func appendTokens(dst []byte, x *lexer, statement string) []byte {
	dst = append(dst, AnalyzerVersion)
	dst = binary.LittleEndian.AppendUint32(dst, checksum(statement))
	for _, u := range x.lex(statement) {
		mark := byte(u.kind)
		if u.extra {
			mark |= markExtra
		}
		if u.glued {
			mark |= markGlued
		}
		if u.acronym {
			mark |= markAcronym
		}
		dst = append(dst, mark)
		dst = binary.AppendUvarint(dst, uint64(len(u.text)))
		dst = append(dst, u.text...)
	}
	return dst
}

// usable reports whether stored tokens are those of the statement, made by
// this version of the analyzer.
func usable(tokens []byte, statement string) bool {
	return len(tokens) >= tokensHeader && tokens[0] == AnalyzerVersion &&
		binary.LittleEndian.Uint32(tokens[1:]) == checksum(statement)
}

// nextToken takes the first unit off a list of stored units. Damaged bytes end
// the list.
func nextToken(b []byte) (u unit, text, rest []byte) {
	if len(b) == 0 {
		return unit{}, nil, nil
	}
	u = unit{
		kind:    unitKind(b[0] & kindMask),
		extra:   b[0]&markExtra != 0,
		glued:   b[0]&markGlued != 0,
		acronym: b[0]&markAcronym != 0,
	}
	n, k := binary.Uvarint(b[1:])
	if k <= 0 || n == 0 || n > uint64(len(b)-1-k) {
		return unit{}, nil, nil
	}
	return u, b[1+k : 1+k+int(n)], b[1+k+int(n):]
}

// Tokens is the analysis of a fact's statement, to be stored with it and given
// to Build again. It does not depend on glossaries or on other facts.
func (ix *Index) Tokens(f *fact.Fact) []byte {
	x := ix.lexers.Get().(*lexer)
	defer ix.lexers.Put(x)
	return appendTokens(make([]byte, 0, tokensHeader+len(f.Statement)*3/2), x, f.Statement)
}
