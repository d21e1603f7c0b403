package naivebayes

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// badInput is wrong input and what its error says.
func badInput() []badPair {
	good := Data{Docs: []corpus.Doc{bag(0, 1), bag(1)}, V: 2}
	with := func(change func(d *Data)) Data {
		d := good
		change(&d)
		return d
	}
	return []badPair{
		{Prior{}, Data{}, "there are no documents"},
		{Prior{}, Data{}, "Data.V is 0"},
		{Prior{}, Data{Docs: good.Docs, V: -3}, "Data.V is -3"},
		{Prior{}, Data{Docs: good.Docs, V: 1}, "Data.Docs: corpus: document 0: word 1, expected 0 to 0"},
		{Prior{}, with(func(d *Data) { d.Docs = []corpus.Doc{{{Word: 1, N: 0}}} }), "word 1 has count 0"},
		{Prior{}, with(func(d *Data) {
			d.Docs = []corpus.Doc{{{Word: 0, N: math.MaxInt32},
				{Word: 1, N: 1}}}
		}), "2147483648 words"},
		{Prior{}, with(func(d *Data) { d.New = []corpus.Doc{bag(5)} }),
			"Data.New: corpus: document 0: word 5"},
		{Prior{}, with(func(d *Data) { d.Classes = 1 }), "Data.Classes is 1"},
		{Prior{}, with(func(d *Data) { d.Classes = -2 }), "Data.Classes is -2"},
		{Prior{}, with(func(d *Data) { d.Labels = []int{0} }), "1 labels for 2 documents"},
		{Prior{}, with(func(d *Data) { d.Labels = []int{0, -2} }), "document 1 has label -2"},
		{Prior{}, with(func(d *Data) { d.Labels = []int{1, 2} }),
			"no document has label 0, and the largest label is 2: count classes from 0"},
		{Prior{}, with(func(d *Data) { d.Labels = []int{0, 2} }), "no document has label 1"},
		{Prior{}, with(func(d *Data) { d.Labels, d.Classes = []int{3, 0}, 3 }),
			"document 0 has label 3, expected a class from 0 to 2"},
		{Prior{}, with(func(d *Data) { d.Labels = []int{math.MaxInt, 0} }),
			"268435457 classes of 2 words are more than"},
		{Prior{}, with(func(d *Data) { d.V = math.MaxInt32 }), "2 classes of 2147483647 words"},
		{Prior{}, with(func(d *Data) { d.Start = [][]float64{{1, 0}} }),
			"Data.Start has 1 rows for 2 documents"},
		{Prior{}, with(func(d *Data) { d.Start = [][]float64{{1, 0}, {1}} }), "Data.Start[1] is [1]"},
		{Prior{}, with(func(d *Data) { d.Start = [][]float64{{1, 0}, {0, 0}} }), "Data.Start[1] is [0 0]"},
		{Prior{}, with(func(d *Data) { d.Start = [][]float64{{math.NaN(), 0}, {1, 1}} }),
			"Data.Start[0] is [NaN 0]"},
		{Prior{}, with(func(d *Data) { d.Start = [][]float64{{math.Inf(1), 0}, {1, 1}} }),
			"Data.Start[0] is [+Inf 0]"},
		{Prior{GammaPi: []float64{0}}, good, "Prior.GammaPi[0] is 0, expected a positive number"},
		{Prior{GammaPi: []float64{1, 2, 3}}, good,
			"Prior.GammaPi has 3 numbers, expected one for all, or 2"},
		{Prior{GammaTheta: []float64{1, math.NaN()}}, good, "Prior.GammaTheta[1] is NaN"},
		{Prior{GammaTheta: []float64{math.Inf(1)}}, good, "Prior.GammaTheta[0] is +Inf"},
		{Prior{GammaTheta: []float64{-1}}, good, "Prior.GammaTheta[0] is -1"},
		{Prior{GammaTheta: []float64{1, 1, 1}}, good, "Prior.GammaTheta has 3 numbers"},
		{Prior{PiSpread: -1}, good, "Prior.PiSpread is -1"},
		{Prior{ThetaSpread: math.NaN()}, good, "Prior.ThetaSpread is NaN"},
		{Prior{ThetaSpread: 11}, good, "Prior.ThetaSpread is 11"},
		// all problems at once
		{Prior{GammaPi: []float64{0}}, with(func(d *Data) { d.Labels = []int{0} }), "GammaPi[0] is 0"},
	}
}

// A badPair is a prior and data of which at least one is wrong.
type badPair struct {
	prior Prior
	data  Data
	want  string
}

