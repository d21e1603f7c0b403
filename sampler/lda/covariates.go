package lda

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/internal/formula"
)

// Covariates make the topics of a document depend on what is known about it: its date, its source,
// a number. It is Dirichlet–multinomial regression, with coefficients that are drawn:
//
//	α_dk = exp(λ_k0 + x_d1 λ_k1 + … + x_dP λ_kP)      concentration of topic k in document d
//	λ_k0 ~ N(log α_k, InterceptSD²),  λ_kp ~ N(0, SD²)    α_k from Prior.Alpha
//
// Add columns by the methods, each of which returns the covariates with more columns:
//
//	by := lda.Covariates{}.Steps("year", lda.Years(dates)).Factor("party", parties)
//	m, err := lda.Prior{K: 20, By: by}.Model(docs, v, lda.Settings{})
//
// A coefficient λ_kp says by what factor, exp(λ_kp), one more unit of the covariate changes the
// concentration of topic k. What it does to the share of the topic depends on the other topics as
// well: read that from [gibbslab/sampler/lda/topics.SharesAt].
//
// After z, each sweep draws the coefficients from their conditional given z. It first draws two
// kinds of auxiliary variables: w_d ~ Beta(Σ_k α_dk, n_d), and the number of tables m_dk, the ones
// in n_dk draws of probability α_dk/(α_dk+i), i = 0, 1, …. Given them the coefficients of a topic
// are those of a Poisson regression of its own,
//
//	log p(λ_k | m, w) = Σ_d [m_dk x_d·λ_k + log w_d exp(x_d·λ_k)] + log prior + constant
//
// which is log-concave, and is slice-sampled in P+1 directions. This is exact. λ moves slowly past
// w and m, so a sweep does it up to five times: the fewer different x_d there are the cheaper it
// is. Concentrations stay between 1e-9 and 1e9, as if the prior were truncated there.
//
// It records lambda, K × (P+1), with the names of the covariates: lambda[3,year≥1983]; alpha, K
// values, the means of α_dk over the documents, which are for new documents of which nothing is
// known; and the mean of counted, the mean of n_dk/n_d over all documents that have tokens (row 0)
// and, if there are at most 50 different x_d, over those of each. lp__ is the log joint density of
// w, z and λ. Topic 3 of one chain is not topic 3 of another: an R-hat of a coefficient says
// something only after [gibbslab/sampler/lda/topics.Renumber].
//
// Sources: Mimno & McCallum, "Topic models conditioned on arbitrary features with
// Dirichlet-multinomial regression", Uncertainty in Artificial Intelligence (2008), who maximise
// over λ. The auxiliary variables are those of Teh, Jordan, Beal & Blei (2006), as in [HDP].
type Covariates struct {
	Names []string    // of the columns
	X     [][]float64 // documents × columns, without an intercept, which is added
	// SD is the prior standard deviation of the coefficients. 0 means 1. With Settings.Learn =
	// [SampleHyper] it is unknown, half-normal with the scale SD, and so is the other one.
	SD float64
	// InterceptSD is that of the intercepts. 0 means 2.
	InterceptSD float64
	// Clusters says which documents belong together, such as those of one speaker, by the name of
	// the cluster of each document. The model does not know them;
	// [gibbslab/sampler/lda/topics.Effects] does, and [gibbslab/sampler/lda/topics.SearchK] holds
	// them out together. Nil if documents are independent.
	Clusters []string

	err    error // of a method
	terms  [][]formula.Part
	design *design
}

func (c Covariates) prepare(p Prior, docs int) (Prior, []error) {
	var errs []error
	bad := func(format string, a ...any) {
		errs = append(errs, fmt.Errorf("lda: Covariates: "+format, a...))
	}
	for _, sd := range []struct {
		name      string
		value     *float64
		otherwise float64
	}{{"SD", &c.SD, 1}, {"InterceptSD", &c.InterceptSD, 2}} {
		if *sd.value == 0 {
			*sd.value = sd.otherwise
		}
		if !(*sd.value >= minSD && *sd.value <= maxSD) {
			bad("%s is %g, expected a standard deviation from 1e-6 to 1000, or 0 for %g", sd.name,
				*sd.value, sd.otherwise)
		}
	}
	if err := c.Check(docs); err != nil || len(errs) > 0 {
		return p, append(errs, err)
	}
	c.design, p.rows = newDesign(c)
	p.By = c
	return p, nil
}

