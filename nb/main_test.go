package nb

import (
	"os"
	"testing"
)

// TestMain keeps the tests away from the secret of whoever runs them.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "nb")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CONFIG_HOME", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
