package regress

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

type density = func(d *sampler.Draw, i int, y float64) float64

// The log likelihood of an observation is the density of its family, with all constants.
func TestLogLik(t *testing.T) {
	x := [][]float64{{1, 0.2}, {1, -0.7}, {1, 1.4}, {1, 0.1}, {1, -1.1}, {1, 0.6}}
	offset := []float64{0.3, 0, -0.4, 0.9, 0.1, -0.2}
	eta := func(d *sampler.Draw, i int) float64 {
		beta := d.Array("beta")
		return offset[i] + x[i][0]*beta[0] + x[i][1]*beta[1]
	}
	counts, trials := []float64{3, 0, 5, 2, 1, 4}, []float64{5, 4, 6, 2, 3, 9}
	choose := func(d *sampler.Draw, i int, y float64) float64 {
		p := 1 / (1 + math.Exp(-eta(d, i)))
		return distuv.Binomial{N: trials[i], P: p}.LogProb(y)
	}
	for name, c := range map[string]struct {
		family Family
		y      []float64
		want   density
	}{
		"normal": {Normal{Scale: 1}, counts, func(d *sampler.Draw, i int, y float64) float64 {
			return distuv.Normal{Mu: eta(d, i), Sigma: d.Scalar("sigma")}.LogProb(y)
		}},
		"Student": {Student{Scale: 1}, counts, func(d *sampler.Draw, i int, y float64) float64 {
			return distuv.StudentsT{Mu: eta(d, i), Sigma: d.Scalar("sigma"), Nu: d.Scalar("df")}.
				LogProb(y)
		}},
		"probit": {Probit{}, []float64{1, 0, 1, 0, 0, 1}, func(
			d *sampler.Draw, i int, y float64,
		) float64 {
			return math.Log(distuv.UnitNormal.CDF((2*y - 1) * eta(d, i)))
		}},
		"logit": {Logit{Trials: trials}, counts, choose},
		"Poisson": {Poisson{}, counts, func(d *sampler.Draw, i int, y float64) float64 {
			return distuv.Poisson{Lambda: math.Exp(eta(d, i))}.LogProb(y)
		}},
		"negative binomial": {NegativeBinomial{}, counts, func(
			d *sampler.Draw, i int, y float64,
		) float64 {
			size, mean := d.Scalar("size"), math.Exp(eta(d, i))
			lg := func(v float64) float64 { a, _ := math.Lgamma(v); return a }
			return lg(y+size) - lg(size) - lg(y+1) + size*math.Log(size/(size+mean)) +
				y*math.Log(mean/(size+mean))
		}},
	} {
		reg := Regression{X: x, Y: append([]float64(nil), c.y...), Family: c.family,
			Offset: offset, Prior: Prior{SD: []float64{2}}, Missing: &Missing{}}
		reg.Y[1] = math.NaN() // missing
		m, err := reg.Model()
		if err != nil {
			t.Fatal(err)
		}
		tr, err := sampler.Run(t.Context(), m, sampler.Settings{Chains: 2, Draws: 20, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := reg.LogLik(tr)
		if err != nil {
			t.Fatal(name, err)
		}
		rows := []int{0, 2, 3, 4, 5}
		want, err := criticism.Pointwise(tr, len(rows), func(d *sampler.Draw, k int) float64 {
			return c.want(d, rows[k], reg.Y[rows[k]])
		})
		if err != nil {
			t.Fatal(err)
		}
		a, errA := got.Total()
		b, errB := want.Total()
		if errA != nil || errB != nil || got.Len() != 5 {
			t.Fatal(name, errA, errB, got.Len())
		}
		if d := mat.NewVecDense(len(a), a); !mat.EqualApprox(d, mat.NewVecDense(len(b), b), 1e-9) {
			t.Errorf("%s: %v, want %v", name, a[:3], b[:3])
		}
		loo, err := criticism.LOO(got)
		if err != nil || loo.Points[1].Name != "2" {
			t.Error(name, loo, err)
		}
	}
}

func TestLogLikOfAnotherTrace(t *testing.T) {
	m, err := Regression{X: [][]float64{{1}, {1}, {1}}, Y: []float64{1, 2, 4}}.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Draws: 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Regression{X: [][]float64{{1, 2}, {1, 3}}, Y: []float64{1, 2}}.LogLik(tr)
	if err != nil {
		t.Fatal(err)
	}
	_, err = criticism.LOO(l)
	if err == nil || !strings.Contains(err.Error(), "give the trace of this model") {
		t.Error(err)
	}
	if _, err := (Regression{X: [][]float64{{1}, {1}}, Y: []float64{1}}).LogLik(tr); err == nil {
		t.Error("a y for each row is not asked for")
	}
}
