package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"gibbslab/internal/opaque"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
	"gibbslab/sampler/verify"
)

// A Case is a model, its data and its draws: all that [Check] looks at. Only Trace is required.
// Whatever else is missing, Check says which question it leaves open, and what to give.
type Case[S, D any] struct {
	// Trace holds the draws.
	Trace *sampler.Trace
	// Joint is the model as package verify tests it: prior, data and sampler.
	Joint verify.Joint[S, D]
	// NoJoint says why there is no Joint. The sections that need it repeat the sentence.
	NoJoint string
	// Data are the data at hand.
	Data D
	// Values are the observations of a data set, one number each. Nil is enough if D is []float64
	// or []int. Of other data, fit and sensitivity stay open without it.
	Values func(data D) []float64
	// LogLik is the log likelihood of each observation given each draw.
	LogLik *LogLik
	// Replicate makes a data set given a draw, as in Trace.Replicate. If the log likelihood has an
	// effect integrated out, draw this effect here.
	Replicate func(r *rand.Rand, d *sampler.Draw, y []float64)
	// Dependent says that Replicate draws some observations from others of the same data set, or that
	// an observation is a vector, with one log likelihood for its numbers. Then single observations
	// are not compared with their predictions, nor LogLik with Replicate.
	Dependent bool
	// Along holds covariates by their names: a number for each observation, or the number of its
	// group. The fit is then also looked at in parts of the data along each of them.
	Along map[string][]float64
	// Priors are the log densities of the prior. Nil means lp__ less the log likelihood: then
	// LogJoint must be right, which verify.Conditional tests and Check does not. Give them if lp__
	// has latent variables that LogLik has integrated out.
	Priors []LogPrior
	// Level is the probability that a model without fault has a red section. 0 means 0.01.
	Level float64
	// Seed of all random numbers.
	Seed uint64
}

// A Review is what [Check] found: five sections, and what they were computed from. Where a section
// was not checked, its part is nil.
type Review struct {
	Sections []Section
	// Blocks is the test of the sampler, and Summary that of the chains.
	Blocks  *verify.BlockReport
	Summary *diag.Summary
	// Fit has statistics of the data among those of data sets from the posterior, and PIT says where
	// each observation lies in its prediction from all others.
	Fit []PredictiveCheck
	PIT []float64
	// LOO leaves out one observation at a time.
	LOO *Elpd
	// Prior has statistics of the data among those of data sets from the prior. Sensitivity says how
	// much prior and likelihood matter; Priors and LogLik are what it was computed from.
	Prior       []PredictiveCheck
	Sensitivity *Sensitivity
	Priors      []LogPrior
	LogLik      *LogLik
}

// A Section answers one question about a model.
type Section struct {
	Name     string // "sampler", "chains", "fit", "influence" or "sensitivity"
	Question string
	// Checked is false if the question is open. Wrong is true if something is wrong.
	Checked, Wrong bool
	// Finding says in a sentence or two what was found, or what to give to find it.
	Finding string
	// About is what the finding is about: the block, parameter, statistic or observation that is the
	// worst. Empty if there is none.
	About string
}

// A PredictiveCheck compares a statistic of the data with its values in data sets that a model has
// made.
type PredictiveCheck struct {
	Statistic  string
	Observed   float64
	Replicated []float64
	// P is the probability of a value at least as far out as Observed, on either side. Where fewer
	// than ten replicated values are, it comes from a generalised Pareto distribution fitted to
	// their tail, which is never shorter than an exponential one. Of a misfit, only a large one is
	// far out, and P comes from χ² with their mean and spread.
	P float64
}

// Check asks five questions about a model. Each section is right, wrong, or says what it needs:
//
//   - sampler: does it draw from the posterior (verify.Blocks)? Beyond 300 numbers it takes fewer
//     data sets.
//   - chains: do they agree, without a chain that failed or divergent steps of NUTS
//     (diag.Summarize, with the limit of R-hat that goes with Case.Level)?
//   - fit: does the model make data like these? It compares mean, standard deviation, smallest and
//     largest value and the correlation of neighbours with those of data sets from the posterior,
//     and looks whether the PIT is uniform. Along each covariate it compares ten parts of the data,
//     or each group, with what the model expects: a curve taken for a line, or a group effect that
//     was left out, shows only there. It also looks whether LogLik is the log density of what
//     Replicate makes, at up to 500 observations and four draws (not for more than 50 000
//     observations, nor if neighbours in a data set depend on each other given the draw), and
//     whether a run of observations is an exact copy of another, unless all are whole numbers.
//   - influence: is an observation so far out that the model, given all others, does not expect it?
//     If a k̂ is above its limit and no observation stands out, the question stays open.
//   - sensitivity: do data contradict a prior that matters? The statistics of the data must be rare
//     in data sets from the prior, and the posterior must be sensitive to the prior (PowerScale).
//
// Each question has a fifth of Case.Level. A model that is right has a red section with at most
// that probability, as far as posterior predictive p-values and the tails of statistics allow:
// the first are doubled (Meng, Annals of Statistics 22 (1994) 1142–1160: P(p ≤ α) ≤ 2α).
//
// For the PIT, counts are spread evenly over ±½, in the data and in what the model makes, to have
// no ties.
//
// An error means that the case does not fit together, such as a log likelihood for other data.
func Check[S, D any](c Case[S, D]) (*Review, error) {
	return (&reviewer{c: c.hidden(), Review: &Review{LogLik: c.LogLik}}).check()
}

