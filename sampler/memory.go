package sampler

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime/debug"
)

// perChain is what a chain needs before it has recorded anything: a goroutine, a generator, its books.
const perChain = 16 << 10

// checkMemory refuses a run whose draws cannot fit into memory. Without it the process would be killed, and
// in a notebook that is a dead kernel without a message.
func checkMemory[S any](m *Model[S], set Settings) error {
	params := m.params()
	var need, largest, numbers float64
	name, shape := "", []int(nil)
	for _, p := range params {
		n := elements(p.Shape)
		draws := float64(p.of(set.Draws))
		if set.open() {
			draws = min(draws, 1000) // Draws is only a limit
		}
		part := n * (32 + 8*draws)
		if p.Moments {
			part = n * 24
		}
		need, numbers = need+part, numbers+n
		if part > largest {
			largest, name, shape = part, p.Name, p.Shape
		}
	}
	chains := float64(set.Chains)
	if need, have := chains*(perChain+need), memory(); need > have {
		return fmt.Errorf("sampler: this run would need about %s of memory and %s are there: %d chains × %d draws × %.4g "+
			"numbers; the largest parameter is %s, shape %v. Give smaller Settings.Draws or Settings.Chains, or Param.Every "+
			"or Param.Moments for large parameters; where Draws is only a limit, give Settings.MaxTime or Settings.Until. "+
			"The environment variable GOMEMLIMIT sets another limit",
			inUnits(need), inUnits(have), set.Chains, set.Draws, numbers, name, shape)
	}
	return nil
}

// elements is the size of a shape as a float64, which does not overflow.
func elements(shape []int) float64 {
	n := 1.0
	for _, l := range shape {
		n *= float64(l)
	}
	return n
}

// memory is how many bytes a run may use: GOMEMLIMIT if it is set, else what the machine has. Where that
// cannot be found out it is 64 GiB. Tests replace it.
var memory = func() float64 {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return float64(limit)
	}
	var kilobytes float64
	info, _ := os.ReadFile("/proc/meminfo")
	_, rest, _ := bytes.Cut(info, []byte("MemTotal:"))
	if _, err := fmt.Sscanf(string(rest), "%g kB", &kilobytes); err == nil && kilobytes > 0 {
		return kilobytes * 1024
	}
	return 64 << 30
}

// inUnits writes a number of bytes: "1.2 GB".
func inUnits(bytes float64) string {
	const units = "kMGTPE"
	i := -1
	for bytes >= 1000 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	if i < 0 {
		return fmt.Sprintf("%.0f B", bytes)
	}
	return fmt.Sprintf("%.3g %cB", bytes, units[i])
}
