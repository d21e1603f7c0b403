package durable

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
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

// OtherFormat is the error about a file with another first line. It is the beginning of the file, as
// long as the line expected.
type OtherFormat string

func (o OtherFormat) Error() string { return fmt.Sprintf("the file begins with %q", string(o)) }

// ReadSealed reads the data of a file with this first line, and checks the checksum. most is the
// number of bytes that it may have.
func ReadSealed(path, first string, most float64) (data []byte, err error) {
	target, err := Target(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(target)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	line := make([]byte, len(first))
	if n, _ := io.ReadFull(f, line); string(line[:n]) != first {
		return nil, OtherFormat(line[:n])
	}
	if size := float64(info.Size()); size > most {
		return nil, fmt.Errorf("the file has %s, more than fits into memory", memory.Format(size))
	}
	b := bytes.NewBuffer(make([]byte, 0, info.Size()))
	if _, err := b.ReadFrom(f); err != nil {
		return nil, err
	}
	rest := b.Bytes()
	if len(rest) < sha256.Size ||
		sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest[:sha256.Size]) {
		return nil, fmt.Errorf("%w (%d bytes, and the checksum does not fit)", ErrDamaged, info.Size())
	}
	return rest[sha256.Size:], nil
}
