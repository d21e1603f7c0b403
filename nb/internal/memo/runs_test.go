package memo

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestRuns keeps runs, finds them again, and drops the oldest.
func TestRuns(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	dir, group, other := t.TempDir(), [32]byte{1}, [32]byte{2}
	for i := range byte(5) {
		if err := SaveRun(dir, group, [32]byte{i}, []byte{i, i}); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add((time.Duration(i) - 9) * time.Minute)
		os.Chtimes(path(runs(dir, group), [32]byte{i}), at, at)
	}
	if data, ok := LoadRun(dir, group, [32]byte{0}); !ok || string(data) != "\x00\x00" {
		t.Errorf("%q, %v", data, ok) // and is now the newest
	}
	if _, ok := LoadRun(dir, other, [32]byte{0}); ok || HasRuns(dir, other) || !HasRuns(dir, group) {
		t.Error("a run of another group")
	}
	if err := trim(dir, 3, 1<<20); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, false, true, true} {
		if _, ok := LoadRun(dir, group, [32]byte{byte(i)}); ok != want {
			t.Errorf("run %d: %v after the oldest two are gone", i, ok)
		}
	}
	if err := trim(dir, 3, 0); err != nil || HasRuns(dir, group) {
		t.Errorf("%v: no bytes may be left", err)
	}
	SaveRun(dir, other, [32]byte{7}, []byte("x"))
	if n, err := ForgetRuns(dir); n != 1 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "runs")); err == nil {
		t.Error("an empty folder is left")
	}
}
