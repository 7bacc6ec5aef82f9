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
	src := parse(p, main, sidecar)
	all := p.list(main.Name)
	if src == nil || p.failed() {
		return nil, all
	}
	src.Document = filepath.Base(main.Name)
	src.Hash = hash(main)
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
	text, ok := decode(p, main)
	if !ok {
		return nil
	}
	var src *fact.Source
	switch kindOf(main.Name) {
	case yamlText:
		if t := readYAML(p, main.Name, text, false); t != nil {
			src = t.source(p)
		}
	case csvText:
		src = readCSV(p, main.Name, text)
	default:
		src = readPage(p, main.Name, text, side != nil && side.leads)
		if src != nil && side != nil {
			side.complete(p, main.Name, src)
		}
	}
	if src != nil {
		checkSource(p, main.Name, src)
	}
	return src
}

// hash is the SHA-256 of the file's bytes, which citations show: "sha256sum
// rdma.txt" checks it.
func hash(main File) string {
	sum := sha256.Sum256(main.Data)
	return hex.EncodeToString(sum[:])
}
