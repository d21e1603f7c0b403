package memo

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

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

// Cells that run side by side save the same key; a reader sees nothing or the whole.
func TestParallel(t *testing.T) {
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
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A cell that is killed while it saves leaves the whole result or none, and what it left half written is forgotten.
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
	for i := range 12 {
		cell := exec.Command(os.Args[0], "-test.run=^TestKilledWhileSaving$")
		cell.Env = append(os.Environ(), "MEMO_TEST_SAVE="+dir)
		if err := cell.Start(); err != nil {
			t.Fatal(err)
		}
		for wait := time.Now(); time.Since(wait) < 5*time.Second; { // until it writes, and then a little
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > whole+half {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(i) * time.Millisecond)
		cell.Process.Kill()
		cell.Wait()
		got, ok := Load(dir, key)
		if ok && !bytes.Equal(got, want) {
			t.Fatalf("half a result is read: %d bytes", len(got))
		}
		left, _ := filepath.Glob(filepath.Join(dir, "*.tmp"))
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
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 || filepath.Base(left[0]) != "mine.csv" {
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
