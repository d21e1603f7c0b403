package memo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

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
