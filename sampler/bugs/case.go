package bugs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/verify"
)

// Case is everything that package criticism and nb.Report ask about a model and its draws: the
// joint distribution, the observations, their log likelihood, data sets from the posterior, the
// priors one by one, and the data that have a value for each observation, as covariates. The trace
// must hold all unknowns, as it does without Monitor; if it does not, the questions that need them
// stay open. So do those that need draws from the prior, if the prior is too wide to draw from.
func (m *Model) Case(tr *sampler.Trace) criticism.Case[State, Observed] {
	c := criticism.Case[State, Observed]{Trace: tr, Joint: m.Joint(), Data: m.Observed(),
		Values: m.values, Along: m.along()}
	if c.NoJoint = m.tooWide(c.Joint); c.NoJoint != "" {
		c.Joint = verify.Joint[State, Observed]{}
	}
	if err := m.complete(tr); err != nil {
		return c
	}
	if l, err := m.LogLikelihood(tr); err == nil {
		c.LogLik = l
	}
	for _, s := range m.priors() {
		c.Priors = append(c.Priors,
			criticism.LogPrior{Name: s.Left.String(), At: func(d *sampler.Draw) float64 {
				return m.logs.Of(m.at(d), s)
			}})
	}
	if len(m.values(c.Data)) == 0 {
		c.NoJoint = "The observations stand for a likelihood, as in the zeros trick: no data can be " +
			"drawn."
		c.Joint, c.Values = verify.Joint[State, Observed]{}, nil
		return c
	}
	gen, err := m.newGenerator()
	if err != nil {
		return c
	}
	marginal := m.marginal(m.observations(), nil)
	c.Dependent = gen != nil || len(marginal.of) != len(m.values(m.Observed()))
	c.Replicate = func(r *rand.Rand, d *sampler.Draw, y []float64) {
		s := m.at(d)
		marginal.redraw(r, s)
		if gen != nil {
			copy(y, m.values(gen.draw(r, s, false)))
			return
		}
		out := m.Observed()
		m.plan.Replicate(r, s,
			func(st *graph.Statement, i int, v float64) { out[st.Left.Array.Name][i] = v })
		copy(y, m.values(out))
	}
	return c
}

// priorDraws is how many draws from the prior tooWide looks at.
const priorDraws = 2000

// tooFar is how many times as large as the largest observation those from the prior may be if they
// depend on each other: an autoregression may grow without bound, and matrices of such numbers have
// no inverse.
const tooFar = 1e10

// tooWide says that a draw from the prior gives numbers that no sampler can work with, if one does.
// Half of the draws of dgamma(0.001, 0.001) are so near to 0 that a computer takes them for 0.
func (m *Model) tooWide(j verify.Joint[State, Observed]) (why string) {
	const wide = "The prior is too wide to draw from: %s. To test the sampler, give the model " +
		"priors that are narrower."
	defer func() {
		if fault := recover(); fault != nil {
			why = fmt.Sprintf(wide, fmt.Sprintf("a draw leads to an impossible parameter (%v)", fault))
		}
	}()
	r, largest := sampler.Stream("bugs prior", 1, 0), 1.0
	for _, y := range m.numbers(m.Observed()) {
		largest = max(largest, math.Abs(y))
	}
	for range priorDraws {
		s, err := j.Prior(r)
		if err != nil {
			return err.Error() + "."
		}
		o, err := j.Data(r, s)
		finite := err == nil && !slices.ContainsFunc(m.graph.Statements, func(t *graph.Statement) bool {
			a := t.Left.Array
			return !t.Deterministic() && a.State && !slices.Contains(a.Observed, true) &&
				!(m.logs.Of(s, t) > impossible)
		})
		far, many := false, m.largestCount(o) > mostCounted
		for _, y := range m.numbers(o) {
			finite = finite && math.Abs(y) < 1e100 // its square is finite, and sums of squares
			far = far || s.Replica != nil && math.Abs(y) > tooFar*largest
		}
		switch {
		case !finite:
			return fmt.Sprintf(wide, "some of its draws, or data drawn from them, are no finite numbers")
		case far:
			return fmt.Sprintf(wide, "some data drawn from it are ten billion times as large as yours")
		case many:
			return fmt.Sprintf(wide, "some counts drawn from it are above a million million, and their "+
				"probabilities are lost in rounding")
		}
	}
	return ""
}

// mostCounted is where a rounding error of the log probability of a count, which multiplies the
// count by a logarithm, begins to matter.
const mostCounted = 1e12

func (m *Model) largestCount(o Observed) (largest float64) {
	for _, a := range m.graph.Order {
		for i, seen := range a.Observed {
			if seen && m.graph.Statements[a.Def[i]].Dist.Discrete {
				largest = max(largest, o[a.Name][i])
			}
		}
	}
	return largest
}

// numbers are the observations as one list, variable by variable.
func (m *Model) numbers(o Observed, without ...*expr.Array) (y []float64) {
	for _, a := range m.graph.Order {
		for i, seen := range a.Observed {
			if seen && !slices.Contains(without, a) {
				y = append(y, o[a.Name][i])
			}
		}
	}
	return y
}

