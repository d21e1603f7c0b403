package mixture

import (
	"math"
	"slices"
	"testing"

	"gibbslab/datasets"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// The same model on all 82 galaxies, in the variant with 26.690: P(K = 3 … 8) from the project's
// issue on mixtures and from its notes on engines, section C.3 (b). Another program computed them,
// with standard errors of up to .0012. All algorithms must agree with them, and so with each other.
var galaxyPK = []float64{.0016, .0131, .0809, .2034, .2679, .2226}

func TestGalaxies(t *testing.T) {
	turns.Long(t)
	f := family(t, tenPrior, datasets.Galaxies(), nil)
	draws, tolerance := 1200, 0.005
	if *long {
		draws = 600_000
	}
	means := map[string][]float64{}
	for name, model := range algorithms(DP{Alpha: 1}, f) {
		m, err := model()
		tr := run(t, only(m, "clusters"), err, sampler.Settings{Draws: draws, Seed: 2})
		chains, err := tr.Chains("clusters")
		if err != nil {
			t.Fatal(err)
		}
		var got []float64
		for i, want := range galaxyPK {
			p, se := frequency(chains, i+3)
			got = append(got, p)
			limit := tolerance
			if !*long {
				limit += 4 * se // a short run
				if want*float64(4*draws) < 20 {
					continue // too short for this
				}
			}
			if !(math.Abs(p-want) <= limit) {
				t.Errorf("%s: P(K = %d) is %.4f, want %.4f ± %.3f", name, i+3, p, want, limit)
			}
		}
		means[name] = got
		t.Logf("%s: P(K = 3 … 8) = %.4f, ESS %.0f", name, got, diag.ESSMean(chains))
	}
	if !*long {
		return
	}
	for a, x := range means {
		for b, y := range means {
			for i := range x {
				if math.Abs(x[i]-y[i]) > tolerance {
					t.Errorf("P(K = %d) is %.4f by %s and %.4f by %s", i+3, x[i], a, y[i], b)
				}
			}
		}
	}
}

// frequency is the fraction of draws that are k, and its standard error.
func frequency(chains [][]float64, k int) (p, se float64) {
	is := make([][]float64, len(chains))
	for c := range chains {
		is[c] = make([]float64, len(chains[c]))
		for d, v := range chains[c] {
			is[c][d] = indicator(int(v) == k)
		}
	}
	return meanOf(is)
}

// meanOf is the mean of draws, and its standard error.
func meanOf(chains [][]float64) (mean, se float64) {
	return diag.Mean(slices.Concat(chains...)), diag.MCSEMean(chains)
}

// Richardson & Green's prior on the galaxies, in the variant with 26.960: p(k = 3 … 8) of the
// notes, section C.3 (c), whose standard errors are up to .0013. Algorithm 8, and p(k | clusters)
// from MFM.Given.
var greenPK = []float64{.059, .133, .188, .195, .159, .110}

func TestRichardsonGreen(t *testing.T) {
	x := datasets.Galaxies()
	x[77] = 26.960
	f := RichardsonGreen(x).Family(x, nil)
	mfm := MFM{K: make([]float64, 30)}
	for k := range mfm.K {
		mfm.K[k] = 1
	}
	draws := 3000
	if *long {
		draws = 1_500_000
	}
	m, err := Neal8(mfm, f, 2)
	tr := run(t, only(m, "clusters"), err, sampler.Settings{Draws: draws, Seed: 3})
	chains, err := tr.Chains("clusters")
	if err != nil {
		t.Fatal(err)
	}
	given := make([][]float64, 32)
	for k := range given {
		if k > 0 && k <= 30 {
			if given[k], err = mfm.Given(k, len(x)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var got []float64
	for i, want := range greenPK {
		k := i + 3
		rb := make([][]float64, len(chains))
		for c := range chains {
			rb[c] = make([]float64, len(chains[c]))
			for d, v := range chains[c] {
				rb[c][d] = given[int(v)][k-1]
			}
		}
		mean, se := meanOf(rb)
		got = append(got, mean)
		limit := 0.005
		if !*long {
			limit += 4 * se
		}
		if !(math.Abs(mean-want) <= limit) {
			t.Errorf("p(k = %d) is %.4f (%.4f), want %.3f ± %.3f", k, mean, se, want, limit)
		}
	}
	t.Logf("p(k = 3 … 8) = %.4f", got)
}
