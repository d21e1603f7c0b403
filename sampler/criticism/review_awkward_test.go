package criticism

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/internal/opaque/opaquetest"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

// A case that does not fit together gives a sentence.
func TestReviewSaysWhatIsWrong(t *testing.T) {
	type scores = Case[normal.State, []float64]
	good := examsCase(exams, examsJoint(exams, 29), datasets.ExamScores(), 1)
	for want, change := range map[string]func(c *scores){
		"the case has no Trace":                       func(c *scores) { c.Trace = nil },
		"a level of 2":                                func(c *scores) { c.Level = 2 },
		"the case has no observations":                func(c *scores) { c.Data = nil },
		"28 observations, and a log likelihood of 29": func(c *scores) { c.Data = c.Data[1:] },
		"observation 3 is NaN": func(c *scores) {
			c.Data = slices.Replace(datasets.ExamScores(), 3, 4, math.NaN())
		},
		"the value +Inf for observation 0": func(c *scores) {
			c.Replicate = func(_ *rand.Rand, _ *sampler.Draw, y []float64) { y[0] = math.Inf(1) }
		},
		`no parameter "m"`: func(c *scores) {
			c.Replicate = func(_ *rand.Rand, d *sampler.Draw, y []float64) { y[0] = d.Scalar("m") }
		},
		"has 29 values, expected 28": func(c *scores) {
			c.Data, c.LogLik = c.Data[1:], nil
		},
		`"sensitivity": criticism: the log density of the prior "p" is NaN`: func(c *scores) {
			c.Priors = []LogPrior{{"p", func(*sampler.Draw) float64 { return math.NaN() }}}
		},
	} {
		c := good
		change(&c)
		_, err := Check(c)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// A sampler whose chains depend on each other, and a chain that failed, are red sections, not
// errors.
func TestReviewOfABrokenSampler(t *testing.T) {
	c := examsCase(exams, examsJoint(exams, 29), datasets.ExamScores(), 1)
	model := c.Joint.Model
	count := 0.0
	c.Joint.Model = func(y []float64) (sampler.Model[normal.State], error) {
		m, err := model(y)
		m.Blocks = append(m.Blocks, sampler.Update("shared", func(_ *rand.Rand, s *normal.State) {
			count++
			s.Mu += count
		}))
		return m, err
	}
	r, err := Check(c)
	if err != nil || !slices.Contains(r.Wrong(), "sampler") ||
		!strings.Contains(r.Sections[0].Finding, "not independent") {
		t.Error(r, err)
	}

	m, err := model(datasets.ExamScores())
	if err != nil {
		t.Fatal(err)
	}
	m.Blocks = append(m.Blocks, sampler.Block[normal.State]{Name: "picky",
		Update: func(r *rand.Rand, _ *normal.State) error {
			if r.Float64() < 2e-4 {
				return errors.New("it fails")
			}
			return nil
		}})
	if c.Trace, err = sampler.Run(t.Context(), m, sampler.Settings{Chains: 8}); err == nil {
		t.Fatal("no chain has failed")
	}
	if r, err = Check(Case[normal.State, []float64]{Trace: c.Trace}); err != nil ||
		!slices.Contains(r.Wrong(), "chains") {
		t.Error(c.Trace.Failures(), r, err)
	}
}

// One observation has no spread and no neighbours, and is reviewed all the same. Data that are no
// numbers are given by Values.
func TestReviewOfOneObservation(t *testing.T) {
	c := examsCase(exams, examsJoint(exams, 1), []float64{84}, 1)
	r, err := Check(c)
	if err != nil || len(r.Wrong()) > 0 {
		t.Fatal(r, err)
	}
	for _, check := range r.Fit {
		if check.Statistic == "standard deviation" {
			t.Error("one value has a standard deviation")
		}
	}
	texts := Case[normal.State, []string]{Trace: c.Trace, Data: []string{"84", "8"},
		Replicate: c.Replicate,
		Values: func(data []string) (y []float64) {
			for _, s := range data {
				y = append(y, float64(80+len(s)))
			}
			return y
		}}
	if r, err := Check(texts); err != nil || r.Fit[0].Observed != 81.5 {
		t.Error(r, err)
	}
	texts.Values = nil
	if r, err := Check(texts); err != nil || !slices.Contains(r.Open(), "fit") ||
		!r.Sections[1].Checked || !strings.Contains(r.Sections[2].Finding, "Give Values") {
		t.Error(r, err)
	}
}

// The tail of a distribution is right where no value lies: exponential, normal and Cauchy, and of
// counts.
func TestTailBeyondTheValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct {
		name   string
		draw   func() float64
		at     float64
		p      float64
		lo, hi float64 // of the ratio to p
	}{
		{"exponential", r.ExpFloat64, 12, math.Exp(-12), 0.05, 20},
		{"normal", r.NormFloat64, 5, math.Erfc(5/math.Sqrt2) / 2, 1, 1000},
		{"Cauchy", func() float64 { return r.NormFloat64() / math.Abs(r.NormFloat64()) }, 1e4,
			1 / (1e4 * math.Pi), 0.1, 10},
		{"counts", func() float64 { return math.Floor(r.ExpFloat64()) }, 12, math.Exp(-12), 0.05, 20},
	} {
		x := make([]float64, 4000)
		for i := range x {
			x[i] = c.draw()
		}
		slices.Sort(x)
		if ratio := upperTail(x, c.at) / c.p; !(ratio > c.lo && ratio < c.hi) {
			t.Errorf("%s: the probability beyond %v is %.2g, want %.2g", c.name, c.at,
				upperTail(x, c.at), c.p)
		}
		if p := upperTail(x, x[3000]); p < 0.25 || p > 0.4 {
			t.Errorf("%s: the upper quarter has %v", c.name, p)
		}
	}
}

func TestHiddenCasesLoseNothing(t *testing.T) {
	opaquetest.NothingIsLost(t, opaquetest.Full[Case[normal.State, []float64]]().hidden())
}

// Times that end with a study are equal: their PIT are spread over what they may be. Data of another
// shape are still found.
func TestReviewOfCensoredTimes(t *testing.T) {
	type state struct{ Rate float64 }
	const n = 200
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		y, events, total := make([]float64, n), 0.0, 0.0
		for i := range y {
			x := r.ExpFloat64()
			if seed >= 4 { // no exponential times
				x = 0.3 + 0.9*r.Float64()
			}
			if y[i] = min(x, 1); x < 1 {
				events++
			}
			total += y[i]
		}
		tr, err := sampler.Run(t.Context(), sampler.Model[state]{
			Init: func(*rand.Rand) (*state, error) { return &state{1}, nil },
			Blocks: []sampler.Block[state]{sampler.Update("rate", func(r *rand.Rand, s *state) {
				s.Rate = variate.Gamma(r, events+1, total+1)
			})},
			Params: []sampler.Param[state]{sampler.Scalar("rate", func(s *state) float64 { return s.Rate })},
		}, sampler.Settings{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		l, err := Pointwise(tr, n, func(d *sampler.Draw, i int) float64 {
			if y[i] == 1 {
				return -d.Scalar("rate")
			}
			return math.Log(d.Scalar("rate")) - d.Scalar("rate")*y[i]
		})
		if err != nil {
			t.Fatal(err)
		}
		review, err := Check(Case[state, []float64]{Trace: tr, Data: y, LogLik: l,
			Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
				for i := range y {
					y[i] = min(r.ExpFloat64()/d.Scalar("rate"), 1)
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		if wrong := slices.Contains(review.Wrong(), "fit"); wrong != (seed >= 4) {
			t.Errorf("seed %d: wrong is %v: %v", seed, wrong, review.Sections)
		}
	}
}
