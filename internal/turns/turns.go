// Package turns divides what takes too long for one run of `make long` among commits.
package turns

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"os/exec"
	"sync"
	"time"
)

var all = flag.Bool("all", false, "do not leave cases of long tests to other commits")

// Of says whether a case runs at this commit. Over many commits that is one time in n, and no two
// cases have the same turns. Without git the day counts. The flag -all takes all cases.
func Of(name string, n int) bool { return *all || at(commit(), name, n) }

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
