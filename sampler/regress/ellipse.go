package regress

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// ellipse is scratch space of drawEllipse.
type ellipse struct {
	step           update.Elliptical
	x, mean, other []float64    // β, and then the effects
	rest           [3][]float64 // what effects have beside their means given β, now and in other; work
	turns          []turn
}

// drawEllipse draws β and the effects of a grouping given all else, latent variables integrated
// out, by a step of elliptical slice sampling: the prior times the normal approximation
// N(z_i; η_i, 1/w_i) of the likelihood is the normal distribution, and the likelihood over its
// approximation is the likelihood of the step. So it is exact, and needs no latent variables.
//
// It is for families that have none, or whose latent variables, which are drawn next, hold η nearly
// where it is. approximate fills s.z and s.w, which may depend on all but what is drawn here. With
// a direct family the step moves β, with the means of the effects given β in that normal
// distribution; what they have beside these means is drawn next, by a step for each group, so that
// many groups are not slower than few.
//
// Source: Nishihara, Murray & Adams, "Parallel MCMC with generalized elliptical slice sampling",
// Journal of Machine Learning Research 15 (2014) 2087–2112, section 3.
func (f *fit) drawEllipse(r *rand.Rand, s *State, c *grouping) error {
	e, p, effects := &s.ellipse, f.p, c.effectsOf(s)
	if e.x == nil {
		e.x = make([]float64, p+len(s.Effects))
		e.mean, e.other = slices.Clone(e.x), slices.Clone(e.x)
		for k := range e.rest {
			e.rest[k] = make([]float64, len(s.Effects))
		}
	}
	now, mean, other := e.x[:p+len(effects)], e.mean[:p+len(effects)], e.other[:p+len(effects)]
	rest, otherRest := e.rest[0][:len(effects)], e.rest[1][:len(effects)]
	get := func(x []float64) {
		copy(x, s.Beta)
		copy(x[p:], effects)
	}
	set := func(x []float64) {
		floats.AddTo(s.Beta, mean[:p], x[:p])
		floats.AddTo(effects, mean[p:], x[p:])
		floats.Add(effects, rest)
	}
	get(now)
	f.approximate(s, c)
	if err := f.drawGiven(noNoise, s, c, c.order); err != nil {
		return err
	}
	get(mean)
	if err := f.drawGiven(r, s, c, c.order); err != nil {
		return err
	}
	get(other)
	if f.direct && c != none {
		for k, x := range [][]float64{now, other} {
			copy(s.Beta, x)
			if err := f.drawEffects(noNoise, s, c); err != nil {
				return err
			}
			floats.SubTo(e.rest[k][:len(effects)], x[p:], effects)
			copy(x[p:], effects)
		}
	}
	floats.Sub(now, mean)
	floats.Sub(other, mean)
	e.step.Draw(r, now, other, func(x []float64) float64 {
		set(x)
		f.predict(s)
		sum := f.family.logDensity(f, s)
		for i, z := range s.z {
			sum += s.w[i] * (z - s.eta[i]) * (z - s.eta[i]) / 2
		}
		if math.IsNaN(sum) { // η has overflowed
			return math.Inf(-1)
		}
		return sum
	})
	set(now)
	f.predict(s)
	if f.direct && c != none {
		f.turnGroups(r, s, c, rest, otherRest, nil)
		if slices.Contains(c.few, true) {
			copy(rest, effects)
			zero, q := f.scratchOf(s, c).aux, len(c.vary)
			clear(zero)
			for g := 0; g < len(effects); g += q {
				variate.MultiNormal(r, zero, c.factorOf(s), otherRest[g:g+q])
			}
			f.turnGroups(r, s, c, rest, otherRest, c.few)
		}
		return f.shift(r, s, c)
	}
	return nil
}

// A turn is a step of elliptical slice sampling of the effects of a group: the angle of the
// proposal, the interval that is left, and the level to reach.
type turn struct {
	angle, lo, hi, level, sum float64
	done                      bool
}

// turnGroups moves the effects of each group from rest, which they have beside their means, along
// the ellipse through rest and other. The groups are independent given all else. If some are
// chosen, it moves these, and the prior is their normal distribution: that of few counts has a long
// tail, which their approximation has not.
func (f *fit) turnGroups(
	r *rand.Rand, s *State, c *grouping, rest, other []float64, chosen []bool,
) {
	e, x, q, effects, left := &s.ellipse, f.allRows(s), len(c.vary), c.effectsOf(s), 0
	if len(e.turns) < c.groups {
		e.turns = make([]turn, c.groups)
	}
	for g := range c.groups {
		if e.turns[g] = (turn{done: chosen != nil && !chosen[g]}); !e.turns[g].done {
			left++
		}
	}
	moved := e.rest[2][:len(effects)]
	clear(moved)
	f.predict(s)
	for first := true; left > 0; first = false {
		for i, g := range c.of {
			t, v := &e.turns[g], f.y[i]
			if t.done || v != v {
				continue
			}
			eta := s.eta[i]
			for k, j := range c.vary {
				eta += x[i*f.step+j] * moved[int(g)*q+k]
			}
			if t.sum += v*eta - math.Exp(eta); chosen == nil {
				t.sum += s.w[i] * (s.z[i] - eta) * (s.z[i] - eta) / 2
			}
		}
		for g := range c.groups {
			t := &e.turns[g]
			switch {
			case t.done:
				continue
			case first:
				t.angle, t.level = 2*math.Pi*r.Float64(), t.sum-r.ExpFloat64()
				t.lo, t.hi = t.angle-2*math.Pi, t.angle
			case t.sum > t.level:
				t.done = true
				left--
				continue
			case t.angle < 0:
				t.lo = t.angle
				t.angle = t.lo + (t.hi-t.lo)*r.Float64()
			default:
				t.hi = t.angle
				t.angle = t.lo + (t.hi-t.lo)*r.Float64()
			}
			t.sum = 0
			sin, cos := math.Sincos(t.angle)
			for k := g * q; k < (g+1)*q; k++ {
				moved[k] = rest[k]*(cos-1) + other[k]*sin
			}
		}
	}
	floats.Add(effects, moved)
}

// shift moves β against the effects of a grouping so that their sums stay, which are all that the
// data depend on. What is added to β and taken from each effect is normal.
func (f *fit) shift(r *rand.Rand, s *State, c *grouping) error {
	j, q, effects := f.scratchOf(s, c), len(c.vary), c.effectsOf(s)
	inverse(c.factorOf(s), j.inv, j.work)
	for k, a := range c.vary {
		j.aux[k] = s.precision[a] * (f.mean[a] - s.Beta[a])
		for l := range q {
			j.covariance[k*q+l] = float64(c.groups) * j.inv[k*q+l]
		}
		j.covariance[k*q+k] += s.precision[a]
	}
	for i, b := range effects {
		addScaled(j.aux, b, j.inv[i%q*q:])
	}
	if err := variate.MultiNormalPrecision(r, j.covariance, j.aux, j.covariance, j.work); err != nil {
		return err
	}
	for k, a := range c.vary {
		s.Beta[a] += j.work[k]
	}
	for i := range effects {
		effects[i] -= j.work[i%q]
	}
	return nil
}

// noNoise has normal draws that are 0: a draw from a normal distribution is then its mean.
var noNoise = rand.New(zeros{})

type zeros struct{}

func (zeros) Uint64() uint64 { return 0 }
