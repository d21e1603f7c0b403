package sampler

import (
	"fmt"

	"gibbslab/internal/memory"
)

// perChain is the memory of a chain that has recorded nothing yet: a goroutine, a generator and its
// records.
const perChain = 16 << 10

// checkMemory refuses a run whose draws cannot fit into memory. Without this check the system would
// kill the process, and in a notebook the kernel would die without a message.
func checkMemory[S any](m *Model[S], set Settings) error {
	params := m.params()
	need, largest, numbers := m.StateBytes, m.StateBytes, 0.0
	what := fmt.Sprintf("the state of a chain takes %s", memory.Format(m.StateBytes))
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
			largest, what = part, fmt.Sprintf("the largest parameter is %s, shape %v", p.Name, p.Shape)
		}
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
