//go:build linux || darwin

package memory

import (
	"fmt"
	"math"
	"os"
	"syscall"
)

// addressSpace is what the limit that ulimit -v sets has left, or +Inf.
func addressSpace() float64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur > math.MaxInt64/2 {
		return math.Inf(1)
	}
	text, _ := os.ReadFile("/proc/self/statm")
	pages := 0.0 // in use: a Go program reserves a gigabyte at its start
	fmt.Sscan(string(text), &pages)
	const arenas = 2 * 64 << 20 // the Go runtime takes address space in pieces of 64 MiB
	return float64(limit.Cur) - pages*float64(os.Getpagesize()) - arenas
}
