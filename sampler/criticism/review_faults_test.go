package criticism

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

// A fault is planted on purpose; section is the one that must be red.
type fault struct {
	name, section string
	check         func() (*Review, error)
}

// faults are all that are planted: in the sampler, in the prior, in the model and in the data.
func faults() []fault {
	return slices.Concat(samplerFaults(), priorFaults(), modelFaults(), dataFaults())
}

type scoresBlock = func(y []float64, r *rand.Rand, s *normal.State)

// samplerFaults are wrong blocks, and two that are right and move too little.
func samplerFaults() []fault {
	p, scores, disasters := exams, datasets.ExamScores(), datasets.CoalDisasters()
	inExams := func(name, section, block string, update scoresBlock) fault {
		return fault{"exams: " + name, section, func() (*Review, error) {
			j := examsJoint(p, len(scores))
			j.Model = j.Mutant(name, block, update).Model
			return Check(examsCase(p, j, scores, 1))
		}}
	}
	inCoal := func(name, section, block string, update func(r *rand.Rand, s *mines)) fault {
		return fault{"coal: " + name, section, func() (*Review, error) {
			j := coalJoint(true)
			j.Model = j.Mutant(name, block, func(_ []float64, r *rand.Rand, s *mines) { update(r, s) }).Model
			return Check(coalCase(j, disasters, 1, 1))
		}}
	}
	inSchools := func(name, block string, update func(y []float64, r *rand.Rand, s *coaching)) fault {
		return fault{"schools: " + name, "sampler", func() (*Review, error) {
			j := schoolsJoint()
			j.Model = j.Mutant(name, block, update).Model
			return Check(schoolsCase(j, effect, 1))
		}}
	}
	squares := func(y []float64, mu float64) (sum float64) {
		for _, v := range y {
			sum += (v - mu) * (v - mu)
		}
		return sum
	}
	return []fault{
		inExams("variance for sd", "sampler", "mu", func(y []float64, r *rand.Rand, s *normal.State) {
			v := 1 / (1/p.Tau2 + float64(len(y))/s.Sigma2)
			s.Mu = v*(p.Nu/p.Tau2+floats.Sum(y)/s.Sigma2) + v*r.NormFloat64()
		}),
		inExams("no prior", "sampler", "mu", func(y []float64, r *rand.Rand, s *normal.State) {
			n := float64(len(y))
			s.Mu = variate.Normal(r, floats.Sum(y)/n, math.Sqrt(s.Sigma2/n))
		}),
		inExams("rate for scale", "sampler", "sigma2", func(y []float64, r *rand.Rand, s *normal.State) {
			s.Sigma2 = variate.InvGamma(r, p.Alpha+float64(len(y))/2, 1/(p.Beta+squares(y, s.Mu)/2))
		}),
		inExams("(n−1)/2", "sampler", "sigma2", func(y []float64, r *rand.Rand, s *normal.State) {
			s.Sigma2 = variate.InvGamma(r, p.Alpha+float64(len(y)-1)/2, p.Beta+squares(y, s.Mu)/2)
		}),
		inCoal("k by the counts alone", "sampler", "k", func(r *rand.Rand, s *mines) {
			for k := range s.logp {
				s.logp[k] = s.sums[k] * math.Log(s.Lambda/s.Mu)
			}
			floats.AddConst(-floats.LogSumExp(s.logp), s.logp)
			s.K = variate.LogCategorical(r, s.logp)
		}),
		inCoal("a year too many", "sampler", "lambda", func(r *rand.Rand, s *mines) {
			s.Lambda = variate.Gamma(r, 2+s.sums[s.K], 2+float64(s.K))
		}),
		inSchools("seven schools in the shape", "tau2", func(_ []float64, r *rand.Rand, s *coaching) {
			s.Tau2 = variate.InvGamma(r, 4, 1/s.Nu+squares(s.Theta, s.Mu)/2)
		}),
		inSchools("the schools forget μ", "mu and theta", func(y []float64, r *rand.Rand, s *coaching) {
			m, p := 0.0, 1./25
			for j, v := range y {
				w := 1 / (se[j]*se[j] + s.Tau2)
				m, p = m+w*v, p+w
			}
			s.Mu = variate.Normal(r, m/p, 1/math.Sqrt(p))
			for j, v := range y {
				w := 1 / (1/(se[j]*se[j]) + 1/s.Tau2)
				s.Theta[j] = variate.Normal(r, w*v/(se[j]*se[j]), math.Sqrt(w))
			}
		}),
		inExams("μ is never drawn", "chains", "mu", func([]float64, *rand.Rand, *normal.State) {}),
		inCoal("k is drawn once in 500 sweeps", "chains", "k", func(r *rand.Rand, s *mines) {
			if r.IntN(500) == 0 {
				s.logK()
				s.K = variate.LogCategorical(r, s.logp)
			}
		}),
	}
}

