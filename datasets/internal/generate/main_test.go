package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// If the originals are available, the embedded files equal the result byte for byte; a compressed
// text does when it is unpacked, because versions of Go compress differently. (Package datasets
// checks the embedded counts everywhere.)
func TestEmbeddedFilesAreMadeFromTheOriginals(t *testing.T) {
	for _, m := range made {
		committed, err := os.ReadFile(filepath.Join("../..", m.file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join("../../../../shared/data", m.original))
		if err != nil {
			t.Logf("%s is not at hand: %v", m.original, err)
			continue
		}
		got, err := m.make(string(text))
		if err != nil {
			t.Errorf("%s: %v", m.original, err)
		}
		if !bytes.Equal(unzipped(t, got), unzipped(t, committed)) {
			t.Errorf("%s: %d bytes committed, but %s gives %d others; run go generate ./datasets",
				m.file, len(committed), m.original, len(got))
		}
	}
}

func TestMalformedOriginals(t *testing.T) {
	if all, err := addresses("no archive"); err == nil {
		t.Errorf("%d addresses of no archive", len(all))
	}
	for _, text := range []string{"", "Label,Message\n", "Label,Message\neggs,hello\n",
		"Label,Message\nham\n", "\"", "a\nham\n"} {
		if data, err := smsSpam(text); err == nil {
			t.Errorf("%q gives %d bytes", text, len(data))
		}
	}
}

// unzipped is the content of a gzip file, or the data if it is something else.
func unzipped(t *testing.T, data []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
