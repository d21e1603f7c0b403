package datasets

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// A text rarely unpacks to more than 20 times its size. Beyond 4 MiB, 200 times counts as a gzip
// bomb.
const (
	maxRatio   = 200
	alwaysFine = 4 << 20
)

var errBomb = errors.New("the file unpacks to more than 200 times its size, as no text does; if " +
	"that is what you want, unpack it with gunzip")

// A counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// An unpacker gives the content of a compressed file, unless that is out of all proportion to the
// file.
type unpacker struct {
	counter
	file *counter
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.counter.Read(p)
	if u.n > alwaysFine && u.n > maxRatio*u.file.n {
		return n, errBomb
	}
	return n, err
}

// gunzip gives the content of a file, which may be compressed with gzip.
func gunzip(r io.Reader) (io.Reader, error) {
	file := &counter{r: r}
	b := bufio.NewReader(file)
	if magic, _ := b.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, fmt.Errorf("the gzip file is damaged: %w", err)
	}
	return &unpacker{counter{r: z}, file}, nil
}

// splitLines is a [bufio.SplitFunc] for lines that end with \n, \r\n or \r.
func splitLines(data []byte, atEOF bool) (advance int, line []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case end < 0,
		end == len(data)-1 && data[end] == '\r' && !atEOF: // a \n may follow
		return 0, nil, nil
	case bytes.HasPrefix(data[end:], []byte("\r\n")):
		return end + 2, data[:end], nil
	}
	return end + 1, data[:end], nil
}
