package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, content := range []string{"one", "", "two"} {
		if err := WriteFile(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(path); string(b) != content {
			t.Errorf("%q, want %q", b, content)
		}
	}
	if list := names(t, dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	if err := WriteFile(filepath.Join(dir, "gone", "a"), nil); err == nil {
		t.Error("written into a folder that is not there")
	}
}

// A link stays a link, whether or not there is a file at its end.
func TestSymbolicLink(t *testing.T) {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "far"), 0o700)
	link, loop := filepath.Join(dir, "link"), filepath.Join(dir, "loop")
	if err := os.Symlink(filepath.Join("far", "file"), link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	os.Symlink("loop", loop)
	for _, content := range []string{"one", "two"} {
		if err := WriteFile(link, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(filepath.Join(dir, "far", "file")); string(b) != content {
			t.Errorf("%q, want %q", b, content)
		}
		if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 {
			t.Error("the link was replaced")
		}
	}
	for _, path := range []string{loop, dir, os.DevNull} {
		if err := WriteFile(path, nil); err == nil {
			t.Errorf("%s was written", path)
		}
	}
}

// Files left by a killed process are removed. Files that may be being written, and files of others,
// are not.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	for name, when := range map[string]time.Time{
		"a": old, "a.new-123": old, "a.new-77": time.Now().Add(time.Hour), "a.new-x1": old,
		"ab.new-1": old, "a.new-": old,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	Clean(filepath.Join(dir, "a"))
	if list := names(t, dir); len(list) != 5 || list[1] != "a.new-" || list[2] != "a.new-77" {
		t.Errorf("there are %v", list)
	}
}

// A new file is for those whom the umask lets read. Another file keeps its permissions.
func TestPermissions(t *testing.T) {
	folder := t.TempDir()
	plain, file := filepath.Join(folder, "plain"), filepath.Join(folder, "file")
	if err := errors.Join(os.WriteFile(plain, nil, 0o666), WriteFile(file, []byte("a"))); err != nil {
		t.Fatal(err)
	}
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if mode(file) != mode(plain) {
		t.Errorf("%v, expected %v", mode(file), mode(plain))
	}
	for _, want := range []os.FileMode{0o600, 0o644} {
		if err := errors.Join(Replace(file, []byte("b"), want), WriteFile(file, nil)); err != nil {
			t.Fatal(err)
		}
		if mode(file) != want {
			t.Errorf("%v, expected %v", mode(file), want)
		}
	}
}
