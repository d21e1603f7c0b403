package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSealed(t *testing.T) {
	const first = "a format 1\n"
	path := filepath.Join(t.TempDir(), "a")
	read := func(content string) (string, error) {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		data, err := ReadSealed(path, first, 1000)
		return string(data), err
	}
	good := string(Seal(first, []byte("data")))
	if data, err := read(good); err != nil || data != "data" {
		t.Errorf("%q, %v", data, err)
	}
	if data, err := read(string(Seal(first, nil))); err != nil || data != "" {
		t.Errorf("%q, %v", data, err)
	}
	for _, damaged := range []string{good[:len(good)-1], good + "x", first,
		strings.Replace(good, "data", "date", 1)} {
		if _, err := read(damaged); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q is read: %v", damaged, err)
		}
	}
	for content, begins := range map[string]string{"a format 2\nx": "a format 2\n", "a": "a", "": ""} {
		other := OtherFormat("none")
		if _, err := read(content); !errors.As(err, &other) || string(other) != begins {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := read(good + strings.Repeat("x", 1000)); err == nil ||
		!strings.Contains(err.Error(), "more than fits into memory") {
		t.Error(err)
	}
	if _, err := ReadSealed(path+"x", first, 1000); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
