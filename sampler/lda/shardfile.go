package lda

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// summed is a file that is being written. It gets its name when it is complete. It need not be on
// the disk by then: whoever reads it compares the checksum.
type summed struct {
	*bufio.Writer
	path string
	file *os.File
	hash hash.Hash
}

func create(path string) (*summed, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	w := &summed{path: path, file: f, hash: sha256.New()}
	w.Writer = bufio.NewWriterSize(io.MultiWriter(f, w.hash), 1<<14)
	return w, nil
}

// keep gives the file its name, and returns its checksum.
func (w *summed) keep() ([]byte, error) {
	err := errors.Join(w.Flush(), w.file.Close())
	if err == nil {
		err = os.Rename(w.file.Name(), w.path)
	}
	return w.hash.Sum(nil), err
}

// seal is keep for a file that ends with its own checksum.
func (w *summed) seal() error {
	err := w.Flush()
	w.file.Write(w.hash.Sum(nil))
	_, err2 := w.keep()
	return errors.Join(err, err2)
}

// drop removes the file if it was not kept.
func (w *summed) drop() {
	w.file.Close()
	os.Remove(w.file.Name())
}

// errDamaged is of a file that is not there, or not what was written. It can be computed again.
var errDamaged = errors.New("lda: the file is damaged")

// checked is a file that is being read, and its checksum so far.
type checked struct {
	io.Reader
	hash hash.Hash
}

func checking(r io.Reader) *checked {
	c := &checked{hash: sha256.New()}
	c.Reader = io.TeeReader(r, c.hash)
	return c
}

func (c *checked) sum() string { return hex.EncodeToString(c.hash.Sum(nil)) }

// readSealed reads a sealed file. read must read all of it.
func readSealed(path string, read func(r io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return damaged(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	c := checking(io.LimitReader(f, info.Size()-sha256.Size))
	if err := read(bufio.NewReaderSize(c, 1<<14)); err != nil {
		return damaged(err)
	}
	var sum [sha256.Size]byte
	if _, err := io.ReadFull(f, sum[:]); err != nil || !bytes.Equal(sum[:], c.hash.Sum(nil)) {
		return errDamaged
	}
	return nil
}

// damaged is errDamaged if a file ended early or is not there.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, fs.ErrNotExist) {
		return errDamaged
	}
	return err
}
