package naivebayes

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// Data is everything that is known. Only Docs and V are required.
type Data struct {
	// Docs are the documents, at least one. Empty documents are allowed: their labels follow the
	// prior and the other documents.
	Docs []corpus.Doc
	// V is the number of words of the vocabulary. Words that no document holds are allowed.
	V int
	// Labels holds the class of each document, counted from 0, or −1 where it is unknown. Nil: all
	// unknown. Known labels are never drawn.
	Labels []int
	// Classes is the number of classes. 0 means one more than the largest label, and at least 2; then
	// each class up to that label needs a labelled document.
	Classes int

	// Start, documents × classes, holds the probabilities from which each chain draws its first
	// labels: the result of [Supervised], or 1 at a label of your choice. They need not sum to 1.
	// Rows of labelled documents are ignored. Nil means the prior, the same for all documents,
	// which is a start far from the posterior.
	Start [][]float64
	// New are documents to classify without learning from them: see [Predict].
	New []corpus.Doc
}

// Unlabelled is the entry of Data.Labels for a label that is not known.
const Unlabelled = -1

const (
	maxTokens = math.MaxInt32 // words, repetitions counted: counts are int32
	maxCells  = 1 << 28       // classes times words of the vocabulary: 1 GB of counts a chain
)

// problem holds data and prior in the form that the samplers use. All chains read it and none
// writes to it.
type problem struct {
	docs       []corpus.Doc
	tokens     []int // words of each document, repetitions counted
	labels     []int // Unlabelled where not known
	free       []int // the documents whose label is not known
	start      [][]float64
	fresh      []corpus.Doc
	k, v       int
	gammaPi    []float64 // before scaling
	gammaTheta []float64
	prior      Prior
}

// classes is the number of classes.
func (d Data) classes() int {
	if d.Classes != 0 || len(d.Labels) == 0 {
		return max(d.Classes, 2)
	}
	return max(min(slices.Max(d.Labels), maxCells)+1, 2)
}

func (d Data) check() error {
	var errs []error
	bad := func(format string, a ...any) {
		errs = append(errs, fmt.Errorf("naivebayes: "+format, a...))
	}
	if len(d.Docs) == 0 {
		bad("there are no documents: give Data.Docs at least one; without any the posterior is the prior")
	}
	if d.V < 1 {
		bad("Data.V is %d, expected the number of words of the vocabulary, 1 or more", d.V)
	} else {
		for _, f := range []struct {
			field string
			docs  []corpus.Doc
		}{{"Docs", d.Docs}, {"New", d.New}} {
			if err := corpus.Check(f.docs, d.V); err != nil {
				bad("Data.%s: %w", f.field, err)
			}
			n := 0
			for _, doc := range f.docs {
				n += doc.Tokens()
			}
			if n > maxTokens {
				bad("Data.%s holds %d words, repetitions counted, expected at most %d; leave out "+
					"documents", f.field, n, maxTokens)
			}
		}
	}
	if d.Classes < 0 || d.Classes == 1 {
		bad("Data.Classes is %d, expected 2 or more, or 0 for one more than the largest label", d.Classes)
	}
	if k := d.classes(); k > maxCells/max(d.V, 1) {
		bad("%d classes of %d words are more than %d numbers to count: leave out rare words, or "+
			"look for a label that is wrong", k, d.V, maxCells)
	}
	if d.Labels != nil && len(d.Labels) != len(d.Docs) {
		bad("Data.Labels has %d labels for %d documents, expected one for each, %d where it is "+
			"not known, or nil", len(d.Labels), len(d.Docs), Unlabelled)
	}
	for i, l := range d.Labels {
		if l < Unlabelled || d.Classes >= 2 && l >= d.Classes {
			bad("document %d has label %d, expected a class from 0 to %d, or %d where it is not "+
				"known", i, l, d.classes()-1, Unlabelled)
			break
		}
	}
	for c := 0; d.Classes == 0 && len(d.Labels) > 0 && c < slices.Max(d.Labels); c++ {
		if !slices.Contains(d.Labels, c) {
			bad("no document has label %d, and the largest label is %d: count classes from 0; if a "+
				"class has no labelled document, give Data.Classes", c, slices.Max(d.Labels))
			break
		}
	}
	return errors.Join(append(errs, d.checkStart())...)
}

func (d Data) checkStart() error {
	if d.Start == nil {
		return nil
	}
	if len(d.Start) != len(d.Docs) {
		return fmt.Errorf("naivebayes: Data.Start has %d rows for %d documents, expected one for "+
			"each, or nil to start from the prior", len(d.Start), len(d.Docs))
	}
	classes := d.classes()
	for i, row := range d.Start {
		if i < len(d.Labels) && d.Labels[i] != Unlabelled {
			continue
		}
		sum := 0.0
		for _, p := range row {
			sum += p
			if !(p >= 0) {
				sum = math.NaN()
			}
		}
		if len(row) != classes || !(sum > 0 && sum <= math.MaxFloat64) {
			return fmt.Errorf("naivebayes: Data.Start[%d] is %.4g, expected probabilities of %d "+
				"classes: numbers of at least 0, not all 0", i, row, classes)
		}
	}
	return nil
}

