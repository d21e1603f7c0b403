//go:build unix

package memo

import (
	"os"
	"testing"
)

// A file in the folder of results is the one that was saved, or none.
func FuzzLoad(f *testing.F) {
	key := [32]byte{7}
	dir := f.TempDir()
	if err := Save(dir, key, []byte("result")); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path(dir, key))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:headSize])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(path(dir, key), file, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := Load(dir, key); ok && string(got) != "result" {
			t.Errorf("%q was never saved", got)
		}
	})
}
