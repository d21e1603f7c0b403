//go:build unix

package memo

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestMain keeps the tests away from the secret of whoever runs them.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "memo")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CONFIG_HOME", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// A file that was sealed with another secret is no result: whoever can write into the folder could
// choose it.
func TestForged(t *testing.T) {
	dir, key := t.TempDir(), [32]byte{1}
	forge := func() {
		own := os.Getenv("XDG_CONFIG_HOME")
		defer os.Setenv("XDG_CONFIG_HOME", own)
		os.Setenv("XDG_CONFIG_HOME", t.TempDir())
		if err := Save(dir, key, []byte("forged")); err != nil {
			t.Fatal(err)
		}
	}
	forge()
	if got, ok := Load(dir, key); ok {
		t.Errorf("a forged result is read: %q", got)
	}
	if err := Save(dir, key, []byte("own")); err != nil {
		t.Fatal(err)
	}
	if got, ok := Load(dir, key); !ok || string(got) != "own" {
		t.Errorf("got %q, %t", got, ok)
	}
	config, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(config, "gibbslab", "memo.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret: %v, %v", info.Mode(), err)
	}
}

// What is no file is not read, nor is a file of a size that nobody has sealed.
func TestPipesDevicesAndHoles(t *testing.T) {
	key := [32]byte{1}
	for name, put := range map[string]func(path string) error{
		"a pipe":          func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a link to zeros": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a folder":        func(path string) error { return os.Mkdir(path, 0o777) },
		"a hole of 8 TiB": func(path string) error {
			return errors.Join(os.WriteFile(path, []byte(magic), 0o666), os.Truncate(path, 8<<40))
		},
		"a longer result":  func(path string) error { return lengthen(path, key) },
		"a shorter result": func(path string) error { return os.Truncate(path, int64(headSize)) },
	} {
		dir := t.TempDir()
		if name == "a shorter result" {
			if err := Save(dir, key, []byte("result")); err != nil {
				t.Fatal(err)
			}
		}
		if err := put(path(dir, key)); err != nil {
			t.Fatal(err)
		}
		if got, ok := Load(dir, key); ok {
			t.Errorf("%s is read as %q", name, got)
		}
	}
}

// lengthen saves a result and makes its file so long that it would not fit into memory.
func lengthen(file string, key [32]byte) error {
	return errors.Join(Save(filepath.Dir(file), key, []byte("result")), os.Truncate(file, 8<<40))
}

func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	key, other := [32]byte{1}, [32]byte{2}
	if _, ok := Load(dir, key); ok {
		t.Fatal("found something in a folder that does not exist")
	}
	want := []byte("result")
	if err := Save(dir, key, want); err != nil {
		t.Fatal(err)
	}
	if got, ok := Load(dir, key); !ok || !bytes.Equal(got, want) {
		t.Errorf("got %q, %t", got, ok)
	}
	if _, ok := Load(dir, other); ok {
		t.Error("found a result under another key")
	}
}

// A file that was cut anywhere, or in which any bit was changed, is no result.
func TestDamage(t *testing.T) {
	dir, key := t.TempDir(), [32]byte{1}
	if err := Save(dir, key, []byte("result")); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path(dir, key))
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(b []byte, what string, at int) {
		if err := os.WriteFile(path(dir, key), b, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, ok := Load(dir, key); ok {
			t.Errorf("%s at %d: read as %q", what, at, got)
		}
	}
	for i := range whole {
		damaged(whole[:i], "cut", i)
		flipped := bytes.Clone(whole)
		flipped[i] ^= 4
		damaged(flipped, "changed", i)
	}
	if err := os.WriteFile(path(dir, key), whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, ok := Load(dir, key); !ok {
		t.Error("the whole file is not read")
	}
}

// Cells that run side by side save the same key; a reader sees nothing or the whole. The first of
// them makes the user's secret, and all use that one.
func TestParallel(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir, key := t.TempDir(), [32]byte{1}
	want := bytes.Repeat([]byte("result"), 10000)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 5 {
				if err := Save(dir, key, want); err != nil {
					t.Error(err)
				}
				if got, ok := Load(dir, key); !ok || !bytes.Equal(got, want) {
					t.Errorf("a reader sees %d bytes, %t", len(got), ok)
				}
			}
		})
	}
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(dir, "*.new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A cell that is killed while it saves leaves the whole result or none, and what it left half
// written is forgotten.
func TestKilledWhileSaving(t *testing.T) {
	dir, key := t.TempDir(), [32]byte{1}
	want := bytes.Repeat([]byte("result"), 1<<18)
	if os.Getenv("MEMO_TEST_SAVE") != "" {
		for {
			if err := Save(os.Getenv("MEMO_TEST_SAVE"), key, want); err != nil {
				t.Fatal(err)
			}
		}
	}
	whole, half := 0, 0
	for i := 0; i < 12 || half == 0 && i < 500; i++ { // whether one is killed while it writes is chance
		cell := exec.Command(os.Args[0], "-test.run=^TestKilledWhileSaving$")
		// it cannot clean up its own temporary folder
		cell.Env = append(os.Environ(), "MEMO_TEST_SAVE="+dir, "TMPDIR="+t.TempDir())
		if err := cell.Start(); err != nil {
			t.Fatal(err)
		}
		// until it writes, and then a little
		for wait := time.Now(); time.Since(wait) < time.Minute; {
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > whole+half {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(i%12) * time.Millisecond)
		cell.Process.Kill()
		cell.Wait()
		got, ok := Load(dir, key)
		if ok && !bytes.Equal(got, want) {
			t.Fatalf("half a result is read: %d bytes", len(got))
		}
		left, _ := filepath.Glob(filepath.Join(dir, "*.new-*"))
		all, _ := filepath.Glob(filepath.Join(dir, "*"))
		half, whole = len(left), len(all)-len(left)
	}
	if half == 0 {
		t.Error("no cell was killed while it wrote")
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.csv"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if n, err := Forget(dir); n != whole || err != nil {
		t.Errorf("forgot %d of %d results: %v", n, whole, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 ||
		filepath.Base(left[0]) != "mine.csv" {
		t.Errorf("left: %v", left)
	}
	if n, err := Forget(filepath.Join(dir, "none")); n != 0 || err != nil {
		t.Errorf("a folder that does not exist: %d, %v", n, err)
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Save(filepath.Join(file, "memo"), [32]byte{}, nil); err == nil {
		t.Error("no error when the folder is a file")
	}
}
