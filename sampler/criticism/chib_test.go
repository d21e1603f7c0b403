package criticism

import (
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gibbslab/datasets"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

// chibExams estimates the marginal likelihood of the exam scores.
func chibExams(t *testing.T, set sampler.Settings) (*Marginal, error) {
	return chibExamsAt(t, &normal.State{Mu: 86.3, Sigma2: 68}, set)
}

func chibExamsAt(t *testing.T, star *normal.State, set sampler.Settings) (*Marginal, error) {
	y := datasets.ExamScores()
	m, err := exams.Model(y)
	if err != nil {
		return nil, err
	}
	n := float64(len(y))
	sigma2 := Conditional[normal.State]{Blocks: []string{"sigma2"},
		LogDensity: func(s, star *normal.State) float64 {
			squares := 0.0
			for _, v := range y {
				squares += (v - s.Mu) * (v - s.Mu)
			}
			return variate.InvGammaLogProb(star.Sigma2, exams.Alpha+n/2, exams.Beta+squares/2)
		},
		Fix: func(s, star *normal.State) { s.Sigma2 = star.Sigma2 }}
	mu := Conditional[normal.State]{Blocks: []string{"mu"},
		LogDensity: func(s, star *normal.State) float64 {
			p := 1/exams.Tau2 + n/s.Sigma2
			return logNormal(star.Mu, (exams.Nu/exams.Tau2+floats.Sum(y)/s.Sigma2)/p, 1/p)
		},
		Fix: func(s, star *normal.State) { s.Mu = star.Mu }}
	logJoint := examsLogJoint([]float64{star.Mu, math.Log(star.Sigma2)}) - math.Log(star.Sigma2)
	return Chib(t.Context(), m, star, logJoint, []Conditional[normal.State]{sigma2, mu}, set)
}

// chibCoal estimates the marginal likelihood of the coal mines.
func chibCoal(t *testing.T, change bool, set sampler.Settings) (*Marginal, error) {
	m := coal(change)
	star, err := m.Init(sampler.Stream("star", 1, 0))
	if err != nil {
		return nil, err
	}
	star.K, star.Lambda, star.Mu = 41, 3.1, 0.92
	k := Conditional[mines]{Blocks: []string{"k"}, LogDensity: func(s, star *mines) float64 {
		s.logK()
		return s.logp[star.K]
	}, Fix: func(s, star *mines) { s.K = star.K }}
	lambda := Conditional[mines]{Blocks: []string{"lambda"}, LogDensity: func(s, star *mines) float64 {
		return variate.GammaLogProb(star.Lambda, 2+s.sums[s.K], 1+float64(s.K))
	}, Fix: func(s, star *mines) { s.Lambda = star.Lambda }}
	mu := Conditional[mines]{Blocks: []string{"mu"}, LogDensity: func(s, star *mines) float64 {
		return variate.GammaLogProb(star.Mu, 2+s.sums[112]-s.sums[s.K], 1+float64(112-s.K))
	}, Fix: func(s, star *mines) { s.Mu = star.Mu }}
	parts := []Conditional[mines]{lambda, mu, k}
	if !change {
		star.K, star.Lambda, parts = 112, 1.7, parts[:2]
	}
	return Chib(t.Context(), m, star, star.logJoint(change), parts, set)
}

// TestChibOfOneBlock: a model of independent blocks needs no draws, and has no error.
func TestChibIsExactWithoutDraws(t *testing.T) {
	m, err := chibCoal(t, false, sampler.Settings{Seed: 1})
	if err != nil || m.SE != 0 || math.Abs(m.Log+206.207409) > 1e-5 {
		t.Error(m, err)
	}
}

// An error that cannot be trusted has a warning: at a point that few draws reach, and of chains that
// stay in modes of their own. No warning comes at a good point, and of chains that agree.
func TestMarginalsWarn(t *testing.T) {
	warned := map[bool]int{}
	for seed := range uint64(10) {
		for _, star := range []*normal.State{{Mu: 86.3, Sigma2: 68}, {Mu: 86.3, Sigma2: 700}} {
			m, err := chibExamsAt(t, star, sampler.Settings{Seed: 100 * seed, Draws: 500})
			if err != nil {
				t.Fatal(err)
			}
			if poor := star.Sigma2 == 700; strings.Contains(fmt.Sprint(m.Warnings), "few draws") ||
				!poor && len(m.Warnings) > 0 {
				warned[poor]++
			}
		}
	}
	if warned[false] > 0 || warned[true] < 8 {
		t.Errorf("%d of 10 warnings at a good point, %d of 10 at a poor one", warned[false],
			warned[true])
	}

	r := sampler.Stream("modes", 1, 0)
	for _, apart := range []float64{0, 8} {
		tr, chains := new(sampler.Trace), make([][]float64, 4)
		for c := range chains {
			for range 500 {
				chains[c] = append(chains[c], apart*float64(c%2)+r.NormFloat64())
			}
		}
		if err := tr.Add("x", chains); err != nil {
			t.Fatal(err)
		}
		m, err := Bridge(tr, 1, func(d *sampler.Draw, x []float64) { x[0] = d.Scalar("x") },
			func(x []float64) float64 {
				return math.Log((math.Exp(-x[0]*x[0]/2) + math.Exp(-(x[0]-apart)*(x[0]-apart)/2)))
			}, r)
		if err != nil || len(m.Warnings) > 0 != (apart > 0) {
			t.Errorf("modes %v apart: %v %v", apart, m, err)
		}
	}
}

// TestChibSaysWhatIsMissing tries bad input.
func TestChibSaysWhatIsMissing(t *testing.T) {
	m := coal(true)
	star := &mines{K: 40, Lambda: 3, Mu: 1}
	parts := []Conditional[mines]{{Blocks: []string{"rate"},
		LogDensity: func(s, star *mines) float64 { return 0 }, Fix: func(s, star *mines) {}}}
	for want, f := range map[string]func() (*Marginal, error){
		`no block "rate"`: func() (*Marginal, error) {
			return Chib(t.Context(), m, star, 0, parts, sampler.Settings{})
		},
		"choose a point": func() (*Marginal, error) {
			return Chib(t.Context(), m, star, math.Inf(-1), parts, sampler.Settings{})
		},
		"needs a point": func() (*Marginal, error) {
			return Chib(t.Context(), m, nil, 0, parts, sampler.Settings{})
		},
		"lacks its Blocks": func() (*Marginal, error) {
			return Chib(t.Context(), m, star, 0, []Conditional[mines]{{}}, sampler.Settings{})
		},
		"the density is 0": func() (*Marginal, error) {
			p := []Conditional[mines]{{Blocks: []string{"lambda"}, Fix: func(s, star *mines) {},
				LogDensity: func(s, star *mines) float64 { return math.Inf(-1) }}}
			return Chib(t.Context(), m, star, 0, p, sampler.Settings{Draws: 20})
		},
	} {
		if m, err := f(); m != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", want, m, err)
		}
	}
}

