//go:build linux || darwin

package memory

import (
	"math"
	"syscall"
)

// addressSpace is the limit that ulimit -v sets, or +Inf.
func addressSpace() float64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur > math.MaxInt64/2 {
		return math.Inf(1)
	}
	return float64(limit.Cur)
}
