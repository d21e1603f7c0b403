//go:build linux || darwin

package frame

import (
	"fmt"
	"os"
	"syscall"
)

// limit bounds the address space and the processor time of this process. Beyond the time the system
// kills it.
func limit(mib, cpu uint64) {
	for resource, most := range map[int]uint64{syscall.RLIMIT_AS: mib << 20, syscall.RLIMIT_CPU: cpu} {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			fmt.Fprintln(os.Stderr, "the limits cannot be set:", err)
		}
	}
}
