// Package turns divides what takes too long for one run of `make long` among commits.
package turns

import (
	"crypto/sha256"
	"encoding/binary"
	"os"
	"os/exec"
	"path"
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
	had.Store(t.Name(), true)
}

// Rare is Long for a test of many minutes, whose turn comes at one commit of twelve.
func Rare(t *testing.T) {
	t.Helper()
	if Long(t); !Of("rare "+t.Name(), 3) {
		t.Skip("rare")
	}
}

// had has the names of tests that were not skipped.
var had sync.Map

// Short says whether a test takes its short form: with -short, and with TURNS=commit at three
// commits of four. Where the turn of a test has come, it has come for its parts, too: their short
// form may be too weak.
func Short(t testing.TB) bool {
	if testing.Short() {
		return true
	}
	for name := t.Name(); name != "."; name = path.Dir(name) {
		if _, on := had.Load(name); on {
			return false
		}
	}
	return !Of(filepath.Base(os.Args[0])+t.Name(), 4)
}

// Of says whether a case runs. With TURNS=commit in the environment, as `make long` has it, that is
// at one commit in n, over many commits, and no two cases have the same turns. Without git the day
// counts.
func Of(name string, n int) bool {
	return os.Getenv("TURNS") != "commit" || at(commit(), name, n)
}

// Part says whether part i of n parts of a test runs. With TURNS=commit each commit has one part,
// and none takes much longer than others.
func Part(name string, i, n int) bool {
	return os.Getenv("TURNS") != "commit" || number(commit(), name, n) == i%n
}

func at(commit, name string, n int) bool { return number(commit, name, n) == 0 }

func number(commit, name string, n int) int {
	digest := sha256.Sum256([]byte(commit + name))
	return int(binary.LittleEndian.Uint64(digest[:]) % uint64(n))
}

var commit = sync.OnceValue(func() string {
	head, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return time.Now().Format(time.DateOnly)
	}
	return string(head)
})
