package diag_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
)

// pair is a and b. Only their sum is observed: y = a + b + noise. Given y they are correlated, by
// −1/(1+noise²). The difference of a chain forgets as the square of that to the power of the
// sweeps.
type pair struct{ A, B float64 }

func pairModel(y, noise2 float64) sampler.Model[pair] {
	sd := math.Sqrt(noise2 / (1 + noise2)) // prior precision 1, likelihood 1/noise²
	draw := func(r *rand.Rand, other float64) float64 {
		return (y-other)/(1+noise2) + sd*r.NormFloat64()
	}
	return sampler.Model[pair]{
		// from the posterior, so only the rule can cause a bias
		Init: func(r *rand.Rand) (*pair, error) {
			sum := 2*y/(2+noise2) + math.Sqrt(2*noise2/(2+noise2))*r.NormFloat64()
			difference := math.Sqrt2 * r.NormFloat64()
			return &pair{(sum + difference) / 2, (sum - difference) / 2}, nil
		},
		Blocks: []sampler.Block[pair]{
			{Name: "a", Update: func(r *rand.Rand, s *pair) error { s.A = draw(r, s.B); return nil }},
			{Name: "b", Update: func(r *rand.Rand, s *pair) error { s.B = draw(r, s.A); return nil }},
		},
		Params: []sampler.Param[pair]{
			sampler.Scalar("a", func(s *pair) float64 { return s.A }),
			sampler.Scalar("b", func(s *pair) float64 { return s.B }),
		},
	}
}

// ruled is a rule that ends runs, and the runs that it ends.
type ruled struct {
	until         func(*sampler.Trace) (string, error)
	chains, draws int // at most
	noise2        float64
	dataSets      int
}

// wholeRuns is a sampler whose sweep is a whole run that ends by the rule; it keeps one random draw
// of the run. If the rule does not bias the draws of a run, these draws follow the posterior, and
// calibration finds nothing.
func (u ruled) wholeRuns() verify.Joint[pair, float64] {
	return verify.Joint[pair, float64]{
		Prior: func(r *rand.Rand) (*pair, error) { return &pair{r.NormFloat64(), r.NormFloat64()}, nil },
		Data: func(r *rand.Rand, s *pair) (float64, error) {
			return s.A + s.B + math.Sqrt(u.noise2)*r.NormFloat64(), nil
		},
		LogLikelihood: func(y float64, s *pair) float64 {
			return -(y - s.A - s.B) * (y - s.A - s.B) / (2 * u.noise2)
		},
		Functions: []verify.Function[pair, float64]{
			// sees a wrong spread
			{Name: "(a−b)²", Of: func(_ float64, s *pair) float64 { return (s.A - s.B) * (s.A - s.B) }},
		},
		Model: func(y float64) (sampler.Model[pair], error) {
			m, inner := pairModel(y, u.noise2), pairModel(y, u.noise2)
			m.Blocks = []sampler.Block[pair]{{Name: "run", Update: func(r *rand.Rand, s *pair) error {
				set := sampler.Settings{Chains: u.chains, Warmup: sampler.NoWarmup, Draws: u.draws,
					Seed: r.Uint64(), Until: u.until}
				tr, err := sampler.Run(context.Background(), inner, set)
				if err != nil && !errors.Is(err, sampler.ErrNotReached) {
					return err
				}
				a, err1 := tr.Draws("a")
				b, err2 := tr.Draws("b")
				i := r.IntN(len(a))
				*s = pair{a[i], b[i]}
				return errors.Join(err1, err2)
			}}}
			return m, nil
		},
	}
}

// sbc calibrates runs that end by a rule.
func (u ruled) sbc(t *testing.T) *verify.SBCReport {
	t.Helper()
	report, err := verify.SBC(u.wholeRuns(),
		verify.Settings{Seed: 1, Replications: u.dataSets, Draws: 3, Warmup: 1, Thin: 1})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Runs that end by ESS and R-hat, or by MCSE, hold draws of the posterior. Here draws are worth a
// quarter (noise² = 1/4), and runs mostly end after 300 to 600 draws, at the third to sixth
// question.
func TestUntilDoesNotBias(t *testing.T) {
	turns.Long(t)
	dataSets := 400
	if raceEnabled {
		dataSets = 40 // the detector looks at each access; any race shows at once
	}
	for name, until := range map[string]func(*sampler.Trace) (string, error){
		"ESS and R-hat": diag.Target{ESS: 100}.Unmet,
		"MCSE":          diag.Target{ESS: 1, RHat: math.Inf(1), MCSE: 0.07}.Unmet,
	} {
		if report := (ruled{until, 2, 3000, 0.25, dataSets}).sbc(t); report.Wrong {
			t.Errorf("%s: %s", name, report)
		}
	}
}

// The control: runs that end when their mean is high. a and b have the same posterior mean. A chain
// is first asked before it has forgotten its start (noise² = 1/500), and goes on only if b is above
// a at that time.
func TestUntilAHighMeanBiases(t *testing.T) {
	turns.Long(t)
	high := func(tr *sampler.Trace) (string, error) {
		a, err1 := tr.Draws("a")
		b, err2 := tr.Draws("b")
		if diag.Mean(a) < diag.Mean(b) {
			return "a higher a", errors.Join(err1, err2)
		}
		return "", errors.Join(err1, err2)
	}
	if report := (ruled{high, 1, 600, 0.002, 1600}).sbc(t); !report.Wrong {
		t.Errorf("a rule that waits for high values is not caught:\n%s", report)
	} else if report.Function != "a" && report.Function != "b" {
		t.Errorf("caught by %s\n%s", report.Function, report)
	}
}
