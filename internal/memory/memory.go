// Package memory says how much memory a program may use, for estimates made before anything is
// allocated. The system kills a program that runs out of memory, and in a notebook the kernel dies
// without a message.
package memory

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
)

// Limit is the number of bytes that this process may use: the smallest of GOMEMLIMIT, what
// ulimit -v has left, the limit of its container and the memory of the machine. If none of them can
// be determined, it is 64 GiB.
func Limit() float64 {
	least := math.Inf(1)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		least = float64(limit)
	}
	least = min(least, addressSpace())
	for _, file := range []string{"/sys/fs/cgroup/memory.max",
		"/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, _ := os.ReadFile(file)
		if limit, err := strconv.ParseFloat(string(bytes.TrimSpace(text)), 64); err == nil && limit > 0 {
			least = min(least, limit)
		}
	}
	info, _ := os.ReadFile("/proc/meminfo")
	_, total, _ := bytes.Cut(info, []byte("MemTotal:"))
	var kibibytes float64
	if _, err := fmt.Sscanf(string(total), "%g kB", &kibibytes); err == nil && kibibytes > 0 {
		least = min(least, kibibytes*1024)
	}
	if math.IsInf(least, 1) {
		return 64 << 30
	}
	return least
}

// Room is an error if this many bytes are more than the process may use.
func Room(need float64) error {
	if have := Limit(); !(need <= have) {
		return fmt.Errorf("that takes %s of memory, and only %s is available", Format(need), Format(have))
	}
	return nil
}

// Format writes a number of bytes: "1.2 GB".
func Format(bytes float64) string {
	const units = "kMGTPE"
	i := -1
	for bytes >= 999.5 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	if i < 0 {
		return fmt.Sprintf("%.0f B", bytes)
	}
	return fmt.Sprintf("%.3g %cB", bytes, units[i])
}
