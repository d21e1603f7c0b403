package naivebayes

import (
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// These are the factors of the joint density. Each sampler adds the factors of the quantities that
// it draws.

// logPi is log p(π) p(L | π): equations (17) and (21).
func (p *problem) logPi(s *State) float64 {
	sum := logDirichletNorm(1, s.GammaPi)
	for c, lp := range s.LogPi {
		sum += (s.GammaPi[c] - 1 + float64(s.Docs[c])) * lp
	}
	return sum
}

// logLabels is log p(L), π integrated out: equation (39).
func (p *problem) logLabels(s *State) float64 {
	return logPolya(1, s.GammaPi, s.Docs)
}

// logTheta is log p(θ) p(words | L, θ): equations (22) and (27).
func (p *problem) logTheta(s *State) float64 {
	sum := float64(p.k) * logDirichletNorm(1, s.GammaTheta)
	for c, logTheta := range s.LogTheta {
		for w, lt := range logTheta {
			sum += (s.GammaTheta[w] - 1 + float64(s.Words[c][w])) * lt
		}
	}
	return sum
}

// logCounts is log p(words | L), θ integrated out.
func (p *problem) logCounts(s *State) float64 {
	sum := 0.0
	for _, counts := range s.Words {
		sum += logPolya(1, s.GammaTheta, counts)
	}
	return sum
}

// logScales is the log hyperprior of the scales, densities in log s.
func (p *problem) logScales(s *State) float64 {
	sum := 0.0
	if spread := p.prior.PiSpread; spread > 0 {
		sum += logSpread(math.Log(s.PiScale), spread)
	}
	if spread := p.prior.ThetaSpread; spread > 0 {
		sum += logSpread(math.Log(s.ThetaScale), spread)
	}
	return sum
}

// logDirichletNorm is the log of the constant of a Dirichlet density with scaled concentrations,
// Γ(Σ γ)/Π Γ(γ). Equal neighbours share one log-gamma.
func logDirichletNorm(scale float64, gamma []float64) float64 {
	total, sum, last, lg := 0.0, 0.0, math.NaN(), 0.0
	for _, g := range gamma {
		g *= scale
		total += g
		if g != last {
			last = g
			lg, _ = math.Lgamma(g)
		}
		sum -= lg
	}
	lg, _ = math.Lgamma(total)
	return sum + lg
}

// Products are turned into a logarithm when they leave [tiny, huge]: one logarithm for dozens of
// factors, instead of one for each factor or two log-gammas.
const (
	tiny, huge    = 1e-150, 1e150
	risingFactors = 64 // numeric.LogRising is for more
)

// logPolya is the logarithm of Π_i γ_i (γ_i+1) … (γ_i+n_i−1) / [γ (γ+1) … (γ+n−1)], where γ_i is
// scale times gamma[i], γ = Σ γ_i and n = Σ n_i. It is the probability of draws with these counts,
// with their probabilities integrated out. If all γ_i are equal, equal counts share their factors.
func logPolya[N int | int32](scale float64, gamma []float64, counts []N) float64 {
	sum, total, n := 0.0, 0.0, 0
	even := !slices.ContainsFunc(gamma, func(g float64) bool { return g != gamma[0] })
	var times [risingFactors + 1]int // of each count
	for i, count := range counts {
		g := scale * gamma[i]
		total += g
		n += int(count)
		if even && count <= risingFactors {
			times[count]++
		} else {
			sum += numeric.LogRising(g, int(count))
		}
	}
	above := 0 // how many counts have the factor γ_0+j
	for j := risingFactors - 1; j >= 0; j-- {
		if above += times[j+1]; above > 0 {
			sum += float64(above) * math.Log(scale*gamma[0]+float64(j))
		}
	}
	return sum - numeric.LogRising(total, n)
}