// values are the numbers that a model is criticised by. Of censored variables it is only which are
// censored: the others are given because they are small. A variable that is given in part, and that
// other observations depend on, may be given where these say so, as a distance is if an animal was
// seen. Zeros and ones that stand for a likelihood are no data.
func (m *Model) values(o Observed) []float64 {
	var without []*expr.Array
	for _, p := range m.graph.Pieces {
		if m.trick(p.Statement) {
			without = append(without, p.Left.Array)
		}
		if p.Statement.Dist.Name == "dinterval" {
			without = append(without, p.Args[0].Array)
		}
		for _, a := range m.graph.Order {
			if a != p.Left.Array && p.Statement.Observed() && p.Mentions(a) && m.inPart(a) {
				without = append(without, a)
			}
		}
	}
	return m.numbers(o, without...)
}

// trick tells whether a statement is the zeros trick or the ones trick: several counts of zero with
// that name, or ones.
func (m *Model) trick(s *graph.Statement) bool {
	of, a := map[string]string{"dpois": "zero", "dbern": "one"}, s.Left.Array
	name, ok := of[s.Dist.Name]
	return ok && s.Rows.N > 1 && strings.HasPrefix(strings.ToLower(a.Name), name) &&
		slices.Min(a.Value) == slices.Max(a.Value)
}

// inPart tells whether some elements of a variable are given, and others drawn.
func (m *Model) inPart(a *expr.Array) bool {
	given, drawn := false, false
	for i, d := range a.Def {
		given, drawn = given || a.Observed[i], drawn || d >= 0 && !a.Observed[i]
	}
	return given && drawn
}

// along are the covariates, if one variable is observed: its indexes, and data with an element for
// each of its elements or, if no two lengths are the same, for each value of one index.
func (m *Model) along() map[string][]float64 {
	var y *expr.Array
	for _, a := range m.graph.Order {
		if slices.Contains(a.Observed, true) {
			if y != nil {
				return nil
			}
			y = a
		}
	}
	if y == nil {
		return nil
	}
	all := map[string][]float64{}
	add := func(name string, value func(i int) float64) {
		for i, seen := range y.Observed {
			if seen {
				all[name] = append(all[name], value(i))
			}
		}
	}
	for _, a := range m.graph.Order {
		if a != y && a.AllKnown() && slices.Equal(a.Dims, y.Dims) {
			add(a.Name, func(i int) float64 { return a.Value[i] })
		}
	}
	for stride, d := 1, len(y.Dims)-1; d >= 0 && len(y.Dims) > 1; d-- {
		n, by := y.Dims[d], stride
		stride *= n
		add(fmt.Sprintf("index %d of %s", d+1, y.Name), func(i int) float64 {
			return float64(i / by % n)
		})
		for _, a := range m.graph.Order {
			if a.AllKnown() && len(a.Dims) == 1 && a.Dims[0] == n &&
				len(slices.Compact(slices.Sorted(slices.Values(y.Dims)))) == len(y.Dims) {
				add(a.Name, func(i int) float64 { return a.Value[i/by%n] })
			}
		}
	}
	return all
}

// priors are the statements about unknowns whose parameters are known.
func (m *Model) priors() (out []*graph.Statement) {
	for _, s := range m.graph.Statements {
		if s.Deterministic() || !s.Left.Array.State {
			continue
		}
		free := !slices.ContainsFunc(s.Right(),
			func(e *expr.Expr) bool {
				return e.Has(func(x *expr.Expr) bool { return x.Array != nil && x.Array.Unknowns })
			})
		if free {
			out = append(out, s)
		}
	}
	return out
}

// drawn are the variables with elements that are drawn.
func (m *Model) drawn() []*expr.Array {
	return slices.DeleteFunc(slices.Clone(m.graph.Order),
		func(a *expr.Array) bool { return !a.State || !a.Unknowns || a.Computed })
}

// complete tells whether a trace holds all unknowns.
func (m *Model) complete(tr *sampler.Trace) error {
	for _, a := range m.drawn() {
		if _, err := tr.Shape(a.Name); err != nil {
			return fmt.Errorf("bugs: the trace does not hold %s: leave out Monitor, or name all unknowns",
				a.Name)
		}
	}
	return nil
}

// Evidence is the log of the marginal likelihood p(data), by bridge sampling over the unknowns. The
// unknowns must be continuous, with bounds that are known.
func (m *Model) Evidence(tr *sampler.Trace, r *rand.Rand) (*criticism.Marginal, error) {
	if err := m.complete(tr); err != nil {
		return nil, err
	}
	c, err := m.plan.Coordinates()
	if err != nil {
		return nil, fmt.Errorf("bugs: Evidence: %w", err)
	}
	s := m.plan.NewState()
	return criticism.Bridge(tr, len(c), func(d *sampler.Draw, x []float64) { c.Outward(m.at(d), x) },
		func(x []float64) float64 {
			jacobian := c.Inward(x, s)
			m.plan.Recompute(s)
			return m.logs.Joint(s) + jacobian
		}, r)
}
