package criticism

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// A LogLik is the log likelihood of each observation given each draw: log p(y_i | θ_s). [Pointwise]
// computes it from a trace, [Recorded] reads it from one. The draws count chain after chain.
type LogLik struct {
	names  []string
	draws  int
	chains []int // draws of each
	// members are the observations of each group; nil if the observations are not grouped.
	members [][]int
	relESS  float64
	// fill computes observations lo to hi−1: dst[i] gets the draws of observation lo+i.
	fill func(lo, hi int, dst [][]float64) error
	// stored tells that fill only copies, so that several may at the same time.
	stored bool
}

// Pointwise is the log likelihood that f computes: the log density of observation i of n given a
// draw of the parameters.
//
//	ll, err := criticism.Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
//		return variate.NormalLogProb(y[i], d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
//	})
//
// f is called when the values are needed, for 32 observations at a time: a million observations
// take no more memory than these. Each function that needs the values calls f again. If f is slow,
// let the model record the values as a parameter, and use [Recorded].
func Pointwise(tr *sampler.Trace, n int, f func(d *sampler.Draw, i int) float64) (*LogLik, error) {
	if tr == nil || f == nil || n < 1 {
		return nil, fmt.Errorf("criticism: Pointwise needs a trace, a function and at least one "+
			"observation, and was given %d", n)
	}
	l, err := newLogLik(tr, "", positions(n))
	if err != nil {
		return nil, err
	}
	l.fill = func(lo, hi int, dst [][]float64) error {
		rows, err := tr.Replicate(sampler.Stream("criticism", 0, 0), 0, hi-lo,
			func(_ *rand.Rand, d *sampler.Draw, row []float64) {
				for i := range row {
					row[i] = f(d, lo+i)
				}
			})
		if err != nil {
			return fmt.Errorf("criticism: the log likelihood of observations %d to %d: %w", lo, hi-1, err)
		}
		if len(rows) != l.draws {
			return fmt.Errorf("criticism: the trace had %d draws, and now has %d: do not change "+
				"a trace that is in use", l.draws, len(rows))
		}
		values := make([]float64, (hi-lo)*len(rows))
		for i := range dst {
			dst[i] = values[i*len(rows) : (i+1)*len(rows)]
			for s, row := range rows {
				dst[i][s] = row[i]
			}
		}
		return nil
	}
	return l, nil
}

// Recorded is the log likelihood that the model recorded under this name, with one element for each
// observation. The observations have the labels of the elements.
func Recorded(tr *sampler.Trace, name string) (*LogLik, error) {
	if tr == nil {
		return nil, errors.New("criticism: Recorded was given no trace")
	}
	if _, err := tr.Shape(name); err != nil {
		return nil, fmt.Errorf("criticism: no pointwise log likelihood was recorded as %q: record "+
			"it as a parameter, or compute it with Pointwise (%w)", name, err)
	}
	labels, err := tr.Labels(name)
	if err != nil {
		return nil, fmt.Errorf("criticism: %w", err)
	}
	l, err := newLogLik(tr, name, labels)
	if err != nil {
		return nil, err
	}
	if got, err := tr.Draws(labels[0]); err != nil || len(got) != l.draws {
		return nil, fmt.Errorf("criticism: %q has %d values, and the trace has %d draws: record it "+
			"at each draw (Param.Every)", name, len(got), l.draws)
	}
	for _, a := range tr.ZarrArrays("") { // its Fill uses the memory of dst again
		if a.Name == name {
			l.fill, l.stored = a.Fill, true
		}
	}
	return l, nil
}

