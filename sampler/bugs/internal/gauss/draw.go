package gauss

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/variate"
)

// LogDet is the log of the determinant of Q.
func (f *Factor) LogDet(w *Work) float64 {
	sum, product := 0.0, 1.0
	for _, d := range w.d {
		if next := product * d; next > 1e-200 && next < 1e200 {
			product = next
		} else {
			sum, product = sum+math.Log(product)+math.Log(d), 1
		}
	}
	return sum + math.Log(product)
}

// Solve finds x with Q x = b. x may be b.
func (f *Factor) Solve(w *Work, b, x []float64) {
	f.forward(w, b)
	for k, d := range w.d {
		w.v[k] /= d
	}
	f.backward(w)
	for k, c := range f.perm {
		x[c] = w.v[k]
	}
}

// Draw draws x from the normal distribution with mean Q⁻¹b and precision Q. x may be b.
func (f *Factor) Draw(r *rand.Rand, w *Work, b, x []float64) {
	if len(f.li) == 0 {
		for k, d := range w.d {
			x[k] = variate.NormalPrecision(r, d, b[k])
		}
		return
	}
	f.forward(w, b)
	directed := draws.Of(r)
	for k, d := range w.d {
		if directed != nil { // in coordinates that depend on Q: these laws can be coupled, not mixed
			mean, sd := w.v[k]/d, 1/math.Sqrt(d)
			w.v[k] = directed.Other("Gaussian", func() float64 { return variate.Normal(r, mean, sd) },
				func(x float64) float64 { return variate.NormalLogProb(x, mean, sd) })
			continue
		}
		w.v[k] = w.v[k]/d + r.NormFloat64()/math.Sqrt(d)
	}
	f.backward(w)
	for k, c := range f.perm {
		x[c] = w.v[k]
	}
}

// Half is bᵀ Q⁻¹ b, for half the work of Solve.
func (f *Factor) Half(w *Work, b []float64) float64 {
	f.forward(w, b)
	sum := 0.0
	for k, d := range w.d {
		sum += w.v[k] * w.v[k] / d
	}
	return sum
}

// Around draws x from the normal distribution with this mean and precision Q, and returns (x−mean)ᵀ
// Q (x−mean). x may be mean.
func (f *Factor) Around(r *rand.Rand, w *Work, mean, x []float64) float64 {
	sum := 0.0
	for k, d := range w.d {
		z := r.NormFloat64()
		sum += z * z
		w.v[k] = z / math.Sqrt(d)
	}
	f.backward(w)
	for k, c := range f.perm {
		x[c] = mean[c] + w.v[k]
	}
	return sum
}

// forward puts L⁻¹ P b into w.v.
func (f *Factor) forward(w *Work, b []float64) {
	v := w.v
	for k, c := range f.perm {
		v[k] = b[c]
	}
	if len(f.li) == 0 {
		return
	}
	for k, vk := range v {
		if vk == 0 {
			continue
		}
		rows := f.li[f.lp[k]:f.lp[k+1]]
		for p, l := range w.l[f.lp[k]:f.lp[k+1]] {
			v[rows[p]] -= l * vk
		}
	}
}

// backward replaces w.v by L⁻ᵀ v.
func (f *Factor) backward(w *Work) {
	v := w.v
	if len(f.li) == 0 {
		return
	}
	for k := f.n - 1; k >= 0; k-- {
		vk := v[k]
		rows := f.li[f.lp[k]:f.lp[k+1]]
		for p, l := range w.l[f.lp[k]:f.lp[k+1]] {
			vk -= l * v[rows[p]]
		}
		v[k] = vk
	}
}