// Check reports what is wrong with the covariates of so many documents: a field or a formula that
// made no columns, missing values, a column that is the same in all documents or a combination of
// those before it.
func (c Covariates) Check(docs int) error {
	if c.err != nil {
		return c.err
	}
	if len(c.Names) == 0 {
		return errors.New("lda: Covariates: there are no columns: add some by Formula, Number, " +
			"Factor, Steps or Smooth, or leave Prior.By nil")
	}
	if len(c.X) != docs {
		return fmt.Errorf("lda: Covariates: X has %d rows, and there are %d documents: give one row "+
			"for each", len(c.X), docs)
	}
	if c.Clusters != nil && len(c.Clusters) != docs {
		return fmt.Errorf("lda: Covariates: Clusters has %d names, and there are %d documents: give "+
			"one for each", len(c.Clusters), docs)
	}
	if d := slices.Index(c.Clusters, ""); d >= 0 {
		return fmt.Errorf("lda: Covariates: document %d has no cluster (its name is empty): leave the "+
			"document out, or give it a cluster of its own", d)
	}
	for d, row := range c.X {
		if len(row) != len(c.Names) {
			return fmt.Errorf("lda: Covariates: X[%d] has %d numbers, and Names %d: give one "+
				"number for each name", d, len(row), len(c.Names))
		}
	}
	for p, name := range c.Names {
		if slices.Index(c.Names, name) != p || name == intercept {
			return fmt.Errorf("lda: Covariates: two columns are called %q: "+
				"give each a name of its own", name)
		}
		constant := true
		for d, row := range c.X {
			if math.IsNaN(row[p]) {
				return fmt.Errorf("lda: Covariates: document %d has no value of %q (it is NaN or "+
					"empty): leave the document out, or give the missing values a level of their own", d, name)
			}
			if math.IsInf(row[p], 0) {
				return fmt.Errorf("lda: Covariates: %q of document %d is %g, expected a finite "+
					"number", name, d, row[p])
			}
			constant = constant && row[p] == c.X[0][p]
		}
		if constant {
			return fmt.Errorf("lda: Covariates: %q is %g in all documents, so it can have no "+
				"effect: leave it out", name, c.X[0][p])
		}
	}
	g, rows := newDesign(c)
	if name := g.dependent(rows, c.Names); name != "" {
		return fmt.Errorf("lda: Covariates: the covariate %q is a sum of multiples of those before it "+
			"(and of a constant), and their effects cannot be told apart: leave it out", name)
	}
	return nil
}

const (
	intercept    = "intercept"
	minSD, maxSD = 1e-6, 1e3 // of coefficients
)

func (c Covariates) params(p Prior) []sampler.Param[State] {
	names := append([]string{intercept}, c.Names...)
	return []sampler.Param[State]{ // sd is dropped unless it is drawn
		{Name: "sd", Shape: []int{2}, Coords: [][]string{{intercept, "covariates"}},
			Read: func(s *State, dst []float64) { copy(dst, s.sds[:]) }},
		{Name: "lambda", Shape: []int{p.K, len(names)}, Coords: [][]string{nil, names},
			Read: func(s *State, dst []float64) { copy(dst, s.lambda) }},
		sampler.Vector("alpha", p.K, func(s *State) []float64 { return s.Alpha }),
		{Name: "counted", Shape: []int{1 + c.groups(), p.K}, Moments: true, Read: c.counted},
	}
}

// groups is the number of different rows, if they are few enough to be counted one by one.
func (c Covariates) groups() int {
	if n := len(c.design.x) / c.design.p; n <= 50 {
		return n
	}
	return 0
}

// counted writes the mean of n_dk/n_d over all documents, and over those of each row.
func (c Covariates) counted(s *State, dst []float64) {
	k, groups := len(s.Alpha), c.groups()
	clear(dst)
	docs := make([]float64, 1+groups)
	for d, length := range s.tokens.length {
		if length == 0 {
			continue
		}
		rows := []int{0, 1 + int(s.rows.of[d])}[:min(1+groups, 2)]
		for _, row := range rows {
			docs[row]++
		}
		for _, j := range s.topicsOfDoc(d) {
			for _, row := range rows {
				dst[row*k+int(j)] += float64(s.n[j]) / float64(length)
			}
			s.n[j] = 0
		}
	}
	for i := range dst {
		dst[i] /= max(docs[i/k], 1)
	}
}

func (c Covariates) logPrior(s *State) (log float64) {
	p := len(c.Names) + 1
	for i, l := range s.lambda {
		mean, sd := c.prior(s, i/p, i%p)
		z := (l - mean) / sd
		log -= z*z/2 + math.Log(sd) + math.Log(2*math.Pi)/2
	}
	return log
}

// prior is the prior mean and standard deviation of a coefficient.
func (c Covariates) prior(s *State, k, p int) (mean, sd float64) {
	if p == 0 {
		return math.Log(s.plan.prior.Alpha[k]), s.sds[0]
	}
	return 0, s.sds[1]
}

// sds are the standard deviations of intercepts and of the other coefficients, or their scales.
func (c Covariates) sds() [2]float64 { return [2]float64{c.InterceptSD, c.SD} }