// priorFaults are priors that the data contradict.
func priorFaults() []fault {
	scores := datasets.ExamScores()
	inExams := func(name string, p normal.Prior, y []float64) fault {
		return fault{"exams: " + name, "sensitivity", func() (*Review, error) {
			return Check(examsCase(p, examsJoint(p, len(y)), y, 1))
		}}
	}
	fractions, decades := scores, datasets.CoalDisasters()
	fractions = append([]float64(nil), fractions...)
	floats.Scale(0.01, fractions)
	floats.Scale(10, decades)
	return []fault{
		inExams("a mean of 40", normal.Prior{Nu: 40, Tau2: 16, Alpha: 3, Beta: 50}, scores),
		inExams("too sure of a mean of 80", normal.Prior{Nu: 80, Tau2: 0.01, Alpha: 3, Beta: 50}, scores),
		inExams("sure of a variance of 1", normal.Prior{Nu: 80, Tau2: 16, Alpha: 50, Beta: 50}, scores),
		inExams("another exam", normal.Prior{Nu: 60, Tau2: 4, Alpha: 3, Beta: 50}, scores),
		inExams("a huge variance", normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 5000}, scores),
		inExams("scores as fractions", exams, fractions),
		{"coal: counts of ten mines", "sensitivity", func() (*Review, error) {
			return Check(coalCase(coalJoint(true), decades, 1, 1))
		}},
	}
}

// modelFaults are data that the likelihood does not make.
func modelFaults() []fault {
	inExams := func(name string, n int, y func(r *rand.Rand, i int, before float64) float64) fault {
		return fault{"exams: " + name, "fit", func() (*Review, error) {
			r := rand.New(rand.NewPCG(1, 1))
			data := make([]float64, n)
			before := 84.0
			for i := range data {
				data[i] = y(r, i, before)
				before = data[i]
			}
			return Check(examsCase(exams, examsJoint(exams, n), data, 1))
		}}
	}
	inCoal := func(name string, change bool, y func(r *rand.Rand) float64) fault {
		return fault{"coal: " + name, "fit", func() (*Review, error) {
			r := rand.New(rand.NewPCG(1, 1))
			data := datasets.CoalDisasters()
			for i := range data {
				if y != nil {
					data[i] = y(r)
				}
			}
			return Check(coalCase(coalJoint(change), data, 1, 1))
		}}
	}
	return []fault{
		inExams("neighbours are alike", 100, func(r *rand.Rand, _ int, before float64) float64 {
			return 84 + 0.7*(before-84) + 4*r.NormFloat64()
		}),
		inExams("a trend", 60, func(r *rand.Rand, i int, _ float64) float64 {
			return 75 + 0.3*float64(i) + 4*r.NormFloat64()
		}),
		inExams("a skew distribution", 100, func(r *rand.Rand, _ int, _ float64) float64 {
			return 76 + 4*math.Exp(r.NormFloat64())
		}),
		inExams("two groups", 100, func(r *rand.Rand, _ int, _ float64) float64 {
			return 74 + 20*float64(r.IntN(2)) + 2*r.NormFloat64()
		}),
		inExams("heavy tails", 100, func(r *rand.Rand, _ int, _ float64) float64 {
			return variate.StudentT(r, 1.5, 84, 3)
		}),
		inCoal("one rate", false, nil),
		inCoal("counts that vary more", true, func(r *rand.Rand) float64 {
			return poisson(r, variate.Gamma(r, 0.5, 0.25))
		}),
		inCoal("half of the years have no report", true, func(r *rand.Rand) float64 {
			return float64(r.IntN(2)) * poisson(r, 6)
		}),
	}
}

// dataFaults are single wrong values.
func dataFaults() []fault {
	inExams := func(name string, value float64) fault {
		return fault{"exams: " + name, "influence", func() (*Review, error) {
			y := datasets.ExamScores()
			y[11] = value
			return Check(examsCase(exams, examsJoint(exams, len(y)), y, 1))
		}}
	}
	return []fault{
		inExams("860 for 86", 860),
		inExams("a missing score is 0", 0),
		inExams("a missing score is −99", -99),
		{"coal: 31 for 3", "influence", func() (*Review, error) {
			y := datasets.CoalDisasters()
			y[60] = 31
			return Check(coalCase(coalJoint(true), y, 1, 1))
		}},
		{"schools: 280 for 28", "influence", func() (*Review, error) {
			y := slices.Clone(effect)
			y[0] = 280
			return Check(schoolsCase(schoolsJoint(), y, 1))
		}},
	}
}
