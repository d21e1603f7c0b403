package criticism

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gibbslab/internal/memory"
	"gibbslab/sampler"
)

// Match replaces the terms of [LOO] that cannot be trusted by moment matching. Nothing is sampled
// again: the draws are shifted, scaled and turned until they have the mean and the covariance of
// the posterior without the observation, and weighted. A term stays as it was if its k̂ is still
// above the limit; then [Elpd.Refit] is left.
//
// at and logDensity are those of [Bridge]: the parameters of a draw in coordinates without bounds,
// and the log joint density there, here up to a constant. logLik is the log likelihood of
// observation i there, as LOO was given it.
//
// Source: Paananen, Piironen, Bürkner & Vehtari, "Implicitly adaptive importance sampling",
// Statistics and Computing 31 (2021) 16, arXiv:1906.08850.
func (e *Elpd) Match(
	tr *sampler.Trace, dim int, at func(d *sampler.Draw, x []float64),
	logDensity func(x []float64) float64, logLik func(x []float64, i int) float64,
) (*Elpd, error) {
	if tr == nil || at == nil || logDensity == nil || logLik == nil || dim < 1 {
		return nil, errors.New("criticism: Match needs a trace, at least one coordinate, and the three " +
			"functions")
	}
	if err := memory.Room(16 * float64(dim) * float64(dim)); err != nil {
		return nil, fmt.Errorf("criticism: Match: the covariance of %d coordinates: %w; use Refit", dim,
			err)
	}
	rows, err := tr.Replicate(sampler.Stream("criticism", 0, 0), 0, dim,
		func(_ *rand.Rand, d *sampler.Draw, x []float64) { at(d, x) })
	if err != nil {
		return nil, fmt.Errorf("criticism: Match: %w", err)
	}
	m := &matcher{draws: mat.NewDense(len(rows), dim, nil), log: logDensity}
	for s, x := range rows {
		m.draws.SetRow(s, x)
		m.before = append(m.before, logDensity(x))
	}
	return e.replace("by moment matching", func(i int, fold []int) (Point, []float64, error) {
		m.one = func(x []float64) (sum float64) {
			for _, j := range fold {
				sum += logLik(x, j)
			}
			return sum
		}
		if len(rows) != e.Draws {
			return Point{}, nil, fmt.Errorf("Match was given %d draws, and LOO %d: give the same trace",
				len(rows), e.Draws)
		}
		x, err := e.loglik.observation(i)
		if err != nil {
			return Point{}, nil, err
		}
		for s, v := range x {
			if got := m.one(rows[s]); !(math.Abs(got-v) <= 1e-6*(1+math.Abs(v))) {
				return Point{}, nil, fmt.Errorf("in draw %d logLik is %g, and LOO was given %g: check the "+
					"order of the observations and the coordinates", s, got, v)
			}
		}
		return m.match(e.loglik.relESS, e.Points[i].K, e.Limit)
	})
}

// A matcher moves draws to the posterior without an observation.
type matcher struct {
	draws  *mat.Dense // draws × coordinates
	before []float64  // their log densities
	log    func(x []float64) float64
	one    func(x []float64) float64 // the log likelihood of the observation
}

func (m *matcher) match(relESS, k, limit float64) (Point, []float64, error) {
	n, dim := m.draws.Dims()
	identity := mat.NewDiagDense(dim, nil)
	for j := range dim {
		identity.SetDiag(j, 1)
	}
	all := affine{mat.DenseCopyOf(identity), mat.NewVecDense(dim, nil)}
	now := m.draws
	weights := m.weights(now, relESS)
	for range 30 { // as in loo 2.8
		moved := false
		for kind := range 3 {
			if weights.K <= limit || kind == 2 && dim == 1 {
				break
			}
			step, ok := toMoments(now, weights.Log, kind)
			if !ok {
				break
			}
			next := step.of(now)
			if w := m.weights(next, relESS); w.K < weights.K {
				now, weights, moved = next, w, true
				all = all.then(step)
				break
			}
		}
		if !moved {
			break
		}
	}
	if weights.K >= k && weights.K > limit {
		return Point{K: weights.K}, nil, nil
	}
	// Every second draw stays where it was: density and likelihood need different draws. All count
	// as draws from the mixture of both distributions.
	var inverse mat.Dense
	if err := inverse.Inverse(all.turn); err != nil {
		return Point{K: math.Inf(1)}, nil, nil
	}
	logDet, _ := mat.LogDet(all.turn)
	logs, likes := make([]float64, n), make([]float64, n)
	back := mat.NewVecDense(dim, nil)
	for s := range n {
		x, here, there := m.draws.RawRowView(s), m.before[s], m.before[s]
		if s%2 == 0 {
			x = now.RawRowView(s)
			here = m.log(x)
		} else {
			back.SubVec(mat.NewVecDense(dim, x), all.shift)
			back.MulVec(&inverse, back)
			there = m.log(back.RawVector().Data)
		}
		there -= logDet
		top := max(here, there)
		likes[s] = m.one(x)
		logs[s] = here - likes[s] - top - math.Log(math.Exp(here-top)+math.Exp(there-top))
		if math.IsInf(top, -1) {
			logs[s] = top
		}
	}
	w := Smooth(logs, relESS)
	p := Point{K: w.K, ESS: w.ESS}
	terms := make([]float64, n)
	for s, v := range w.Log {
		terms[s] = v + likes[s]
	}
	p.Elpd = logMeanExp(terms) + math.Log(float64(n))
	influence := terms
	for s, v := range w.Log {
		influence[s] = math.Exp(terms[s]-p.Elpd) - math.Exp(v)
	}
	_, variance := sums(influence)
	p.MCSE = math.Sqrt(variance / relESS)
	if math.IsNaN(p.K) && !(p.Elpd-p.Elpd == 0) {
		p.K = math.Inf(1)
	}
	return p, influence, nil
}

