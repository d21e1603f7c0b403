package naivebayes

import (
	"context"
	"flag"
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
)

// long runs tests at the size of the claims; without it they run at a size that fits into seconds.
var long = flag.Bool("long", false, "run the statistical tests at full size")

// eight documents, three classes, three labelled: 3⁵ = 243 label vectors.
var eight = Data{
	Docs: []corpus.Doc{bag(0, 0, 1, 0), bag(2, 3, 3), bag(4, 4, 1),
		bag(0, 1, 0), bag(3, 2, 2, 3), bag(4, 1), bag(0, 3, 4, 4, 4), nil},
	Labels: []int{0, 1, 2, -1, -1, -1, -1, -1}, V: 5,
}

var eightPrior = Prior{GammaPi: []float64{1, 1.5, 0.5},
	GammaTheta: []float64{0.4, 0.6, 0.5, 0.5, 0.7}}

// exactLabels computes p(unknown labels | words, known labels) from log-gammas, with code of its
// own. The vector of labels is a number to base K; the first unknown label is the last digit.
func exactLabels(p Prior, d Data) []float64 {
	k := d.classes()
	gammaPi, gammaTheta := spelled(p.GammaPi, k), spelled(p.GammaTheta, d.V)
	lgamma := func(x float64) float64 { lg, _ := math.Lgamma(x); return lg }
	free, states := 0, 1
	for _, label := range d.Labels {
		if label == Unlabelled {
			free++
			states *= k
		}
	}
	prob, total := make([]float64, states), 0.0
	for state := range prob {
		c, n := make([]float64, k), make([][]float64, k)
		for i := range n {
			n[i] = make([]float64, d.V)
		}
		code := state
		for i, doc := range d.Docs {
			label := d.Labels[i]
			if label == Unlabelled {
				label, code = code%k, code/k
			}
			c[label]++
			for _, w := range doc {
				n[label][w.Word] += float64(w.N)
			}
		}
		logp := 0.0
		for i := range c {
			logp += lgamma(gammaPi[i] + c[i])
			sum := 0.0
			for w, g := range gammaTheta {
				logp += lgamma(g + n[i][w])
				sum += g + n[i][w]
			}
			logp -= lgamma(sum)
		}
		prob[state] = math.Exp(logp)
		total += prob[state]
	}
	for i := range prob {
		prob[i] /= total
	}
	return prob
}

// code is the number of the unknown labels of a state.
func code(d Data, labels []int) int {
	number, digit := 0, 1
	for i, label := range d.Labels {
		if label == Unlabelled {
			number += labels[i] * digit
			digit *= d.classes()
		}
	}
	return number
}

// Summarize agrees with enumeration: class probabilities, π, θ and log odds. Their exact moments
// are averages of closed forms over the 243 label vectors.
func TestPosteriorByEnumeration(t *testing.T) {
	k, v := 3, eight.V
	exact := exactLabels(eightPrior, eight)
	pr, err := eightPrior.problem(eight)
	if err != nil {
		t.Fatal(err)
	}
	// These are moments given the labels, averaged. The readers of the collapsed sampler are tested
	// against draws of θ below.
	wantProb := make([]float64, len(eight.Docs)*k)
	wantPi, wantTheta, wantOdds, wantSq := make([]float64, k), make([]float64, k*v),
		make([]float64, k*v), make([]float64, k*v)
	pi, theta, odds, variance := make([]float64, k), make([]float64, k*v), make([]float64, k*v),
		make([]float64, k*v)
	for state, p := range exact {
		s := pr.empty()
		number := state
		for d, label := range eight.Labels {
			if label == Unlabelled {
				label, number = number%k, number/k
			}
			pr.add(s, d, label)
			wantProb[d*k+label] += p
		}
		meanPi(pr, s, pi)
		meanTheta(pr, s, theta)
		meanLogOdds(pr, s, odds)
		varLogOdds(pr, s, variance)
		for i := range pi {
			wantPi[i] += p * pi[i]
		}
		for i := range theta {
			wantTheta[i] += p * theta[i]
			wantOdds[i] += p * odds[i]
			wantSq[i] += p * (variance[i] + odds[i]*odds[i])
		}
	}
	draws := 3_000
	for name, model := range models {
		m, err := model(eightPrior, eight)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: draws, Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		post, err := Summarize(tr, eight)
		if err != nil || post.Warnings != nil {
			t.Fatal(err, post.Warnings)
		}
		// Standard deviations over draws are below 0.5 for probabilities, and the chains have an
		// ESS of more than 1 draw in 4 (checked below); word quantities are recorded every tenth
		// draw.
		near := func(what string, got, want, sd, n float64) {
			t.Helper()
			if tol := 5 * sd / math.Sqrt(n/4); !(math.Abs(got-want) < tol) {
				t.Errorf(
					"%s: %s is %.4f, exact %.4f, expected within %.4f",
					name,
					what,
					got,
					want,
					tol,
				)
			}
		}
		all := 4 * float64(draws)
		for d := range eight.Docs {
			for c := range k {
				near("a class probability", post.Prob[d][c], wantProb[d*k+c], 0.5, all)
			}
		}
		for c := range k {
			near("π", post.Pi[c], wantPi[c], 0.25, all)
			for w := range v {
				i := c*v + w
				sd := math.Sqrt(wantSq[i] - wantOdds[i]*wantOdds[i])
				near("θ", post.Theta[c][w], wantTheta[i], 0.25, all/wordsEvery)
				near("a log odds", post.LogOdds[c][w], wantOdds[i], sd, all/wordsEvery)
				near("the SD of a log odds", post.LogOddsSD[c][w], sd, 2*sd, all/wordsEvery)
			}
		}
		chains, err := tr.Chains("pi[0]")
		if err != nil {
			t.Fatal(err)
		}
		if ess := diag.ESSMean(chains); ess < all/4 {
			t.Errorf("%s: ESS of π is %.0f of %.0f", name, ess, all)
		}
	}
}
