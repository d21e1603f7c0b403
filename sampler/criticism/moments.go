package criticism

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

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
