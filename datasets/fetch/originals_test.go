package fetch

import (
	"os"
	"path/filepath"
	"testing"
)

// If the originals are available, their checksums and sizes match the list.
func TestOriginals(t *testing.T) {
	if n := len(Originals()); n != 3 {
		t.Errorf("%d originals, want 3", n)
	}
	for name, s := range Originals() {
		if err := s.check(t.Context()); err != nil || name != s.Name || s.Licence == "" {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		path := filepath.Join("../../../shared/data", name)
		sum, err := fileSHA256(path)
		if err != nil {
			t.Logf("%s is not at hand: %v", name, err)
			continue
		}
		info, err := os.Stat(path)
		if err != nil || sum != s.SHA256 || info.Size() != s.Bytes {
			t.Errorf("%s: %s, %v; listed %s, %d bytes", path, sum, err, s.SHA256, s.Bytes)
		}
	}
}
