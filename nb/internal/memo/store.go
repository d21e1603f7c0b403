package memo

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A file holds this line, the SHA-256 of the rest, and the rest.
const magic = "gibbslab memo 1\n"

func path(dir string, key [32]byte) string {
	return filepath.Join(dir, fmt.Sprintf("%x.memo", key[:16]))
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
