// Package memo keeps the files of nb.Memo.
package memo

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gibbslab/internal/durable"
)

// A file holds this line, a seal of its size, a seal of the data, and the data. A seal is an HMAC
// with the user's secret, and covers the key of the result. So a file that somebody else has put
// there is as good as none.
const magic = "gibbslab memo 2\n"

const headSize = len(magic) + 2*sha256.Size

// seal is the HMAC of the parts.
func seal(secret []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, secret)
	for _, p := range parts {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		h.Write(p)
	}
	return h.Sum(nil)
}

// size is what the first seal covers besides the key: a file of another size need not be read.
func size(n int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(n)) }

// secret is the user's, made when it is first needed. It lies with the user's settings, where
// nobody else can read it.
func secret() ([]byte, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, "gibbslab")
	file := filepath.Join(dir, "memo.key")
	if b, err := readRegular(file, func(n int64) bool { return n == sha256.Size }); err == nil {
		return b, nil
	}
	b := make([]byte, sha256.Size)
	rand.Read(b) // never fails
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	mine := fmt.Sprintf("%s.new-%x", file, b[:8])
	if err := durable.Replace(mine, b, 0o600); err != nil { // readable for the user alone
		return nil, err
	}
	defer os.Remove(mine)
	if os.Link(mine, file) == nil {
		return b, nil
	}
	// Another cell has just made it, or what is there is none.
	if theirs, err := readRegular(file, func(n int64) bool { return n == sha256.Size }); err == nil {
		return theirs, nil
	}
	return b, durable.Replace(file, b, 0o600)
}

// readRegular reads a file of a size that fits, and neither waits for a pipe nor reads a device.
func readRegular(file string, fits func(size int64) bool) ([]byte, error) {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || !fits(info.Size()) {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	return os.ReadFile(file)
}

func path(dir string, key [32]byte) string {
	return filepath.Join(dir, fmt.Sprintf("%x.memo", key[:16]))
}

// Forget deletes all that Save has written, and what it was writing when it was killed. It returns
// the number of results.
func Forget(dir string) (results int, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, e := range entries {
		result, _ := filepath.Match(strings.Repeat("[0-9a-f]", 32)+".memo", e.Name())
		half, _ := filepath.Match("*.memo.new-*", e.Name())
		if !e.Type().IsRegular() || !result && !half {
			continue
		}
		switch failed := os.Remove(filepath.Join(dir, e.Name())); {
		// another cell may be forgetting, too
		case failed != nil && !errors.Is(failed, fs.ErrNotExist):
			err = errors.Join(err, failed)
		case result && failed == nil:
			results++
		}
	}
	return results, err
}

// Load returns what was saved under a key. A missing, cut, damaged or foreign file, or one of
// another key, is as good as none.
func Load(dir string, key [32]byte) (data []byte, ok bool) {
	own, err := secret()
	if err != nil {
		return nil, false
	}
	file := path(dir, key)
	b, err := readRegular(file, func(n int64) bool {
		f, err := os.Open(file)
		if err != nil {
			return false
		}
		defer f.Close()
		head := make([]byte, headSize)
		_, err = io.ReadFull(f, head)
		return err == nil && string(head[:len(magic)]) == magic &&
			hmac.Equal(head[len(magic):len(magic)+sha256.Size], seal(own, key[:], size(n-int64(headSize))))
	})
	if err != nil || len(b) < headSize || !hmac.Equal(b[len(magic)+sha256.Size:headSize],
		seal(own, key[:], b[headSize:])) {
		return nil, false
	}
	return b[headSize:], true
}

// Save keeps data under a key. The file appears whole or not at all, whatever happens meanwhile.
func Save(dir string, key [32]byte, data []byte) error {
	own, err := secret()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	head := bytes.Join([][]byte{[]byte(magic), seal(own, key[:], size(int64(len(data)))),
		seal(own, key[:], data)}, nil)
	return durable.Replace(path(dir, key), append(head, data...), 0o600)
}

// Runs are kept without being asked for. So there is a limit: the newest ones stay.
const (
	mostRuns  = 50
	mostBytes = 1 << 30
)

// runs is the folder of the runs of a group: of those with the same settings and names.
func runs(dir string, group [32]byte) string {
	return filepath.Join(dir, "runs", fmt.Sprintf("%x", group[:8]))
}

// HasRuns tells quickly whether a run of this group may be kept.
func HasRuns(dir string, group [32]byte) bool {
	entries, err := os.ReadDir(runs(dir, group))
	return err == nil && len(entries) > 0
}

// LoadRun is [Load] for a run, which then counts as new.
func LoadRun(dir string, group, key [32]byte) (data []byte, ok bool) {
	folder := runs(dir, group)
	if data, ok = Load(folder, key); ok {
		now := time.Now()
		os.Chtimes(path(folder, key), now, now)
	}
	return data, ok
}

// SaveRun is [Save] for a run. The oldest runs go if there are too many.
func SaveRun(dir string, group, key [32]byte, data []byte) error {
	if len(data) > mostBytes/2 {
		return nil
	}
	err := Save(runs(dir, group), key, data)
	return errors.Join(err, trim(dir, mostRuns, mostBytes))
}

// trim deletes the oldest runs until at most so many are left, and so many bytes.
func trim(dir string, most int, bytes int64) (err error) {
	type run struct {
		path string
		fs.FileInfo
	}
	var all []run
	paths, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "*.memo"))
	for _, p := range paths {
		if info, err := os.Lstat(p); err == nil && info.Mode().IsRegular() {
			all = append(all, run{p, info})
		}
	}
	slices.SortFunc(all, func(a, b run) int { return b.ModTime().Compare(a.ModTime()) })
	for i, r := range all {
		if bytes -= r.Size(); i >= most || bytes < 0 {
			err = errors.Join(err, os.Remove(r.path))
			os.Remove(filepath.Dir(r.path)) // if it is empty
		}
	}
	return err
}

// ForgetRuns deletes all runs, and returns their number.
func ForgetRuns(dir string) (results int, err error) {
	folders, _ := filepath.Glob(filepath.Join(dir, "runs", "*"))
	for _, f := range folders {
		n, failed := Forget(f)
		results, err = results+n, errors.Join(err, failed)
		os.Remove(f) // if it is empty
	}
	os.Remove(filepath.Join(dir, "runs"))
	return results, err
}
