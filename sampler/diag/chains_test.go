package diag

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// ChainSpec describes deterministic chains: AR(1) with coefficient Phi, bent by Kind. It is the
// twin of testdata/chains.py, bit for bit.
type ChainSpec struct {
	Kind          string
	Phi           float64
	Chains, Draws int
	Seed          uint64
}

// splitMix is splitmix64 (Steele, Lea & Flood 2014).
type splitMix uint64

func (s *splitMix) Next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

// noise is the sum of twelve uniforms less 6: nearly standard normal, and exact.
func (s *splitMix) noise() float64 {
	sum := int64(-6 << 32)
	for range 12 {
		sum += int64(s.Next() >> 32)
	}
	return float64(sum) / (1 << 32)
}

func (s ChainSpec) Make() [][]float64 {
	bits := splitMix(s.Seed)
	x := make([][]float64, s.Chains)
	for c := range x {
		x[c] = make([]float64, s.Draws)
		ar := 3 * bits.noise()
		for i := range x[c] {
			ar = float64(s.Phi*ar) + bits.noise() // the conversion forbids a fused multiply-add
			x[c][i] = s.bend(ar, c, i, &bits)
		}
	}
	return x
}

func (s ChainSpec) bend(v float64, chain, i int, bits *splitMix) float64 {
	switch s.Kind {
	case "normal":
		return v
	case "rounded":
		return math.Floor(float64(v*10)+0.5) / 10
	case "counts":
		return max(0, math.Floor(v))
	case "binary":
		if v > 0.3 {
			return 1
		}
		return 0
	case "heavy":
		return v / bits.noise()
	case "apart":
		return v + float64(chain)/2
	case "wide":
		return v * float64(chain+1)
	case "constant":
		return 2.5
	case "one stuck":
		if chain == 0 {
			return 0.5
		}
		return v
	case "all stuck":
		return float64(chain)
	case "alternating":
		return float64(i % 2)
	case "coin":
		return float64((i/3 + chain) % 2)
	case "tiny":
		return v / (1 << 60)
	}
	panic("no such kind of chain: " + s.Kind)
}

// digest identifies chains by their bits.
func digest(x [][]float64) string {
	h := sha256.New()
	for _, c := range x {
		for _, v := range c {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// invarianceChains have 4 × 150 draws. (600−1)/20 is not whole, so no quantile falls on a draw, and
// x ≤ q and x ≥ q are complements.
func invarianceChains() [][]float64 {
	return ChainSpec{Kind: "normal", Phi: 0.6, Chains: 4, Draws: 150, Seed: 1}.Make()
}
