package topicfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// Open reads a topic file and, beside a page text NAME.txt, its sidecar
// NAME.yaml (or NAME.yml) if there is one. Its errors are one line.
func Open(path string) (File, *File, error) {
	return open(path, func(name string) (fs.File, error) { return os.Open(name) })
}

// OpenFS is Open in a file system, for the topic files that ship with the program.
func OpenFS(fsys fs.FS, name string) (File, *File, error) {
	return open(name, fsys.Open)
}

func open(name string, opener func(string) (fs.File, error)) (File, *File, error) {
	main, err := read(name, opener)
	if err != nil {
		return File{}, nil, err
	}
	if kindOf(name) != pageText {
		return main, nil, nil
	}
	var sidecar *File
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	for _, ext := range []string{".yaml", ".yml"} {
		beside, err := read(stem+ext, opener)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return File{}, nil, err
		}
		if sidecar != nil {
			return File{}, nil, fmt.Errorf("both %q and %q stand beside %q: keep one", sidecar.Name, beside.Name, name)
		}
		sidecar = &beside
	}
	return main, sidecar, nil
}

func read(name string, opener func(string) (fs.File, error)) (File, error) {
	f, err := opener(name)
	if err != nil {
		return File{}, fmt.Errorf("open topic file %q: %w", name, cause(err))
	}
	defer func() { _ = f.Close() }() // nothing was written to it
	var text bytes.Buffer
	if at, err := f.Stat(); err == nil {
		if at.IsDir() {
			return File{}, fmt.Errorf("read topic file %q: it is a folder; name a file in it", name)
		}
		text.Grow(int(min(at.Size(), MaxFile)) + bytes.MinRead) // large files are read at every start
	}
	if _, err := text.ReadFrom(io.LimitReader(f, MaxFile+1)); err != nil {
		return File{}, fmt.Errorf("read topic file %q: %w", name, cause(err))
	}
	if text.Len() > MaxFile {
		return File{}, fmt.Errorf("read topic file %q: it is larger than %d MiB; split it into several topics", name, MaxFile>>20)
	}
	return File{Name: name, Data: text.Bytes()}, nil
}

// cause drops the path that an error of the file system repeats.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
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

// Fingerprint is the SHA-256 of the bytes of the file and its sidecar: it
// changes whenever anything that Parse reads does.
func Fingerprint(main File, sidecar *File) string {
	h := sha256.New()
	h.Write(main.Data)
	if sidecar != nil {
		h.Write([]byte{0})
		h.Write(sidecar.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}
