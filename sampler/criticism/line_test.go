package criticism

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// A line is a regression y = xβ + N(0, 1) with the prior β ~ N(0, 10² I), whose posterior, and
// prediction of what is left out, are normal.
type line struct {
	x [][]float64
	y []float64
}

// leverage are eight coefficients, thirty observations, and two that lie far away.
func leverage() line {
	r, l := sampler.Stream("leverage", 1, 0), line{}
	for i := range 32 {
		row, sum := make([]float64, 8), 0.0
		for j := range row {
			row[j] = r.NormFloat64()
			if i >= 30 {
				row[j] *= 3
			}
			sum += row[j]
		}
		if i >= 30 {
			sum += 4.5
		}
		l.x, l.y = append(l.x, row), append(l.y, sum+r.NormFloat64())
	}
	return l
}

// posterior given all observations but these: the mean, and the factor of the covariance.
func (l line) posterior(without ...int) (mean, chol, cov []float64) {
	d := len(l.x[0])
	q, b := mat.NewSymDense(d, nil), mat.NewVecDense(d, nil)
	for j := range d {
		q.SetSym(j, j, 0.01)
	}
	for i, row := range l.x {
		if !slices.Contains(without, i) {
			q.SymRankOne(q, 1, mat.NewVecDense(d, row))
			b.AddScaledVec(b, l.y[i], mat.NewVecDense(d, row))
		}
	}
	var f mat.Cholesky
	f.Factorize(q)
	var inv mat.SymDense
	f.InverseTo(&inv)
	var m mat.VecDense
	m.MulVec(&inv, b)
	for i := range d {
		for j := range d {
			cov = append(cov, inv.At(i, j))
		}
	}
	chol = make([]float64, d*d)
	if err := variate.Cholesky(cov, chol); err != nil {
		panic(err)
	}
	return m.RawVector().Data, chol, cov
}

// exact is the log density of the observations of a fold, given all others.
func (l line) exact(fold ...int) float64 {
	mean, _, cov := l.posterior(fold...)
	n, d := len(fold), len(mean)
	at, s, chol := make([]float64, n), make([]float64, n*n), make([]float64, n*n)
	y := make([]float64, n)
	for a, i := range fold {
		y[a] = l.y[i]
		for j := range d {
			at[a] += l.x[i][j] * mean[j]
		}
		for b, k := range fold {
			if a == b {
				s[a*n+b]++
			}
			for j := range d {
				for h := range d {
					s[a*n+b] += l.x[i][j] * cov[j*d+h] * l.x[k][h]
				}
			}
		}
	}
	if err := variate.Cholesky(s, chol); err != nil {
		panic(err)
	}
	return variate.MultiNormalLogProb(y, at, chol, nil)
}

func (l line) logLik(beta []float64, i int) float64 {
	sum := 0.0
	for j, b := range beta {
		sum += b * l.x[i][j]
	}
	return variate.NormalLogProb(l.y[i], sum, 1)
}

func (l line) logDensity(beta []float64) (sum float64) {
	for i := range l.y {
		sum += l.logLik(beta, i)
	}
	for _, b := range beta {
		sum += variate.NormalLogProb(b, 0, 10)
	}
	return sum
}

// draws are independent, from the posterior without these observations.
func (l line) draws(n int, without ...int) *sampler.Trace {
	mean, chol, _ := l.posterior(without...)
	r := sampler.Stream("line", 1, len(without))
	a := sampler.Array{Shape: []int{len(mean)}, Draws: make([][][]float64, 4)}
	for c := range a.Draws {
		for range n / 4 {
			x := make([]float64, len(mean))
			variate.MultiNormal(r, mean, chol, x)
			a.Draws[c] = append(a.Draws[c], x)
		}
	}
	tr := &sampler.Trace{}
	if err := tr.AddArray("beta", a); err != nil {
		panic(err)
	}
	return tr
}

func (l line) pointwise(tr *sampler.Trace, fold ...int) *LogLik {
	out, err := Pointwise(tr, len(fold), func(d *sampler.Draw, i int) float64 {
		return l.logLik(d.Array("beta"), fold[i])
	})
	if err != nil {
		panic(err)
	}
	return out
}

func beta(d *sampler.Draw, x []float64) { copy(x, d.Array("beta")) }
