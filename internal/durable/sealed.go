package durable

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gibbslab/internal/memory"
)

// A sealed file has a first line, which names its format and version, a checksum, and data.

// Seal puts the first line and a checksum before the data.
func Seal(first string, data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(append([]byte(first), sum[:]...), data...)
}

// ErrDamaged is in the error about a file whose checksum does not fit.
var ErrDamaged = errors.New("the file is damaged")

// OtherFormat is the error about a file with another first line. It is the beginning of the file,
// as long as the line expected.
type OtherFormat string

func (o OtherFormat) Error() string { return fmt.Sprintf("the file begins with %q", string(o)) }

// ReadSealed reads the data of a file with this first line, and checks the checksum. most is the
// number of bytes that it may have.
func ReadSealed(path, first string, most float64) (data []byte, err error) {
	rest, err := Read(path, first, most)
	if err != nil {
		return nil, err
	}
	if len(rest) < sha256.Size ||
		sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest[:sha256.Size]) {
		return nil, fmt.Errorf("%w (%d bytes, and the checksum does not fit)", ErrDamaged,
			len(first)+len(rest))
	}
	return rest[sha256.Size:], nil
}

// Read reads what follows the first line of an ordinary file.
func Read(path, first string, most float64) (data []byte, err error) {
	f, info, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line := make([]byte, len(first))
	if n, _ := io.ReadFull(f, line); string(line[:n]) != first {
		return nil, OtherFormat(line[:n])
	}
	if size := float64(info.Size()); size > most {
		return nil, fmt.Errorf("the file has %s, %w", memory.Format(size), ErrTooLarge)
	}
	b := bytes.NewBuffer(make([]byte, 0, info.Size()))
	_, err = b.ReadFrom(f)
	return b.Bytes(), err
}

// ErrTooLarge is in the error about a file that is larger than it may be.
var ErrTooLarge = errors.New("more than fits into memory")

// Tail reads the end of an ordinary file, at most so many bytes, and tells whether this is all.
func Tail(path string, most int64) (data []byte, whole bool, err error) {
	f, info, err := open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	from := max(0, info.Size()-most)
	data, err = io.ReadAll(io.NewSectionReader(f, from, most))
	return data, from == 0, err
}

func open(path string) (f *os.File, info fs.FileInfo, err error) {
	if path, err = Target(path); err != nil {
		return nil, nil, err
	}
	if f, err = os.Open(path); err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
	}
	return f, info, err
}
