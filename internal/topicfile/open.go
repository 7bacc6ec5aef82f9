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
)

// Open reads a topic file and, beside a page text NAME.txt, its sidecar
// NAME.yaml (or NAME.yml) if there is one. Its errors are one line.
func Open(path string) (File, *File, error) { return open(path, opening) }

// OpenFS is Open in a file system, for the topic files that ship with the program.
func OpenFS(fsys fs.FS, name string) (File, *File, error) { return open(name, fsys.Open) }

// FingerprintOf is the Fingerprint of what Open would read, without holding it:
// large files are looked at at every start.
func FingerprintOf(path string) (string, error) { return fingerprint(path, opening) }

// FingerprintFS is FingerprintOf in a file system.
func FingerprintFS(fsys fs.FS, name string) (string, error) { return fingerprint(name, fsys.Open) }

// opener opens a file for reading.
type opener func(name string) (fs.File, error)

func opening(name string) (fs.File, error) { return os.Open(name) }

func open(name string, from opener) (main File, sidecar *File, err error) {
	err = walk(name, from, func(name string, size int64, text io.Reader) error {
		var all bytes.Buffer
		all.Grow(int(size) + bytes.MinRead)
		_, err := all.ReadFrom(text)
		file := File{Name: name, Data: all.Bytes()}
		if main.Name == "" {
			main = file
		} else {
			sidecar = &file
		}
		return err
	})
	if err != nil {
		return File{}, nil, err
	}
	return main, sidecar, nil
}

func fingerprint(name string, from opener) (string, error) {
	h, first := sha256.New(), true
	err := walk(name, from, func(_ string, _ int64, text io.Reader) error {
		if !first {
			h.Write(beforeSidecar)
		}
		first = false
		_, err := io.Copy(h, text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

var errTwoSidecars = errors.New("two sidecars")

// walk opens a topic file and then its sidecar if there is one, and calls visit
// with about how large each is.
func walk(name string, from opener, visit func(name string, size int64, text io.Reader) error) error {
	if err := visitOne(name, from, visit); err != nil || kindOf(name) != pageText {
		return err
	}
	sidecar := ""
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	for _, ext := range []string{".yaml", ".yml"} {
		beside := stem + ext
		err := visitOne(beside, from, func(_ string, size int64, text io.Reader) error {
			if sidecar != "" {
				return errTwoSidecars
			}
			sidecar = beside
			return visit(beside, size, text)
		})
		switch {
		case errors.Is(err, errTwoSidecars):
			return fmt.Errorf("both %q and %q stand beside %q: keep one", sidecar, beside, name)
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

func visitOne(name string, from opener, visit func(name string, size int64, text io.Reader) error) error {
	f, err := from(name)
	if err != nil {
		return fmt.Errorf("open topic file %q: %w", name, cause(err))
	}
	defer func() { _ = f.Close() }() // nothing was written to it
	size := int64(0)
	if at, err := f.Stat(); err == nil {
		if at.IsDir() {
			return fmt.Errorf("read topic file %q: it is a folder; name a file in it", name)
		}
		size = min(at.Size(), MaxFile)
	}
	text := &io.LimitedReader{R: f, N: MaxFile + 1}
	if err := visit(name, size, text); err != nil {
		return fmt.Errorf("read topic file %q: %w", name, cause(err))
	}
	if text.N <= 0 {
		return fmt.Errorf("read topic file %q: it is larger than %d MiB; split it into several topics", name, MaxFile>>20)
	}
	return nil
}

// cause drops the path that an error of the file system repeats.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// beforeSidecar stands between the two in a fingerprint.
var beforeSidecar = []byte{0}

// Fingerprint is the SHA-256 of the bytes of the file and its sidecar: it
// changes whenever anything that Parse reads does.
func Fingerprint(main File, sidecar *File) string {
	h := sha256.New()
	h.Write(main.Data)
	if sidecar != nil {
		h.Write(beforeSidecar)
		h.Write(sidecar.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}