// The harmonic mean of the likelihoods is the textbook's way to a marginal likelihood, and it does
// not work: its variance is infinite here. It misses by many of its own standard errors, which Chib
// does not.
func TestHarmonicMeanFails(t *testing.T) {
	m, err := exams.Model(datasets.ExamScores())
	tr := run(t, m, err, 10_000, 1)
	total, err := examsLogLik(t, tr).Total()
	if err != nil {
		t.Fatal(err)
	}
	floats.Scale(-1, total)
	log, se, err := logMean([][]float64{total})
	if err != nil {
		t.Fatal(err)
	}
	if miss := math.Abs(-log + 109.094371); miss < 0.3 || miss < 3*se {
		t.Errorf("the harmonic mean gives %.3f ± %.3f, which is fine", -log, se)
	}
}

var calibrate = flag.Bool("calibrate", false, "run the test of coverage in full: 500 runs of 4 × 10 000 draws")

// TestMarginalsCover runs each estimate often and counts how often ±1.96 standard errors cover the
// exact value.
func TestMarginalsCover(t *testing.T) {
	turns.Long(t)
	runs, draws := 60, 500
	if *calibrate {
		runs, draws = 500, 10_000
	}
	y := datasets.ExamScores()
	for name, estimate := range map[string]func(seed uint64) (*Marginal, error){
		"Chib": func(seed uint64) (*Marginal, error) {
			return chibExams(t, sampler.Settings{Draws: draws, Seed: seed})
		},
		"bridge": func(seed uint64) (*Marginal, error) {
			m, err := exams.Model(y)
			if err != nil {
				return nil, err
			}
			tr, err := sampler.Run(t.Context(), m, sampler.Settings{Draws: draws, Seed: seed})
			if err != nil {
				return nil, err
			}
			return Bridge(tr, 2, func(d *sampler.Draw, x []float64) {
				x[0], x[1] = d.Scalar("mu"), math.Log(d.Scalar("sigma2"))
			}, examsLogJoint, sampler.Stream("bridge", seed, 0))
		},
	} {
		covered := 0
		var z []float64
		for seed := range runs {
			m, err := estimate(uint64(seed))
			if err != nil {
				t.Fatal(err)
			}
			z = append(z, (m.Log+109.094371)/m.SE)
			if math.Abs(z[seed]) < 1.96 {
				covered++
			}
		}
		share := float64(covered) / float64(runs)
		t.Logf("%s: %d of %d covered, z has mean %.2f and SD %.2f", name, covered, runs,
			stat.Mean(z, nil), stat.StdDev(z, nil))
		if *calibrate && (share < 0.93 || share > 0.97) || share < 0.85 {
			t.Errorf("%s: %.1f %% covered", name, 100*share)
		}
	}
}