// weights are those of moved draws as draws from the posterior without the observation. The
// determinant of the map is the same for all, and cancels.
func (m *matcher) weights(x *mat.Dense, relESS float64) Weighting {
	n, _ := x.Dims()
	logs := make([]float64, n)
	for s := range logs {
		row := x.RawRowView(s)
		logs[s] = m.log(row) - m.one(row) - m.before[s]
		if math.IsNaN(logs[s]) {
			logs[s] = math.Inf(-1)
		}
	}
	w := Smooth(logs, relESS)
	if math.IsNaN(w.Log[0]) {
		w.K = math.Inf(1)
	}
	return w
}

// An affine map takes x to turn·x + shift.
type affine struct {
	turn  *mat.Dense
	shift *mat.VecDense
}

// toMoments gives draws their weighted mean (kind 0), their weighted standard deviations as well
// (1), or their weighted covariance (2).
func toMoments(x *mat.Dense, logWeights []float64, kind int) (a affine, ok bool) {
	n, dim := x.Dims()
	weights, even := make([]float64, n), make([]float64, n)
	for s, v := range logWeights {
		weights[s], even[s] = math.Exp(v), 1/float64(n)
	}
	mean, cov := moments(x, even, kind == 2)
	to, covTo := moments(x, weights, kind == 2)
	a = affine{mat.NewDense(dim, dim, nil), mat.NewVecDense(dim, nil)}
	switch kind {
	case 2:
		var from, target mat.Cholesky
		if !from.Factorize(cov) || !target.Factorize(covTo) {
			return a, false
		}
		var l, lt mat.TriDense
		from.LTo(&l)
		target.LTo(&lt)
		var inverse mat.TriDense
		if inverse.InverseTri(&l) != nil {
			return a, false
		}
		a.turn.Mul(&lt, &inverse)
	default:
		for j := range dim {
			a.turn.Set(j, j, 1)
			if v := covTo.At(j, j) / cov.At(j, j); kind == 1 && v > 0 && v < math.Inf(1) {
				a.turn.Set(j, j, math.Sqrt(v))
			}
		}
	}
	a.shift.MulVec(a.turn, mean)
	a.shift.SubVec(to, a.shift)
	return a, true
}

// moments are the weighted mean and covariance of the rows, or only the diagonal of the covariance.
// The weights sum to 1.
func moments(x *mat.Dense, weights []float64, full bool) (*mat.VecDense, *mat.SymDense) {
	n, dim := x.Dims()
	mean, cov := mat.NewVecDense(dim, nil), mat.NewSymDense(dim, nil)
	for s, w := range weights {
		mean.AddScaledVec(mean, w, x.RowView(s))
	}
	d := mat.NewVecDense(dim, nil)
	for s := range n {
		d.SubVec(x.RowView(s), mean)
		if full {
			cov.SymRankOne(cov, weights[s], d)
			continue
		}
		for j, v := range d.RawVector().Data {
			cov.SetSym(j, j, cov.At(j, j)+weights[s]*v*v)
		}
	}
	return mean, cov
}

// of maps each row.
func (a affine) of(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	var out mat.Dense
	out.Mul(x, a.turn.T())
	for s := range n {
		row := out.RawRowView(s)
		for j := range row {
			row[j] += a.shift.AtVec(j)
		}
	}
	return &out
}

// then is the map that b follows.
func (a affine) then(b affine) affine {
	turn, shift := &mat.Dense{}, &mat.VecDense{}
	turn.Mul(b.turn, a.turn)
	shift.MulVec(b.turn, a.shift)
	shift.AddVec(shift, b.shift)
	return affine{turn, shift}
}
