package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestReadLines(t *testing.T) {
	for text, want := range map[string][]string{
		"one\ntwo":              {"one", "two"},
		"\ufeffone\r\n\ntwo\n":  {"one", "", "two"},
		"\n":                    {""},
		"one\rtwo\r\rthree\r":   {"one", "two", "", "three"},
		"one\r\ntwo\rthree\n\r": {"one", "two", "three", ""},
	} {
		if got, err := ReadLines(write(t, "texts", text)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	_, err := ReadLines(write(t, "texts", ""))
	wantError(t, err, "no data")
	_, err = ReadLines(write(t, "texts", "fine\ncaf\xe9\n"))
	wantError(t, err, "line 2: not UTF-8", "Latin-1")
	_, err = ReadLines("none")
	wantError(t, err, "check the path")
	_, err = ReadLines(t.TempDir())
	wantError(t, err, "is a directory")
}

func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b.txt": "two\n", "a/c.txt": "\ufeffone",
		".hidden": "x", ".git/y": "x", "empty": ""} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	texts, names, err := ReadDir(dir)
	if err != nil || !slices.Equal(texts, []string{"one", "two\n", ""}) ||
		!slices.Equal(names, []string{"a/c.txt", "b.txt", "empty"}) {
		t.Errorf("%q %q %v", texts, names, err)
	}
	for i := range 12 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("bad", i)), []byte("caf\xe9"),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = ReadDir(dir)
	wantError(t, err, "bad0 is not text in UTF-8", "no more than ten errors")
	_, _, err = ReadDir(t.TempDir())
	wantError(t, err, "has no files")
	_, _, err = ReadDir("none")
	wantError(t, err, "check the path")
	_, _, err = ReadDir(write(t, "file", "x"))
	wantError(t, err, "is not a folder")
}

func TestReadCSVTexts(t *testing.T) {
	path := write(t, "sms.csv", "label,text\nham,\"Ok, lar\n\"\"Joking\"\"\"\nspam,\nham,caf\u00e9\n")
	texts, err := ReadCSVTexts(path, "text")
	if err != nil || !slices.Equal(texts, []string{"Ok, lar\n\"Joking\"", "", "café"}) {
		t.Errorf("%q, %v", texts, err)
	}
	if labels, err := ReadCSVTexts(path, "1"); err != nil ||
		!slices.Equal(labels, []string{"ham", "spam", "ham"}) {
		t.Errorf("%q, %v", labels, err)
	}
	for text, want := range map[string]string{
		"":                     "no data",
		"a,b\n":                "no data: there is no line below the names",
		"a,b\n1,2\n1,2,3\n":    "line 3: 3 field(s), expected 2 as in the first line",
		"b,b\n1,2\n":           `line 1: two columns are called "b"`,
		"a,c\n1,2\n":           `no column "b"`,
		"a,b\n1,\"x\n":         "line 2",
		"a,b\n1,caf\xe9\n":     "not UTF-8",
		"a\x00,b\nx\x00,caf\n": "zero byte",
	} {
		_, err := ReadCSVTexts(write(t, "x.csv", text), "b")
		wantError(t, err, want, "x.csv")
	}
	_, err = ReadCSVTexts("none", "")
	wantError(t, err, "check the path")
}
