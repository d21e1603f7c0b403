// Package fetch downloads files once and keeps them: the originals of the data sets of
// [gibbslab/datasets], and others. It checks checksums, resumes downloads, and says plainly what to
// do without a network.
//
// It is a separate package because it needs net/http, which makes a program 1.5 MB larger and takes
// 0.1 to 0.2 seconds to link: in a notebook every cell that uses a data set would pay for that.
package fetch

import (
	"context"
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

// Settings say where to keep fetched files, and who follows the progress. The zero value is fine.
type Settings struct {
	// Dir is the cache directory; it is created if needed. "" is gibbslab in the user's cache
	// directory (os.UserCacheDir: on Linux ~/.cache/gibbslab).
	Dir string
	// Progress, if not nil, is called after each piece with the number of bytes so far and the
	// total (-1: not known).
	Progress func(done, total int64)
}

// Get returns the path of a source's file in the cache directory, and downloads it if it is not
// there yet. A file that is there needs no network. The file must have the source's SHA-256
// checksum, whether it was there or fetched. So you get the original, byte for byte, or an error.
//
// A download that was cut, or ended through ctx, keeps its bytes in a file that ends in .part. The
// next Get continues from there, or starts again if the server cannot continue. The finished file
// is renamed into place, so a path that Get returned is always complete.
//
// If a server gives less than a kilobyte in a minute, the download ends with an error; use ctx for
// a shorter limit, or one for the whole download. If several Gets of one file run at a time, also
// in several programs, they wait for each other.
//
// Without a network, get the file in another way and put it where the error says; Get finds it
// there. If a file in that place has another checksum, Get returns an error and leaves it alone.
// Other errors are a source without a plain Name, URL or SHA256, a directory that cannot be written
// to, and a server that answers with something other than the file.
func Get(ctx context.Context, s Source, set Settings) (path string, err error) {
	if err := s.check(ctx); err != nil {
		return "", err
	}
	dir := set.Dir
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("fetch: there is no cache directory: %w; name a directory in "+
				"Settings.Dir", err)
		}
		dir = filepath.Join(cache, "gibbslab")
	}
	path = filepath.Join(dir, s.Name)
	switch sum, err := fileSHA256(path); {
	case err == nil && strings.EqualFold(sum, s.SHA256):
		return path, nil
	case err == nil:
		return "", fmt.Errorf("fetch: the file %s has the SHA-256 checksum %s, expected %s for "+
			"%s; it is another file or a damaged one: delete or rename it, then fetch again",
			path, sum, s.SHA256, s.Name)
	case !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("fetch: the cache cannot be used: %w; name a directory that you "+
			"can write to in Settings.Dir", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("fetch: the cache cannot be made: %w; name a directory that you "+
			"can write to in Settings.Dir", err)
	}
	if err := s.get(ctx, path, set.Progress); err != nil {
		return "", err
	}
	return path, nil
}

func (s Source) check(ctx context.Context) error {
	var problems []error
	if ctx == nil {
		problems = append(problems, errors.New("fetch: the context is nil; give "+
			"context.Background()"))
	}
	if s.Name == "" || s.Name != filepath.Base(s.Name) || s.Name == "." || s.Name == ".." ||
		strings.ContainsAny(s.Name, `/\:`) {
		problems = append(problems, fmt.Errorf("fetch: Source.Name is %q, expected the name of a "+
			"file, without folders; have reagan.txt and others in Originals()", s.Name))
	}
	if s.URL == "" {
		problems = append(problems, errors.New("fetch: Source.URL is empty, expected an address "+
			"such as https://…"))
	}
	if b, err := hex.DecodeString(s.SHA256); err != nil || len(b) != sha256.Size {
		problems = append(problems, fmt.Errorf("fetch: Source.SHA256 is %q, expected 64 "+
			"hexadecimal digits", s.SHA256))
	}
	if s.Bytes < 0 {
		problems = append(problems, fmt.Errorf("fetch: Source.Bytes is %d, expected the size, or "+
			"0 if it is not known", s.Bytes))
	}
	return errors.Join(problems...)
}

func fileSHA256(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
