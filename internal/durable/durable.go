// Package durable writes files in full or not at all, whatever happens meanwhile.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
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
