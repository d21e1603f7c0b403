package datasets

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Lines are read correctly, and a vocabulary that was read can be written and read again. (A word
// with \r could be read but not written.)
func FuzzLines(f *testing.F) {
	for _, text := range []string{"a\nb\r\nc\rd", "\ufeffa\r", "\r\n\r", "\x1f\x8b", "a\x00",
		"caf\xe9\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := newLines("x", strings.NewReader(text))
		for l.next() {
			if strings.ContainsAny(l.text, "\r\n\x00") {
				t.Fatalf("%q is read as the line %q", text, l.text)
			}
		}
		if err := l.end(); err != nil && !strings.Contains(err.Error(), "file x, line ") {
			t.Fatal(err)
		}
		path := write(t, "words", text)
		words, err := readVocabulary(path)
		// a second byte order mark
		if err != nil || len(words) == 0 || strings.HasPrefix(words[0], "\ufeff") {
			return
		}
		again, err := readVocabulary(write(t, "words", strings.Join(words, "\n")))
		if err != nil || !slices.Equal(words, again) {
			t.Fatalf("%q written and read is %q, %v", words, again, err)
		}
	})
}

func FuzzFrame(f *testing.F) {
	for _, text := range []string{"a,b\n1,2\n", "b\r\"x\ny\"\r", "b;c\n\"\"\"\";1\n", "b\tc\n\t\n",
		"b\n\"\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read := &Frame{}
		err := read.parse([]byte(text))
		if err == nil && (read.Len() == 0 || read.Len() > len(text)) {
			t.Fatalf("%d rows of %q", read.Len(), text)
		}
	})
}

// Whatever is read as an object is one for encoding/json, with the same names.
func FuzzObject(f *testing.F) {
	for _, text := range []string{`{"a": 1, "b": ["x", true]}`, `{}`, `{"a": null} `, `{"a": {}}`,
		`{"a": 1}{`, `{"\u0061": "\ud800", "a": 2}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		names, values, err := parseObject(text)
		if err != nil {
			return
		}
		object := map[string]any{}
		if err := json.Unmarshal([]byte(text), &object); err != nil || len(object) < len(names) ||
			len(names) != len(values) {
			t.Fatalf("%q is read as %q, %q; encoding/json says %v, %v", text, names, values, object, err)
		}
	})
}
