package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/report"
)

// An Elpd is the expected log predictive density of data that the model has not seen, one for each
// observation: how well the model predicts. Larger is better; differences between models matter,
// and not the value itself. [LOO], [KFold] and [Future] estimate it.
type Elpd struct {
	// Method is how it was estimated: "LOO", "LOO, 2 refitted", "10-fold".
	Method string
	// Elpd is the sum over the observations, and SE the standard error of this sum: √n times the
	// standard deviation of the terms, as in ArviZ. It measures how far other data of this size
	// might lead. NaN for one observation.
	Elpd, SE float64
	// P is the effective number of parameters: how much better the model predicts the data if it
	// has seen them. NaN where it is not estimated.
	P float64
	// MCSE is the Monte Carlo standard error of Elpd. All terms are computed from the same draws,
	// so their errors are correlated, and MCSE takes account of it: it is not the root of the sum of
	// their squares, as in loo and ArviZ. It is too small if a k̂ is above Limit. NaN where there are
	// no weights.
	MCSE float64
	// Limit is the k̂ above which an observation's estimate cannot be trusted. NaN without k̂.
	Limit float64
	// Draws is the number of draws.
	Draws int
	// Points are the terms of the sum.
	Points []Point
	// Warnings are what to worry about.
	Warnings []error

	loglik *LogLik   // of LOO, to make its weights again
	total  []float64 // the influence of each draw
	apart  float64   // the variance of terms from other draws
}

// A Point is the part of one observation.
type Point struct {
	Name string
	// Elpd is the log density of the observation if the model has not seen it, and P how much
	// larger it is if the model has.
	Elpd, P float64
	// K is k̂: how heavy the tail of the weights is that leave this observation out. It says how
	// much the observation influences the posterior. Without a tail to fit, see [Weighting].
	K float64
	// ESS is the number of independent draws that the weighted ones are worth, and MCSE the Monte
	// Carlo standard error of Elpd. NaN without weights.
	ESS, MCSE float64
}

func newElpd(method string, draws int, limit float64, points []Point) *Elpd {
	e := &Elpd{Method: method, MCSE: math.NaN(), Draws: draws, Limit: limit, Points: points}
	n := float64(len(points))
	for _, p := range points {
		e.Elpd += p.Elpd
		e.P += p.P
	}
	squares := 0.0
	for _, p := range points {
		d := p.Elpd - e.Elpd/n
		squares += d * d
	}
	e.SE = math.Sqrt(squares)
	if len(points) == 1 {
		e.SE = math.NaN()
		e.warn("one observation: there is no standard error, and nothing to compare")
	}
	return e
}

func (e *Elpd) warn(format string, args ...any) {
	e.Warnings = append(e.Warnings, fmt.Errorf("criticism: "+format, args...))
}

// Bad lists the observations whose k̂ is above the limit, in the order of the data.
func (e *Elpd) Bad() []int {
	var bad []int
	for i, p := range e.Points {
		if p.K > e.Limit {
			bad = append(bad, i)
		}
	}
	return bad
}

// fewDraws is the number below which there is no k̂: the tail is less than pareto.MinTail.
const fewDraws = 25

// Verdict says in a sentence what was found.
func (e *Elpd) Verdict() string {
	said := fmt.Sprintf("%s: elpd %.1f", e.Method, e.Elpd)
	if !math.IsNaN(e.SE) {
		said += fmt.Sprintf(", standard error %.1f", e.SE)
	}
	if !math.IsNaN(e.P) {
		said += fmt.Sprintf(", %.1f effective parameters", e.P)
	}
	said += "."
	if math.IsNaN(e.Limit) {
		return said
	}
	if bad := len(e.Bad()); bad > 0 {
		return fmt.Sprintf("%s It is not reliable: k̂ is above %.2f for %d of %d observations.", said,
			e.Limit, bad, len(e.Points))
	}
	if e.Draws < fewDraws {
		return said + " There are too few draws for k̂."
	}
	return said + fmt.Sprintf(" All k̂ are good (at most %.2f).", e.Limit)
}

// worstShown is the number of observations in the table of a report.
const worstShown = 10

// Report gives the verdict, the ten most influential observations and the warnings as values.
func (e *Elpd) Report() report.Report {
	r := report.Report{Verdict: e.Verdict(), Warnings: e.Warnings}
	if math.IsNaN(e.Limit) {
		return r
	}
	r.Table = report.Table{Head: []string{"observation", "elpd", "k̂", "ESS"}, Align: "l"}
	for _, i := range largest(e.Points, worstShown) {
		p := e.Points[i]
		r.Table.Rows = append(r.Table.Rows, []string{p.Name, fixed(p.Elpd, 2), fixed(p.K, 2),
			fixed(math.Floor(p.ESS), 0)})
	}
	if more := len(e.Points) - len(r.Table.Rows); more > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("The %d observations with the largest k̂, of %d.",
			len(r.Table.Rows), len(e.Points)))
	}
	return r
}

// String is the report as text.
func (e *Elpd) String() string { return e.Report().String() }

// largest are the positions of the points with the largest k̂, which come first; points without k̂
// come last.
func largest(points []Point, n int) []int {
	order := numeric.Order(len(points), func(i, j int) int {
		return cmp.Compare(points[j].K, points[i].K)
	})
	return order[:min(n, len(order))]
}

// fixed is a number with this many decimals, or a dash.
func fixed(v float64, decimals int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

var errNoLogLik = errors.New("criticism: no pointwise log likelihood was given: make one with " +
	"Pointwise or Recorded")