// problem checks prior and data and makes a private copy of both.
func (p Prior) problem(d Data) (*problem, error) {
	k := d.classes()
	if err := errors.Join(d.check(), p.check(k, d.V)); err != nil {
		return nil, err
	}
	pr := &problem{
		docs: cloned(d.Docs), labels: slices.Clone(d.Labels), fresh: cloned(d.New), k: k, v: d.V,
		gammaPi: spelled(p.GammaPi, k), gammaTheta: spelled(p.GammaTheta, d.V), prior: p,
	}
	if pr.labels == nil {
		pr.labels = slices.Repeat([]int{Unlabelled}, len(d.Docs))
	}
	for i, doc := range pr.docs {
		pr.tokens = append(pr.tokens, doc.Tokens())
		if pr.labels[i] == Unlabelled {
			pr.free = append(pr.free, i)
		}
	}
	for _, row := range d.Start {
		pr.start = append(pr.start, slices.Clone(row))
	}
	return pr, nil
}

// cloned copies documents into one stretch of memory, in their order.
func cloned(docs []corpus.Doc) []corpus.Doc {
	words := 0
	for _, d := range docs {
		words += len(d)
	}
	all := make([]corpus.Count, 0, words)
	copies := make([]corpus.Doc, len(docs))
	for i, d := range docs {
		all = append(all, d...)
		copies[i] = all[len(all)-len(d) : len(all) : len(all)]
	}
	return copies
}

// Prior is the prior of the model, and says whether its concentrations are sampled. The zero value
// is uniform: γ_π = 1 and γ_θ = 1 for all classes and words, fixed.
//
// Concentrations act as counts seen before the data. They must lie between 1e-100 and 1e100.
type Prior struct {
	// GammaPi holds the concentrations of π: one number for all classes, or one for each. Nil is 1.
	GammaPi []float64
	// GammaTheta holds the concentrations of each θ_k: one number for all words, or one for each.
	// Nil is 1, far too smooth for text: 0.1 or 0.01 is better, and sampling the scale is best.
	GammaTheta []float64

	// PiSpread, if positive, multiplies γ_π by an unknown scale s with log s ~ N(0, PiSpread²). s
	// is sampled with the rest; GammaPi is then the prior median. 0 keeps γ_π fixed. At most 10.
	PiSpread float64
	// ThetaSpread does the same for γ_θ. With GammaTheta 0.1, a ThetaSpread of 2 says: between
	// 0.002 and 5.
	ThetaSpread float64
}

// Limits of concentrations, which keep products of two of them in range, and of spreads.
const (
	minGamma, maxGamma = 1e-100, 1e100
	maxSpread          = 10
)

func (p Prior) check(k, v int) error {
	var errs []error
	for _, f := range []struct {
		field, of string
		gamma     []float64
		n         int
	}{{"GammaPi", "class", p.GammaPi, k}, {"GammaTheta", "word", p.GammaTheta, v}} {
		if n := len(f.gamma); n > 1 && n != f.n {
			errs = append(errs, fmt.Errorf("naivebayes: Prior.%s has %d numbers, expected one for "+
				"all, or %d, one for each %s", f.field, n, f.n, f.of))
		}
		for i, g := range f.gamma {
			if !(g >= minGamma && g <= maxGamma) {
				errs = append(errs, fmt.Errorf("naivebayes: Prior.%s[%d] is %g, expected a "+
					"positive number, from %g to %g; 1 is uniform", f.field, i, g, minGamma, maxGamma))
				break
			}
		}
	}
	for _, f := range []struct {
		field  string
		spread float64
	}{{"PiSpread", p.PiSpread}, {"ThetaSpread", p.ThetaSpread}} {
		if !(f.spread >= 0 && f.spread <= maxSpread) {
			errs = append(errs, fmt.Errorf("naivebayes: Prior.%s is %g, expected the standard "+
				"deviation of a log scale, from 0 (fixed) to %d", f.field, f.spread, maxSpread))
		}
	}
	return errors.Join(errs...)
}

// spelled writes out n concentrations, whether none, one or n were given.
func spelled(gamma []float64, n int) []float64 {
	full := make([]float64, n)
	for i := range full {
		switch len(gamma) {
		case 0:
			full[i] = 1
		case 1:
			full[i] = gamma[0]
		default:
			full[i] = gamma[i]
		}
	}
	return full
}

// logSpread is the log density of log s, N(0, spread²).
func logSpread(logScale, spread float64) float64 {
	return variate.NormalLogProb(logScale, 0, spread)
}
