// Package durable writes files in full or not at all, whatever happens meanwhile.
package durable

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gibbslab/internal/memory"
)

// WriteFile replaces a file in one step: the file has either the old content or the new, never a
// part. The content is on the disk when it returns. A symbolic link stays, and the file that it
// leads to is replaced. The user's umask says who may read a new file; an old one keeps its
// permissions.
func WriteFile(path string, data []byte) (err error) {
	if path, err = Target(path); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil {
		return Replace(path, data, info.Mode().Perm())
	}
	return replace(path, data, 0o666, false)
}

// Replace is WriteFile with the permissions of the file. It also replaces a symbolic link, a pipe
// or a device of that name.
func Replace(path string, data []byte, mode fs.FileMode) error {
	return replace(path, data, mode, true)
}

// replace gives the file the mode, less the umask if it need not be exact.
func replace(path string, data []byte, mode fs.FileMode, exact bool) (err error) {
	dir := filepath.Dir(path)
	name := fmt.Sprintf("%s%s%d", path, infix, rand.Uint64())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if exact {
		err = f.Chmod(mode)
	}
	_, wrong := f.Write(data)
	if err = errors.Join(err, wrong, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	if d, openErr := os.Open(dir); openErr == nil { // the rename must outlive a power cut too
		err = errors.Join(d.Sync(), d.Close())
	}
	return err
}

// infix stands between the name of a file and the number of its half-written successor.
const infix = ".new-"

// stale is the age beyond which a half-written file belongs to a process that was killed.
const stale = 10 * time.Minute

// Clean removes half-written versions of a file that killed processes have left behind.
func Clean(path string) {
	if path, err := Target(path); err == nil {
		clean(filepath.Dir(path), func(name string) bool { return name == filepath.Base(path) })
	}
}

// CleanFolder is Clean for all files in a folder.
func CleanFolder(dir string) { clean(dir, func(string) bool { return true }) }

func clean(dir string, wanted func(name string) bool) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		at := strings.LastIndex(e.Name(), infix)
		if at < 0 || !wanted(e.Name()[:at]) || !e.Type().IsRegular() {
			continue
		}
		number := e.Name()[at+len(infix):]
		info, err := e.Info()
		if err == nil && number != "" && strings.Trim(number, "0123456789") == "" &&
			time.Since(info.ModTime()) > stale {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Target follows symbolic links to the file to be written, which need not exist. If it exists and
// is not an ordinary file (a folder, a pipe, a device), Target returns an error: reading it could
// wait for ever.
func Target(path string) (string, error) {
	for range 40 {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil
		case err != nil:
			return "", err
		case info.Mode().IsRegular():
			return path, nil
		case info.Mode()&fs.ModeSymlink == 0:
			return "", fmt.Errorf("%s is a %s and not an ordinary file: name another", path,
				kind(info.Mode()))
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", fmt.Errorf("%s is a symbolic link that leads to itself: name another file", path)
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeNamedPipe != 0:
		return "pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

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