// newLogLik counts the draws of a trace and how many independent ones they are worth.
func newLogLik(tr *sampler.Trace, without string, names []string) (*LogLik, error) {
	l := &LogLik{names: names, relESS: 1}
	labels, err := tr.Labels()
	if err != nil {
		return nil, fmt.Errorf("criticism: %w", err)
	}
	sum, counted := 0.0, 0
	for _, label := range labels {
		name, _, err := tr.Locate(label)
		if err != nil {
			return nil, fmt.Errorf("criticism: %w", err)
		}
		chains, err := tr.Chains(label)
		if err != nil {
			return nil, fmt.Errorf("criticism: %w", err)
		}
		draws, lengths := 0, make([]int, len(chains))
		for c, x := range chains {
			lengths[c] = len(x)
			draws += len(x)
		}
		if draws > l.draws {
			l.draws, l.chains = draws, lengths
		}
		if name == without || name == "lp__" {
			continue
		}
		if ess := diag.ESSMean(chains); draws > 0 && !math.IsNaN(ess) {
			sum += ess / float64(draws)
			counted++
		}
	}
	if l.draws == 0 {
		return nil, errors.New("criticism: the trace has no draws")
	}
	if counted > 0 {
		l.relESS = sum / float64(counted)
	}
	return l, nil
}

// positions are the names of observations that have none.
func positions(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}

// Len is the number of observations.
func (l *LogLik) Len() int { return len(l.names) }

// Draws is the number of draws.
func (l *LogLik) Draws() int { return l.draws }

// RelativeESS is the effective number of draws over their number. As in ArviZ, it is the mean over
// all scalars of the trace, without lp__ and the log likelihood itself. It sets how many weights
// count as the tail, and widens Monte Carlo errors.
func (l *LogLik) RelativeESS() float64 { return l.relESS }

// Named gives the observations names, for tables and plots.
func (l *LogLik) Named(names ...string) (*LogLik, error) {
	if len(names) != l.Len() {
		return nil, fmt.Errorf("criticism: %d names for %d observations: give one for each",
			len(names), l.Len())
	}
	named := *l
	named.names = names
	return &named, nil
}

// Grouped is the log likelihood of whole groups: the sum over the observations of each. LOO of it
// leaves out one group at a time, such as all pupils of a school. group[i] names the group of
// observation i. The groups keep the order in which they appear.
//
// The observations of a group must be independent given the parameters.
func (l *LogLik) Grouped(group []string) (*LogLik, error) {
	if len(group) != l.Len() {
		return nil, fmt.Errorf("criticism: %d groups are named for %d observations: name the "+
			"group of each", len(group), l.Len())
	}
	grouped := *l
	grouped.names, grouped.stored = nil, false
	var members [][]int // of the groups, in terms of l
	at := map[string]int{}
	for i, name := range group {
		if _, ok := at[name]; !ok {
			at[name] = len(members)
			members, grouped.names = append(members, nil), append(grouped.names, name)
		}
		members[at[name]] = append(members[at[name]], i)
	}
	grouped.members = nil
	for _, group := range members {
		var fold []int
		for _, i := range group {
			fold = append(fold, l.fold(i)...)
		}
		grouped.members = append(grouped.members, fold)
	}
	grouped.fill = func(lo, _ int, dst [][]float64) error {
		for g := range dst {
			dst[g] = make([]float64, l.draws)
			for _, i := range members[lo+g] {
				x, err := l.observation(i)
				if err != nil {
					return err
				}
				for s, v := range x {
					dst[g][s] += v
				}
			}
		}
		return nil
	}
	return &grouped, nil
}

// Total is the log likelihood of all observations together, draw by draw.
func (l *LogLik) Total() ([]float64, error) {
	total := make([]float64, l.draws)
	err := l.blocks(func(_ int, block [][]float64) error {
		for _, x := range block {
			for s, v := range x {
				total[s] += v
			}
		}
		return nil
	})
	return total, err
}

// ZarrArray is the log likelihood as an array of a store, in the group log_likelihood where ArviZ
// looks for it. name is that of the data, such as "y". It is computed while it is written, a part
// of the observations at a time.
func (l *LogLik) ZarrArray(name string) (sampler.ZarrArray, error) {
	for _, n := range l.chains {
		if n != l.chains[0] {
			return sampler.ZarrArray{}, fmt.Errorf("criticism: the chains have %d draws: a store "+
				"holds chains of one length", l.chains)
		}
	}
	return sampler.ZarrArray{Group: "log_likelihood", Name: name, Shape: []int{l.Len()},
		Chains: len(l.chains), Draws: l.chains[0], Fill: l.fill}, nil
}
