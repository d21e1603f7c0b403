package criticism

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

// exams is the model of the exam scores.
var exams = normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}

// run runs a model with 4 × 10 000 draws.
func run[S any](t *testing.T, m sampler.Model[S], err error, draws, thin int) *sampler.Trace {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Draws: draws, Thin: thin, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func logNormal(x, mean, variance float64) float64 {
	return variate.NormalLogProb(x, mean, math.Sqrt(variance))
}

// examsLogLik is the log likelihood of each score.
func examsLogLik(t *testing.T, tr *sampler.Trace) *LogLik {
	t.Helper()
	y := datasets.ExamScores()
	l, err := Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
		return logNormal(y[i], d.Scalar("mu"), d.Scalar("sigma2"))
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// mines is the state of the model of the coal mines: two rates and the year of the change. Without
// a change, K is always 112.
type mines struct {
	K          int
	Lambda, Mu float64
	sums, logp []float64
}

// coal is the model of the notebook on coal mines, with gamma(2, 1) priors of the rates and a
// uniform one of k.
func coal(change bool) sampler.Model[mines] { return coalGiven(datasets.CoalDisasters(), change) }

// coalGiven is coal given the disasters of 112 years.
func coalGiven(y []float64, change bool) sampler.Model[mines] {
	sums := floats.CumSum(make([]float64, len(y)+1), append([]float64{0}, y...))
	m := sampler.Model[mines]{
		Init: func(r *rand.Rand) (*mines, error) {
			s := &mines{K: 112, Lambda: variate.Gamma(r, 2, 1), Mu: variate.Gamma(r, 2, 1), sums: sums,
				logp: make([]float64, 113)}
			if change {
				s.K = r.IntN(113)
			}
			return s, nil
		},
		Blocks: []sampler.Block[mines]{
			sampler.Update("k", func(r *rand.Rand, s *mines) {
				if change {
					s.logK()
					s.K = variate.LogCategorical(r, s.logp)
				}
			}),
			sampler.Update("lambda", func(r *rand.Rand, s *mines) {
				s.Lambda = variate.Gamma(r, 2+s.sums[s.K], 1+float64(s.K))
			}),
			sampler.Update("mu", func(r *rand.Rand, s *mines) {
				s.Mu = variate.Gamma(r, 2+s.sums[112]-s.sums[s.K], 1+float64(112-s.K))
			})},
		Params: []sampler.Param[mines]{
			sampler.Scalar("k", func(s *mines) float64 { return float64(s.K) }),
			sampler.Scalar("lambda", func(s *mines) float64 { return s.Lambda }),
			sampler.Scalar("mu", func(s *mines) float64 { return s.Mu })},
	}
	if !change {
		m.Blocks = m.Blocks[1:]
	}
	return m
}

// logK fills the log probabilities of k given the rates, normalised.
func (s *mines) logK() {
	for k := range s.logp {
		s.logp[k] = s.sums[k]*math.Log(s.Lambda/s.Mu) - float64(k)*(s.Lambda-s.Mu)
	}
	floats.AddConst(-floats.LogSumExp(s.logp), s.logp)
}

// logJoint is log p(y, k, λ, μ) with all constants; k has the prior 1/113 if there is a change.
func (s *mines) logJoint(change bool) float64 {
	log := variate.GammaLogProb(s.Lambda, 2, 1) + variate.GammaLogProb(s.Mu, 2, 1)
	if change {
		log -= math.Log(113)
	}
	for i, y := range datasets.CoalDisasters() {
		rate := s.Mu
		if i < s.K {
			rate = s.Lambda
		}
		log += variate.PoissonLogProb(int(y), rate)
	}
	return log
}

// exactCoal is the log marginal likelihood of the mines without the observation left out, if it is
// not negative.
func exactCoal(change bool, leftOut int) float64 {
	y := datasets.CoalDisasters()
	var logs []float64
	for k := 112; k >= 0 && (change || k == 112); k-- {
		var n, sum [2]float64
		log := 0.0
		for i, v := range y {
			if i == leftOut {
				continue
			}
			part := 0
			if i >= k {
				part = 1
			}
			n[part]++
			sum[part] += v
			lg, _ := math.Lgamma(v + 1)
			log -= lg
		}
		for part := range n { // Gamma(2, 1) integrated out; Γ(2) = 1
			lg, _ := math.Lgamma(2 + sum[part])
			log += lg - (2+sum[part])*math.Log(1+n[part])
		}
		if change {
			log -= math.Log(113)
		}
		logs = append(logs, log)
	}
	return floats.LogSumExp(logs)
}

var (
	effect = []float64{28, 8, -3, 7, -1, 1, 18, 12}
	se     = []float64{15, 10, 16, 11, 9, 11, 10, 18}
)

// coaching is the state of the eight schools; τ is half-Cauchy(5), as a mixture over ν.
type coaching struct {
	Theta        []float64
	Mu, Tau2, Nu float64
}

func schoolsModel() sampler.Model[coaching] { return schoolsGiven(effect) }

// schoolsGiven is schoolsModel given the effects of eight schools.
func schoolsGiven(effect []float64) sampler.Model[coaching] {
	return sampler.Model[coaching]{
		Init: func(r *rand.Rand) (*coaching, error) {
			return &coaching{Theta: make([]float64, 8), Mu: 5 * r.NormFloat64(), Tau2: 25 * r.ExpFloat64(),
				Nu: 1}, nil
		},
		Blocks: []sampler.Block[coaching]{
			sampler.Update("mu and theta", func(r *rand.Rand, s *coaching) {
				m, p := 0.0, 1./25 // μ with θ integrated out
				for j, y := range effect {
					v := se[j]*se[j] + s.Tau2
					m, p = m+y/v, p+1/v
				}
				s.Mu = m/p + r.NormFloat64()/math.Sqrt(p)
				for j, y := range effect {
					v := 1 / (1/(se[j]*se[j]) + 1/s.Tau2)
					s.Theta[j] = v*(y/(se[j]*se[j])+s.Mu/s.Tau2) + math.Sqrt(v)*r.NormFloat64()
				}
			}),
			sampler.Update("tau2", func(r *rand.Rand, s *coaching) {
				squares := 0.0
				for _, theta := range s.Theta {
					squares += (theta - s.Mu) * (theta - s.Mu)
				}
				s.Tau2 = variate.InvGamma(r, 4.5, 1/s.Nu+squares/2)
			}),
			sampler.Update("nu", func(r *rand.Rand, s *coaching) {
				s.Nu = variate.InvGamma(r, 1, 1./25+1/s.Tau2)
			})},
		Params: []sampler.Param[coaching]{
			sampler.Vector("theta", 8, func(s *coaching) []float64 { return s.Theta }),
			sampler.Scalar("mu", func(s *coaching) float64 { return s.Mu }),
			sampler.Scalar("tau", func(s *coaching) float64 { return math.Sqrt(s.Tau2) })},
	}
}

// schoolsGivenTau is log p(y | τ), with θ and μ integrated out, without the school left out.
func schoolsGivenTau(tau float64, leftOut int) float64 {
	m, p, log := 0.0, 1./25, -math.Log(25)/2
	for j, y := range effect {
		if j == leftOut {
			continue
		}
		v := se[j]*se[j] + tau*tau
		m, p = m+y/v, p+1/v
		log -= (math.Log(2*math.Pi*v) + y*y/v) / 2
	}
	return log + (m*m/p-math.Log(p))/2
}

// exactSchools is the log marginal likelihood, by the sum over values of τ that are equally
// probable.
func exactSchools(leftOut int) float64 {
	const n = 20_000
	logs := make([]float64, n)
	for i := range logs {
		logs[i] = schoolsGivenTau(5*math.Tan(math.Pi/2*(float64(i)+0.5)/n), leftOut) - math.Log(n)
	}
	return floats.LogSumExp(logs)
}