func TestSupervisedErrors(t *testing.T) {
	for _, c := range badInput() {
		_, err := c.prior.Supervised(c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// Edge cases of the data run, and their results are clear.
func TestEdges(t *testing.T) {
	huge := Prior{GammaPi: []float64{1e100}, GammaTheta: []float64{1e100}, PiSpread: 10,
		ThetaSpread: 10}
	small := Prior{GammaPi: []float64{1e-100}, GammaTheta: []float64{1e-100}, PiSpread: 10,
		ThetaSpread: 10}
	for name, d := range map[string]Data{
		"a corpus of one document": {Docs: []corpus.Doc{bag(0)}, V: 1},
		"one empty document":       {Docs: []corpus.Doc{nil}, V: 3},
		"empty documents among others": {Docs: []corpus.Doc{bag(0, 1), nil, {}, bag(1)},
			V: 2, Labels: []int{0, -1, 1, -1}},
		"all labelled": {Docs: []corpus.Doc{bag(0), bag(1)}, V: 2,
			Labels: []int{0, 1}},
		"an empty class": {Docs: []corpus.Doc{bag(0), bag(1)}, V: 2,
			Labels: []int{0, 1}, Classes: 5},
		"words that no document holds": {Docs: []corpus.Doc{bag(0), bag(7)}, V: 50},
		"unseen words in a new document": {Docs: []corpus.Doc{bag(0), bag(1)}, V: 9,
			Labels: []int{0, 1}, New: []corpus.Doc{bag(8, 8), nil}},
		"a word two thousand million " +
			"times": {Docs: []corpus.Doc{{{Word: 0, N: math.MaxInt32 - 1}}, bag(1)}, V: 2},
		"a start that excludes some labels": {Docs: []corpus.Doc{bag(0), bag(1)}, V: 2,
			Start: [][]float64{{1, 0}, {0, 1e-300}}},
		"a start with no row where it is known": {Docs: []corpus.Doc{bag(0), bag(1)}, V: 2,
			Labels: []int{-1, 1}, Classes: 2, Start: [][]float64{{1, 0}, nil}},
	} {
		for _, prior := range []Prior{{}, {PiSpread: 1, ThetaSpread: 1}, huge, small} {
			for which, model := range models {
				m, err := model(prior, d)
				if err != nil {
					t.Errorf("%s, %s: %v", name, which, err)
					continue
				}
				tr, err := sampler.Run(context.Background(), m,
					sampler.Settings{Chains: 2, Warmup: 20, Draws: 50, Seed: 1})
				if err != nil {
					t.Errorf("%s, %s, %+v: %v", name, which, prior, err)
					continue
				}
				post, err := Summarize(tr, d)
				if err != nil {
					t.Errorf("%s, %s: %v", name, which, err)
					continue
				}
				for i, row := range post.Prob {
					if sum := row[0] + row[1]; len(row) == 2 && math.Abs(sum-1) > 1e-12 {
						t.Errorf("%s, %s: probabilities of document %d are %v", name, which, i, row)
					}
				}
				if d.New != nil {
					if _, err := Predict(tr); err != nil {
						t.Errorf("%s, %s: %v", name, which, err)
					}
				}
			}
		}
	}
}

// Known labels are never drawn, and the counts remain the counts of the labels.
func TestSweeps(t *testing.T) {
	prior := Prior{GammaTheta: []float64{0.5}, PiSpread: 1, ThetaSpread: 1}
	for name, model := range models {
		m, err := model(prior, eight)
		if err != nil {
			t.Fatal(err)
		}
		r := sampler.Stream("sweeps", 1, 0)
		s, err := m.Init(r)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			for _, b := range m.Blocks {
				if err := b.Update(r, s); err != nil {
					t.Fatal(err)
				}
			}
		}
		pr, err := prior.problem(eight)
		if err != nil {
			t.Fatal(err)
		}
		want := pr.empty()
		for d, label := range s.Labels {
			if known := eight.Labels[d]; known != Unlabelled && (label != known || s.Prob[d][known] != 1) {
				t.Errorf("%s: document %d has label %d with probabilities %v, and is known to be "+
					"%d", name, d, label, s.Prob[d], known)
			}
			pr.add(want, d, label)
		}
		if !slices.Equal(s.Docs, want.Docs) || !slices.Equal(s.Tokens, want.Tokens) ||
			!reflect.DeepEqual(s.Words, want.Words) {
			t.Errorf("%s: the counts do not belong to the labels", name)
		}
	}
}

// A model keeps a copy of its data: changing the original afterwards changes nothing.
func TestDataAreCopied(t *testing.T) {
	docs := []corpus.Doc{bag(0, 1), bag(1)}
	labels, start := []int{0, -1}, [][]float64{nil, {1, 0}}
	m, err := Prior{}.Collapsed(Data{Docs: docs, V: 2, Labels: labels, Start: start})
	if err != nil {
		t.Fatal(err)
	}
	first := firstSweep(t, m)
	docs[0][0].N, labels[0], start[1][0], start[1][1] = 100, 1, 0, 1
	if again := firstSweep(t, m); !reflect.DeepEqual(first, again) {
		t.Errorf("after the data were changed the chain starts with %+v, not %+v", again, first)
	}
}

func firstSweep(t *testing.T, m sampler.Model[State]) State {
	t.Helper()
	for s, err := range m.Sweeps(context.Background(), rand.New(rand.NewPCG(1, 2))) {
		if err != nil {
			t.Fatal(err)
		}
		return *s
	}
	return State{}
}

// Even below the limit of numbers to count, classes and words may need too much memory for all
// chains.
func TestRunCountsTheStates(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	debug.SetMemoryLimit(32 << 20)
	m, err := Prior{}.Explicit(Data{Docs: []corpus.Doc{{{Word: 0, N: 1}}}, V: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	m.Params = m.Params[:1]
	_, err = sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Draws: 1})
	if err == nil || !strings.Contains(err.Error(), "the state of a chain takes 41.9 MB") {
		t.Errorf("error %v", err)
	}
}
