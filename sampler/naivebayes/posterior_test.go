package naivebayes

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
)

func run(t *testing.T, m sampler.Model[State], err error, set sampler.Settings) *sampler.Trace {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// marginal is p(label of the last document) by enumeration; the last document is unlabelled.
func marginal(p Prior, d Data) []float64 {
	exact, k := exactLabels(p, d), d.classes()
	prob := make([]float64, k)
	for state, q := range exact {
		prob[state/(len(exact)/k)] += q
	}
	return prob
}

// Put a new document among the unlabelled ones: Predict must find its posterior without that. If it
// is the only unlabelled one, so must Supervised.
func TestPredictAndSupervised(t *testing.T) {
	fresh := []corpus.Doc{bag(0, 4, 4), nil, bag(1, 1, 1, 2), bag(3, 0, 2)}
	data := eight
	data.New = fresh
	labelled := Data{Docs: eight.Docs[:3:3], Labels: []int{0, 1, 2}, V: eight.V}
	for name, model := range models {
		m, err := model(eightPrior, data)
		tr := run(t, m, err, sampler.Settings{Draws: 10_000, Seed: 5})
		pred, err := Predict(tr)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, doc := range fresh {
			with := eight
			with.Docs, with.Labels = append(slices.Clip(eight.Docs), doc),
				append(slices.Clip(eight.Labels), Unlabelled)
			want := marginal(eightPrior, with)
			// Predict uses 4 × 1000 draws. The tolerance is five standard errors of a probability,
			// at the effective number of draws.
			for c := range want {
				if tol := 5 * 0.5 / math.Sqrt(pred.ESS[i]/4); !(math.Abs(pred.Prob[i][c]-want[c]) < tol) {
					t.Errorf("%s: new document %d has probabilities %.4f, by enumeration %.4f",
						name, i, pred.Prob[i], want)
				}
			}
			sum += math.Exp(pred.LogPredictive[i])
			if pred.ESS[i] < 500 {
				t.Errorf("%s: effective number of draws of document %d is %.0f", name, i, pred.ESS[i])
			}
		}
		if got := pred.LogPredictive[1]; math.Abs(got) > 1e-9 {
			t.Errorf("%s: the empty document has log predictive %v, want 0", name, got)
		}
		// The predictive probabilities of all documents of one word sum to one.
		ones := eight
		ones.New = []corpus.Doc{bag(0), bag(1), bag(2), bag(3), bag(4)}
		m, err = model(eightPrior, ones)
		pred, err = Predict(run(t, m, err, sampler.Settings{Chains: 1, Draws: 100}))
		if err != nil {
			t.Fatal(err)
		}
		sum = 0
		for _, l := range pred.LogPredictive {
			sum += math.Exp(l)
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: the predictive probabilities of all words sum to %v", name, sum)
		}
	}
	for _, doc := range fresh {
		with := labelled
		with.Docs, with.Labels = append(with.Docs, doc), []int{0, 1, 2, Unlabelled}
		got, err := eightPrior.Supervised(with)
		if err != nil {
			t.Fatal(err)
		}
		for c, want := range marginal(eightPrior, with) {
			if math.Abs(got[3][c]-want) > 1e-12 {
				t.Errorf("supervised: %v has probability %v of class %d, by enumeration %v", doc,
					got[3][c], c, want)
			}
		}
		if !slices.Equal(got[1], []float64{0, 1, 0}) {
			t.Errorf("supervised: a document known to be of class 1 has %v", got[1])
		}
	}
}

// topics are documents of three kinds that share no words.
func topics(perKind int) Data {
	d := Data{V: 9, Classes: 3}
	for i := range 3 * perKind {
		k := int32(3 * (i % 3))
		d.Docs = append(d.Docs, bag(k, k+1, k+2, k, k+1, k+2))
	}
	return d
}

// Without labels, chains find the classes in different orders; Summarize puts them into one order
// and says so.
func TestLabelSwitching(t *testing.T) {
	data := topics(8)
	prior := Prior{GammaTheta: []float64{0.1}}
	for name, model := range models {
		m, err := model(prior, data)
		tr := run(t, m, err, sampler.Settings{Chains: 6, Draws: 200, Seed: 1})
		post, err := Summarize(tr, data)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, w := range post.Warnings {
			text += w.Error() + "\n"
		}
		if !strings.Contains(text, "nothing is labelled") ||
			!strings.Contains(text, "found the classes in another order") {
			t.Errorf("%s: warnings are\n%s", name, text)
		}
		// Summarize gives each kind a class of its own, almost surely.
		mode := Mode(post.Prob)
		for d, p := range post.Prob {
			if p[mode[d%3]] < 0.99 {
				t.Errorf("%s: document %d has probabilities %.3f, and one of its kind class %d",
					name, d, p, mode[d%3])
			}
		}
		if mode[0] == mode[1] || mode[0] == mode[2] || mode[1] == mode[2] {
			t.Errorf("%s: classes of the kinds are %v", name, mode[:3])
		}
		for c := range 3 {
			if math.Abs(post.Pi[c]-1./3) > 0.05 || math.Abs(diag.Mean(post.Theta[c])-1./9) > 1e-9 {
				t.Errorf("%s: π %v, words %v", name, post.Pi, post.Theta[c])
			}
		}
		// The plain average over chains is a blur: the broken twin.
		ms, err := tr.Moments("prob")
		if err != nil {
			t.Fatal(err)
		}
		if blur := slices.Max(sampler.PoolMoments(ms).Mean[:3]); blur > 0.9 {
			t.Errorf("%s: unaligned chains agree (%.2f): the test is none", name, blur)
		}
	}
	// Labels give names, and then Summarize moves nothing and says nothing; one class without a
	// label is no problem.
	data.Labels = slices.Repeat([]int{Unlabelled}, len(data.Docs))
	data.Labels[0], data.Labels[1] = 2, 0
	m, err := prior.Collapsed(data)
	post, err2 := Summarize(run(t, m, err, sampler.Settings{Draws: 200}), data)
	if err2 != nil || post.Warnings != nil {
		t.Fatal(err2, post.Warnings)
	}
	if got := Mode(post.Prob)[:3]; !slices.Equal(got, []int{2, 0, 1}) {
		t.Errorf("classes of the kinds are %v, want 2 0 1", got)
	}
	// With two classes without labels, only those two may be moved.
	data.Labels[1] = Unlabelled
	m, err = prior.Collapsed(data)
	post, err2 = Summarize(run(t, m, err, sampler.Settings{Chains: 6, Draws: 200}), data)
	if err2 != nil || len(post.Warnings) == 0 ||
		!strings.HasPrefix(post.Warnings[0].Error(), "classes [0 1] have no labelled document") {
		t.Fatal(err2, post.Warnings)
	}
	if got := Mode(post.Prob)[0]; got != 2 {
		t.Errorf("the labelled kind has class %d, want 2", got)
	}
}

func TestSummarizeErrors(t *testing.T) {
	m, err := Prior{}.Collapsed(eight)
	tr := run(t, m, err, sampler.Settings{Chains: 1, Draws: 20, Warmup: 5})
	other := eight
	other.Docs, other.Labels = eight.Docs[:7], eight.Labels[:7]
	wide := eight
	wide.V = 50
	nothing := &sampler.Trace{}
	for _, c := range []struct {
		tr   *sampler.Trace
		data Data
		want string
	}{
		{nil, eight, "the trace is nil"},
		{nothing, eight, "no parameter"},
		{tr, Data{}, "there are no documents"},
		{tr, other, `in "prob", expected 21`},
		{tr, wide, `in "theta", expected 150`},
	} {
		if _, err := Summarize(c.tr, c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	// Parameters that are not recorded are nil.
	m.Params = slices.DeleteFunc(m.Params, func(p sampler.Param[State]) bool {
		return p.Name == "theta" || p.Name == "log_odds_var"
	})
	short := run(t, m, nil, sampler.Settings{Chains: 1, Draws: 20, Warmup: 5})
	post, err := Summarize(short, eight)
	if err != nil || post.Theta != nil || post.LogOdds != nil || len(post.Prob) != 8 {
		t.Errorf("without theta: %v %+v", err, post)
	}
	if _, err := post.PlugIn(eight.Docs); err == nil ||
		!strings.Contains(err.Error(), "the posterior has no θ") {
		t.Errorf("error %v", err)
	}
	if post, err = Summarize(tr, eight); err != nil {
		t.Fatal(err)
	}
	if _, err := post.PlugIn([]corpus.Doc{bag(99)}); err == nil ||
		!strings.Contains(err.Error(), "word 99") {
		t.Errorf("error %v", err)
	}
	for _, c := range []struct {
		tr   *sampler.Trace
		want string
	}{{nil, "the trace is nil"}, {nothing, "no parameter"}, {tr, "Data.New"}} {
		if _, err := Predict(c.tr); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	for _, c := range []struct {
		prob [][]float64
		want []int
	}{{nil, []int{}}, {[][]float64{{0.2, 0.8}, {0.5, 0.5}, nil, {math.NaN(), math.NaN()}},
		[]int{1, 0, -1, -1}}} {
		if got := Mode(c.prob); !slices.Equal(got, c.want) {
			t.Errorf("mode of %v is %v, want %v", c.prob, got, c.want)
		}
	}
}

// If θ is nearly known, the plug-in and the average agree; and the plug-in is Bayes' rule for π and
// θ.
func TestPlugIn(t *testing.T) {
	post := &Posterior{Pi: []float64{0.25, 0.75}, Theta: [][]float64{{0.9, 0.1}, {0.5, 0.5}}}
	got, err := post.PlugIn([]corpus.Doc{bag(0, 0, 1), nil})
	if err != nil {
		t.Fatal(err)
	}
	// ¼·0.9²·0.1 = 0.02025 against ¾·⅛ = 0.09375
	if math.Abs(got[0][0]-0.02025/0.114) > 1e-12 || math.Abs(got[1][1]-0.75) > 1e-12 {
		t.Errorf("plug-in %v", got)
	}
}
