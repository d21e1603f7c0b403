package datasets

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"gibbslab/internal/memory"
)

// maxTextSize bounds how much a reader of lines reads: compressed files may unpack to any size, and
// devices have no end.
const maxTextSize = 8 << 30

// maxLineSize bounds a line: its fields take up to 16 times its length.
const maxLineSize = 64 << 20

// lines reads a text file, plain or gzipped, line by line. A line ends with \n, \r\n or \r. Memory
// grows only with the longest line and with what the caller keeps.
type lines struct {
	path string
	n    int    // the number of the line, from 1
	text string // the line, without its end and, in the first one, without a byte order mark
	s    *bufio.Scanner
	in   *io.LimitedReader
	err  error  // what stopped reading, other than the end
	kept budget // for what the caller keeps
}

// withLines opens the file at path for read, and closes it afterwards. An error comes alone.
func withLines[T any](path string, read func(l *lines) (T, error)) (result T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return result, fmt.Errorf("datasets: %w; check the path (a notebook runs in its own folder)", err)
	}
	defer f.Close()
	all, err := read(newLines(path, f))
	if err == nil {
		result = all
	}
	return result, err
}

func newLines(path string, r io.Reader) *lines {
	l := &lines{path: path, kept: newBudget()}
	if r, l.err = gunzip(r); l.err != nil {
		r = strings.NewReader("")
	}
	l.in = &io.LimitedReader{R: r, N: maxTextSize}
	l.s = bufio.NewScanner(l.in)
	l.s.Buffer(nil, maxLineSize)
	l.s.Split(splitLines)
	return l
}

// next goes to the next line and tells whether there is one. After false, end says why.
func (l *lines) next() bool {
	if l.err != nil {
		return false
	}
	l.n++
	more := l.s.Scan()
	switch err := l.s.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		l.err = fmt.Errorf("longer than %d MiB, expected text in lines", maxLineSize>>20)
	case errors.Is(err, errBomb):
		l.err = err
	case err != nil: // the current line, if any, may be incomplete
		l.err = fmt.Errorf("%w; the file is damaged or cut off: copy it again", err)
	case !more && l.in.N == 0:
		l.err = fmt.Errorf("the file is longer than the limit of %d GiB; split it", maxTextSize>>30)
	}
	if !more || l.err != nil {
		return false
	}
	l.text = l.s.Text()
	if l.n == 1 {
		l.text = strings.TrimPrefix(l.text, "\ufeff")
	}
	switch {
	case strings.IndexByte(l.text, 0) >= 0:
		l.err = errors.New("there is a zero byte, so this is not UTF-8 text; save it as text in UTF-8")
	case !utf8.ValidString(l.text):
		l.err = errors.New("not UTF-8; save the file in UTF-8 (it may be in Latin-1 or Windows-1252)")
	}
	return l.err == nil
}

// keep is [budget.keep], but its error names the file and the line.
func (l *lines) keep(bytes int) error {
	if err := l.kept.keep(bytes); err != nil {
		return l.fail("%w", err)
	}
	return nil
}

// end is nil at the end of the file. Otherwise it is the error that stopped reading, with file and
// line.
func (l *lines) end() error {
	if l.err == nil {
		return nil
	}
	return l.fail("%w", l.err)
}

// fail makes an error that names the file and the line.
func (l *lines) fail(format string, args ...any) error {
	return fmt.Errorf("datasets: file %s, line %d: %w", l.path, l.n, fmt.Errorf(format, args...))
}

// number reads a whole number from 0 (or least) to 2³¹−1.
func (l *lines) number(field, what string, least int32) (int32, error) {
	v, err := strconv.ParseInt(field, 10, 32)
	if err != nil || v < int64(least) {
		return 0, l.fail("%s is %s, expected a whole number from %d to 2147483647", what,
			quoted(field), least)
	}
	return int32(v), nil
}

// quoted quotes a part of a file for an error, shortened if need be.
func quoted(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}

// maxFileSize bounds the amount that a reader loads into memory: 256 MiB are 32 million float64,
// and a device such as /dev/zero has no end.
const maxFileSize = 256 << 20

// readFile returns the content of the file at path, unpacked if it is compressed with gzip, or an
// error that says what to do. It never believes what a file says about itself: memory grows only
// with the bytes that are there.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w; check the path (a notebook runs in its own folder)", err)
	}
	defer f.Close()
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		// otherwise it would grow step by step, to 3 times its size
		b.Grow(int(min(info.Size(), maxFileSize)) + bytes.MinRead)
	}
	r, err := gunzip(f)
	if err == nil {
		_, err = b.ReadFrom(io.LimitReader(r, maxFileSize+1))
	}
	if err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w; give the path of a file that is readable "+
			"and complete", path, err)
	}
	data := b.Bytes()
	if len(data) > maxFileSize {
		return nil, fmt.Errorf("datasets: %s is larger than the limit of %d MiB; keep "+
			"only the data that you need", path, maxFileSize>>20)
	}
	return data, nil
}

// These are the bytes of a slice or string, of a count, and of an entry in a map of words, without
// their content.
const sliceBytes, countBytes, mapBytes = 24, 8, 48

// A budget counts the bytes of a file that a reader keeps. They can be many times the size of the
// file.
type budget struct{ kept, most float64 }

// newBudget allows an eighth of the memory. While a slice grows, its old and its new elements are
// in memory at the same time, and the garbage collector frees memory late.
func newBudget() budget { return budget{most: memory.Limit() / 8} }

// keep counts bytes, and fails when they exceed the budget.
func (b *budget) keep(bytes int) error {
	if b.kept += float64(bytes); b.kept > b.most {
		return fmt.Errorf("the part read so far takes %s, more than an eighth of the memory; read "+
			"a part of the data", memory.Format(b.kept))
	}
	return nil
}

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
