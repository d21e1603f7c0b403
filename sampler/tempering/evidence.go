package tempering

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
)

// A Result is what a ladder tells beside the draws.
type Result struct {
	// Log is the log marginal likelihood log p(y), with its standard error.
	Log, SE float64
	// Barrier is the sum over neighbours of the probability that they do not exchange their
	// states. It hardly depends on the number of rungs: about twice as many of them are best.
	Barrier float64
	// Trips is the number of round trips from the lowest rung to the highest and back, of all
	// states, a sweep. Expected is the number if each sweep forgot all but the rung, 1/(2 + 2Σ
	// r/(1−r)) with r the probability that neighbours do not exchange.
	Trips, Expected float64
}

// Evidence reads the log marginal likelihood from the trace of a [Model], and how well its states
// travel. Between neighbours it takes Bennett's estimate, which bridge sampling uses as well. The
// standard error counts what is correlated between rungs and draws.
//
// Source: Bennett, Journal of Computational Physics 22 (1976) 245–268.
func Evidence(tr *sampler.Trace) (*Result, error) {
	powers, err1 := tr.Array(powerName)
	logLik, err2 := tr.Array(logLikName)
	trips, err3 := tr.Chains(tripsName)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return nil, fmt.Errorf("tempering: Evidence: give the trace of a Model: %w", err)
	}
	out := &Result{}
	chains := float64(len(logLik.Draws))
	var influence [][]float64 // what each draw adds to the error, by chain
	for c, rows := range logLik.Draws {
		if len(rows) < 10 {
			return nil, errors.New("tempering: Evidence: less than 10 draws: run longer")
		}
		sum := make([]float64, len(rows))
		beta, turns := powers.Draws[c][0], 0.0
		for i := range len(beta) - 1 {
			log, refuse := between(rows, i, beta[i+1]-beta[i], sum)
			out.Log += log / chains
			out.Barrier += refuse / chains
			turns += refuse / (1 - refuse)
		}
		out.Expected += 1 / (2 + 2*turns) / chains
		out.Trips += diag.Mean(trips[c]) / chains
		influence = append(influence, sum)
	}
	out.SE = diag.MCSEMean(influence)
	return out, nil
}

// between estimates the log of the ratio of the normalising constants of rungs i and i+1. It adds
// to errors what each draw contributes to its error, and returns the probability that the two do
// not exchange their states.
func between(rows [][]float64, i int, step float64, errors []float64) (log, refuse float64) {
	n := float64(len(rows))
	shift := 0.0
	for _, x := range rows {
		refuse += (1 - exchanged(step, x[i], x[i+1])) / n
		shift += step * (x[i] + x[i+1]) / 2 / n
	}
	// With w = exp(step·log likelihood − shift), z = E w/(w+z) on rung i over E 1/(w+z) on rung
	// i+1.
	up := func(x []float64, z float64) float64 { return 1 / (1 + z*math.Exp(shift-step*x[i])) }
	down := func(x []float64, z float64) float64 { return 1 / (z + math.Exp(step*x[i+1]-shift)) }
	z, above, below := 1.0, 0.0, 0.0
	for range 1000 {
		above, below = 0, 0
		for _, x := range rows {
			above += up(x, z) / n
			below += down(x, z) / n
		}
		last := z
		if z = above / below; math.Abs(z-last) <= 1e-12*z {
			break
		}
	}
	for t, x := range rows {
		errors[t] += up(x, z)/above - down(x, z)/below
	}
	return shift + math.Log(z), refuse
}

// Verdict says in a sentence what was found.
func (r *Result) Verdict() string {
	travel := "so the states travel as theory lets them"
	if r.Trips < 0.7*r.Expected {
		travel = "so sweeps forget too little, or the warm-up was too short for the ladder"
	}
	return fmt.Sprintf("The log marginal likelihood is %.3f, standard error %.2g. States made %.3f "+
		"round trips a sweep, and %.3f were expected, %s. The barrier is %.1f: %.0f rungs are about "+
		"right.", r.Log, r.SE, r.Trips, r.Expected, travel, r.Barrier, math.Ceil(2*r.Barrier+1))
}

// Report gives the verdict.
func (r *Result) Report() report.Report { return report.Report{Verdict: r.Verdict()} }

// String is the verdict.
func (r *Result) String() string { return r.Report().String() }
