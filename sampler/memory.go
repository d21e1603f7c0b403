package sampler

import (
	"fmt"
	"os"

	"gibbslab/internal/memory"
)

// perChain is the memory of a chain that has recorded nothing yet: a goroutine, a generator and its
// records.
const perChain = 16 << 10

// Writing a checkpoint takes this many times the memory of the draws, and reading one as well takes
// this many times, as measured: encoding/gob keeps several copies.
const saving, resuming = 6.5, 10

// checkMemory refuses a run that cannot fit into memory. Without this check the system would kill
// the process, and in a notebook the kernel would die without a message.
func checkMemory(m *anyModel, set Settings) error {
	params := m.params()
	need, largest, numbers := m.StateBytes, m.StateBytes, 0.0
	copies := 0.0
	if set.Checkpoint != "" {
		copies = saving
		if _, err := os.Stat(set.Checkpoint); err == nil {
			copies = resuming
		}
	}
	what := fmt.Sprintf("the state of a chain takes %s", memory.Format(m.StateBytes))
	for _, p := range params {
		n := elements(p.Shape)
		draws := float64(p.of(set.expected()))
		part := n * (80 + 8*draws*(1+copies)) // slices of the chain and of the trace, and the draws
		if p.Moments {
			part = n * 24
		}
		need, numbers = need+part, numbers+n
		if part > largest {
			largest, what = part, fmt.Sprintf("the largest parameter is %s, shape %v", p.Name, p.Shape)
		}
	}
	if copies > 0 {
		what += fmt.Sprintf("; Settings.Checkpoint takes %.3g times the memory of the draws", copies)
	}
	chains := float64(set.Chains)
	if need, have := chains*(perChain+need), memoryLimit(); need > have {
		return fmt.Errorf("sampler: this run would need about %s of memory, but only %s is "+
			"available: %d chains × %d draws × %.4g numbers; %s. Give smaller Settings.Draws or "+
			"Settings.Chains, or Param.Every or Param.Moments for large parameters; where Draws "+
			"is only a limit, give Settings.MaxTime or Settings.Until",
			memory.Format(need), memory.Format(have), set.Chains, set.Draws, numbers, what)
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

// memoryLimit is how many bytes a run may use. Tests replace it.
var memoryLimit = memory.Limit
