package memo

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A file holds this line, the SHA-256 of the rest, and the rest.
const magic = "gibbslab memo 1\n"

func path(dir string, key [32]byte) string {
	return filepath.Join(dir, fmt.Sprintf("%x.memo", key[:16]))
}

// Forget deletes all that Save has written, and what it was writing when it was killed. It returns the number of results.
func Forget(dir string) (results int, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, e := range entries {
		result, _ := filepath.Match(strings.Repeat("[0-9a-f]", 32)+".memo", e.Name())
		half, _ := filepath.Match("new-*.tmp", e.Name())
		if !e.Type().IsRegular() || !result && !half {
			continue
		}
		switch failed := os.Remove(filepath.Join(dir, e.Name())); {
		case failed != nil && !errors.Is(failed, fs.ErrNotExist): // another cell may be forgetting, too
			err = errors.Join(err, failed)
		case result && failed == nil:
			results++
		}
	}
	return results, err
}

// Load returns what was saved under a key. A missing, cut or damaged file, or one of another key, is as good as none.
func Load(dir string, key [32]byte) (data []byte, ok bool) {
	b, err := os.ReadFile(path(dir, key))
	if err != nil || len(b) < len(magic)+64 || string(b[:len(magic)]) != magic {
		return nil, false
	}
	b = b[len(magic):]
	sum := sha256.Sum256(b[32:])
	if !bytes.Equal(sum[:], b[:32]) || !bytes.Equal(key[:], b[32:64]) {
		return nil, false
	}
	return b[64:], true
}

// Save keeps data under a key. The file appears whole or not at all, whatever happens meanwhile: it is written
// under another name, forced to the disk and renamed.
func Save(dir string, key [32]byte, data []byte) (err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "new-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	rest := append(key[:], data...)
	sum := sha256.Sum256(rest)
	_, err = f.Write(bytes.Join([][]byte{[]byte(magic), sum[:], rest}, nil))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path(dir, key))
}
