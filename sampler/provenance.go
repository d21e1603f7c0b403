package sampler

import (
	"encoding/hex"
	"reflect"
	"runtime"
	"slices"

	"gibbslab/internal/snapshot"
)

// A Provenance says how [Run] made a trace. Two runs with the same Provenance on machines of one
// kind have the same draws, bit for bit, unless the code of a block has changed.
type Provenance struct {
	Version, Go, Machine string // of this library, of Go, and such as linux/amd64
	Seed                 uint64
	First, Chains        int
	Warmup, Thin         int
	Blocks               []string
	Data                 string // SHA-256 of Model.Data; empty if there are none
}

// provenanceOf describes a run.
func provenanceOf(m *anyModel, set Settings) *Provenance {
	p := &Provenance{Version: version, Go: runtime.Version(), Machine: runtime.GOOS + "/" +
		runtime.GOARCH, Seed: set.Seed, First: set.First, Chains: set.Chains, Warmup: set.Warmup,
		Thin: set.Thin}
	for _, b := range m.Blocks {
		p.Blocks = append(p.Blocks, b.Name)
	}
	if m.Data != nil {
		if sum, err := snapshot.Digest(m.Data); err == nil {
			p.Data = hex.EncodeToString(sum[:])
		}
	}
	return p
}

func (t *Trace) madeBy(p *Provenance) *Trace {
	if t != nil {
		t.made = p
	}
	return t
}

// Provenance says how the trace was made. It is false for draws that [Run] did not make, and for
// chains of different runs.
func (t *Trace) Provenance() (Provenance, bool) {
	if t == nil || t.made == nil {
		return Provenance{}, false
	}
	p := *t.made
	p.Blocks = slices.Clone(p.Blocks)
	return p, true
}

// joined is the provenance of the chains of two runs; nil if they differ in more than their chains.
func (p *Provenance) joined(q *Provenance) *Provenance {
	if p == nil || q == nil || q.First != p.First+p.Chains {
		return nil
	}
	both, rest := *p, *q
	rest.First, rest.Chains = p.First, p.Chains
	if !reflect.DeepEqual(both, rest) {
		return nil
	}
	both.Chains += q.Chains
	return &both
}