// hidden is the case with the types of its states and data hidden.
func (c Case[S, D]) hidden() anyCase {
	h := anyCase{Trace: c.Trace, Joint: verify.Opaque(c.Joint), NoJoint: c.NoJoint, Data: c.Data,
		LogLik: c.LogLik, Replicate: c.Replicate, Along: c.Along, Priors: c.Priors, Level: c.Level,
		Seed: c.Seed, Dependent: c.Dependent}
	if c.Values != nil {
		h.Values = func(data any) []float64 { return c.Values(data.(D)) }
	}
	return h
}

func (v *reviewer) check() (*Review, error) {
	c := &v.c
	if c.Trace == nil {
		return nil, errors.New("criticism: the case has no Trace: give the draws of a run")
	}
	c.Level = cmp.Or(c.Level, 0.01)
	if !(c.Level > 0 && c.Level < 0.5) {
		return nil, fmt.Errorf("criticism: a level of %v: give a number between 0 and 0.5, or 0 for "+
			"0.01", c.Level)
	}
	var err error
	if v.y, err = v.observed(); err != nil {
		return nil, err
	}
	v.level = c.Level / 5
	for _, ask := range []func() (Section, error){v.sampler, v.chains, v.fit, v.influence,
		v.sensitivity} {
		s, err := ask()
		if err != nil {
			return nil, fmt.Errorf("criticism: the section %q: %w", s.Name, err)
		}
		v.Sections = append(v.Sections, s)
	}
	return v.Review, nil
}

// What looks at a case is compiled once, for this one.
type anyCase = Case[opaque.State, any]

// reviewer holds what the sections share.
type reviewer struct {
	c anyCase
	*Review
	y     []float64
	made  [][]float64 // replicated data, one data set for each draw
	level float64     // of each section
}

// observed are the data as numbers; nil if no question needs them.
func (v *reviewer) observed() ([]float64, error) {
	if v.c.Replicate == nil && (v.c.Joint.Prior == nil || v.c.Joint.Data == nil) {
		return nil, nil
	}
	y, known := v.numbers(v.c.Data)
	switch {
	case !known:
		return nil, nil
	case len(y) == 0:
		return nil, errors.New("criticism: the case has no observations: give Data")
	case v.c.LogLik != nil && v.c.LogLik.Len() != len(y) && !v.c.Dependent:
		return nil, fmt.Errorf("criticism: the case has %d observations, and a log likelihood of %d: "+
			"give both for the same data", len(y), v.c.LogLik.Len())
	}
	for i, v := range y {
		if v-v != 0 {
			return nil, fmt.Errorf("criticism: observation %d is %v, expected a finite number", i, v)
		}
	}
	return y, nil
}

// giveValues is what to do if the data are none of the types that numbers knows.
const giveValues = "Give Values: the observations of a data set, one number each."

func (v *reviewer) numbers(data any) (y []float64, known bool) {
	if v.c.Values != nil {
		return v.c.Values(data), true
	}
	switch x := data.(type) {
	case []float64:
		return x, true
	case []int:
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = float64(v)
		}
		return y, true
	}
	return nil, false
}

// Wrong lists the names of the sections that are wrong.
func (r *Review) Wrong() []string {
	return r.named(func(s Section) bool { return s.Checked && s.Wrong })
}

// Open lists the names of the sections that were not checked.
func (r *Review) Open() []string { return r.named(func(s Section) bool { return !s.Checked }) }

func (r *Review) named(which func(s Section) bool) (names []string) {
	for _, s := range r.Sections {
		if which(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Verdict says in a sentence what was found.
func (r *Review) Verdict() string {
	var said []string
	if wrong := r.Wrong(); len(wrong) > 0 {
		said = append(said, "Wrong: "+some(wrong)+".")
	} else if len(r.Open()) < len(r.Sections) {
		said = append(said, "Nothing wrong was found.")
	}
	if open := r.Open(); len(open) > 0 {
		said = append(said, "Open: "+some(open)+".")
	}
	return strings.Join(said, " ")
}

// Report gives the verdict, and the five findings as notes.
func (r *Review) Report() report.Report {
	out := report.Report{Verdict: r.Verdict()}
	for _, s := range r.Sections {
		out.Notes = append(out.Notes, s.Sign()+" "+s.Name+": "+s.Finding)
	}
	return out
}

// Sign is ✓ for a section that is right, ✗ for one that is wrong, and ? for one that is open.
func (s Section) Sign() string {
	switch {
	case !s.Checked:
		return "?"
	case s.Wrong:
		return "✗"
	}
	return "✓"
}

// String is the report as text.
func (r *Review) String() string { return r.Report().String() }
