package topicfile

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"factbot/internal/fact"
)

// MaxFile bounds a topic file, in bytes.
const MaxFile = 256 << 20

// File is a topic file as it was read.
type File struct {
	Name string // as the user gave it, for problems; its base name becomes the document
	Data []byte
}

// kind is how a file is written.
type kind uint8

const (
	pageText kind = iota
	yamlText
	csvText
)

func kindOf(name string) kind {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml":
		return yamlText
	case ".csv", ".tsv":
		return csvText
	}
	return pageText
}

// Parse reads a topic from its file and sidecar (nil if there is none). It
// reports everything that is wrong at once; where one of the problems is an
// error the source is nil, so that such a file changes nothing.
func Parse(main File, sidecar *File) (*fact.Source, []fact.Problem) {
	p := &problems{}
	name, sum := main.Name, hash(main)
	src := parse(p, main, sidecar)
	all := p.list(name)
	if src == nil || p.failed() {
		return nil, all
	}
	src.Document = filepath.Base(name)
	src.Hash = sum
	src.Warnings = all
	return src, all
}

func parse(p *problems, main File, sidecar *File) *fact.Source {
	var side *yamlTopic
	if sidecar != nil {
		if text, ok := decode(p, *sidecar); ok {
			side = readYAML(p, sidecar.Name, text, true)
		}
	}
	name := main.Name
	text, ok := decode(p, main) // from here on the bytes can go
	if !ok {
		return nil
	}
	var src *fact.Source
	switch kindOf(name) {
	case yamlText:
		if t := readYAML(p, name, text, false); t != nil {
			src = t.source(p)
		}
	case csvText:
		src = readCSV(p, name, text)
	default:
		src = readPage(p, name, text, side != nil && side.leads)
		if src != nil && side != nil {
			side.complete(p, name, src)
		}
	}
	if src != nil {
		checkSource(p, name, src)
	}
	return src
}

// hash is the SHA-256 of the file's bytes, which citations show: "sha256sum
// rdma.txt" checks it.
func hash(main File) string {
	sum := sha256.Sum256(main.Data)
	return hex.EncodeToString(sum[:])
}
