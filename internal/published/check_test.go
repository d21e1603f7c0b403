package published

import (
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
)

// failures counts errors that are expected.
type failures struct {
	testing.TB
	n int
}

func (f *failures) Errorf(string, ...any) { f.n++ }
func (f *failures) Logf(string, ...any)   {}
func (f *failures) Helper()               {}

// check accepts draws around the published means, and refuses those that are off.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		shift float64
		wrong int
	}{{0, 0}, {0.5, 2}} {
		r := rand.New(rand.NewPCG(1, 2))
		tr := &sampler.Trace{}
		for _, name := range []string{"a", "b"} {
			chains := make([][]float64, 4)
			for k := range chains {
				for range 250 {
					chains[k] = append(chains[k], r.NormFloat64()+c.shift)
				}
			}
			if err := tr.Add(name, chains); err != nil {
				t.Fatal(err)
			}
		}
		p := posterior{published: map[string][2]float64{"a": {0, 0.02}, "b": {0, 0.02}}}
		f := &failures{TB: t}
		if p.check(f, tr); f.n != c.wrong {
			t.Errorf("shifted by %g: %d errors, expected %d", c.shift, f.n, c.wrong)
		}
	}
}
