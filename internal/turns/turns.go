// Package turns divides what takes too long for one run of `make long` among commits.
package turns

import (
	"crypto/sha256"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Long skips a test that takes long, where [Short] says so.
func Long(t *testing.T) {
	t.Helper()
	if Short(t) {
		t.Skip("long")
	}
}

// Short says whether a test takes its short form: with -short, and with TURNS=commit at three
// commits of four.
func Short(t testing.TB) bool {
	return testing.Short() || !Of(filepath.Base(os.Args[0])+t.Name(), 4)
}

// Of says whether a case runs. With TURNS=commit in the environment, as `make long` has it, that is
// at one commit in n, over many commits, and no two cases have the same turns. Without git the day
// counts.
func Of(name string, n int) bool {
	return os.Getenv("TURNS") != "commit" || at(commit(), name, n)
}

func at(commit, name string, n int) bool {
	digest := sha256.Sum256([]byte(commit + name))
	return binary.LittleEndian.Uint64(digest[:])%uint64(n) == 0
}

var commit = sync.OnceValue(func() string {
	head, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return time.Now().Format(time.DateOnly)
	}
	return string(head)
})
