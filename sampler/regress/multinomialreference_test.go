package regress

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// The values are those of statsmodels and numpy: see testdata/multinomial.py.
type voters struct {
	X              [][]float64
	Y              []int
	Beta, Mean, SD []float64 // of the maximum; of the posterior
	Cov            [][]float64
	LogLik         float64 `json:"llf"`
	Effective      float64 // draws
}

func readVoters(t *testing.T) (v voters, g Multinomial) {
	data, err := os.ReadFile("testdata/multinomial.json")
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v, Multinomial{X: v.X, Names: []string{"one", "right", "age", "education"}, Y: v.Y,
		Categories: []string{"Democrat", "independent", "Republican"}}
}

// With a flat prior, LogJoint has its maximum where MNLogit has it, and the same value there.
func TestMultinomialMaximum(t *testing.T) {
	v, g := readVoters(t)
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Init(sampler.Stream("voters", 1, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, away := range []float64{0, 1e-5} { // the second is not the maximum
		copy(s.Beta, v.Beta)
		s.Beta[0] += away
		if lp := m.LogJoint(s); away == 0 && !(math.Abs(lp-v.LogLik) < 1e-9) {
			t.Errorf("the log likelihood is %.12f, and of statsmodels %.12f", lp, v.LogLik)
		}
		gradient := make([]float64, len(v.Beta))
		for k, b := range slices.Clone(s.Beta) {
			h := 1e-3 * v.SD[k]
			s.Beta[k] = b + h
			up := m.LogJoint(s)
			s.Beta[k] = b - h
			gradient[k] = (up - m.LogJoint(s)) / (2 * h)
			s.Beta[k] = b
		}
		step := 0.0 // of Newton's method
		for _, row := range v.Cov {
			step = max(step, math.Abs(dot(row, gradient)))
		}
		t.Logf("%g from the maximum, Newton's step is %.2g", away, step)
		if (step < 1e-6) != (away == 0) {
			t.Errorf("%g from the maximum of statsmodels, Newton's step is %g", away, step)
		}
	}
}

// The posterior with a flat prior is that of importance sampling.
func TestMultinomialPosterior(t *testing.T) {
	turns.Long(t)
	v, g := readVoters(t)
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Seed: 1, Draws: 3000, Warmup: 200})
	if err != nil {
		t.Fatal(err)
	}
	for k := range v.Mean {
		label := "beta[" + g.Categories[1+k/4] + "," + g.Names[k%4] + "]"
		x, err := tr.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		all, ess := slices.Concat(x...), diag.ESSBulk(x)
		z := (diag.Mean(all) - v.Mean[k]) /
			math.Hypot(diag.MCSEMean(x), v.SD[k]/math.Sqrt(v.Effective))
		squares := 0.0
		for _, b := range all {
			squares += (b - v.Mean[k]) * (b - v.Mean[k])
		}
		sd := math.Sqrt(squares / float64(len(all)))
		zSD := (sd/v.SD[k] - 1) / math.Sqrt(1/(2*diag.ESSTail(x))+1/(2*v.Effective))
		t.Logf("%s: %.4f (%.4f), reference %.4f (%.4f), z %.1f and %.1f, %.0f effective draws",
			label,
			diag.Mean(all), sd, v.Mean[k], v.SD[k], z, zSD, ess)
		if !(math.Abs(z) < 4 && math.Abs(zSD) < 4.5 && ess > 500) {
			t.Errorf("%s differs", label)
		}
	}
}
