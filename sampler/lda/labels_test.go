package lda

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// smallLabels are the labels of the five documents of jointOf: topics a, b, and one of all.
var smallLabels = Labels{Of: [][]string{{"a"}, {"b"}, {"b", "a"}, {}, {"a"}}, Shared: 1}

// TestLabels: what every model promises, for both samplers; and the posterior of a toy in which a
// label has two topics.
func TestLabels(t *testing.T) {
	turns.Long(t)
	prior := smallPrior
	prior.By = smallLabels
	toy := Prior{Alpha: []float64{0.4, 0.8, 1.2}, Beta: 0.4,
		By: Labels{Of: [][]string{{"a"}, {}, {"a"}}, PerLabel: 2, Shared: 1}}
	var probabilities []float64
	one := []float64{1, 1, 1}
	beta := func(_, _ int) float64 { return toy.Beta }
	each(covariatesDocs, 3, one, beta, func(z []int, logP float64) {
		p := math.Exp(logP) // at α = 1, where documents may have all topics
		for _, doc := range [][]int{z[:3], z[3:4], z[4:]} {
			alpha := toy.Alpha
			if len(doc) == 1 {
				alpha = []float64{0, 0, 1.2}
			}
			p *= sequence(alpha, doc) / sequence(one, doc)
		}
		probabilities = append(probabilities, p)
	})
	for name, set := range map[string]Settings{"dense": {Sampler: Dense}, "fast": {}} {
		t.Run(name, func(t *testing.T) {
			mutants := []verify.Mutant[State, smallCorpus]{
				wrongBlock("another β", "z", anotherBeta),
				wrongBlock("α of another topic", "z", swappedAlpha),
			}
			wrong := toy
			wrong.Alpha = []float64{0.8, 0.4, 1.2}
			modeltest.Run(t, modeltest.Case[State, smallCorpus]{
				Joint: jointOf(prior, set), Mutants: mutants, Bad: badLabels(),
				Exact: &modeltest.Exact[State]{Probabilities: probabilities, State: number,
					Model:  must(toy.Model(covariatesDocs, 3, set)),
					Mutant: must(wrong.Model(covariatesDocs, 3, set))},
				Settings: verify.Settings{Seed: 1, Replications: 400, Sweeps: 1, Draws: 9, Thin: 20,
					Warmup: 60},
			})
		})
	}
}

// TestLabelsAreKept: no token ever has a topic that its document may not have, from either start,
// with blocks, and with many topics.
func TestLabelsAreKept(t *testing.T) {
	docs, names := midsize(), strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	l := Labels{PerLabel: 3, Shared: 2}
	for d := range docs {
		l.Of = append(l.Of, names[d%26:min(d%26+1+d%9, 26)])
	}
	for name, set := range map[string]Settings{"one block": {}, "random": {RandomStart: true},
		"two blocks": {Blocks: 2}, "dense": {Sampler: Dense, RandomStart: true}} {
		m := must(Prior{By: l}.Model(docs, 300, set))
		r := sampler.Stream("labels", 1, 0)
		s := must(m.Init(r))
		for range 5 {
			for _, b := range m.Blocks {
				if err := b.Update(r, s); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.checkAllowed(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		theta := make([]float64, len(docs)*80)
		s.Theta(theta)
		for d := range docs {
			row := theta[d*80:][:80]
			if math.Abs(sum(row)-1) > 1e-12 {
				t.Errorf("%s: θ of document %d sums to %g", name, d, sum(row))
			}
			for k, p := range row {
				if may := k >= 78 || d%26 <= k/3 && k/3 < min(d%26+1+d%9, 26); may != (p > 0) {
					t.Errorf("%s: θ of topic %d in document %d is %g", name, k, d, p)
				}
			}
		}
	}
}

// TestStateOfOtherLabels: a state whose topics the labels do not allow is refused.
func TestStateOfOtherLabels(t *testing.T) {
	free := must(Prior{K: 3}.Model(covariatesDocs, 3, Settings{}))
	s := must(free.Init(sampler.Stream("other labels", 1, 0)))
	for i := range s.z {
		s.z[i] = 0
	}
	for _, kind := range []Sampler{Fast, Dense} {
		m := must(Prior{By: Labels{Of: [][]string{{"a"}, {"b"}, {"c"}}}}.Model(covariatesDocs, 3,
			Settings{Sampler: kind}))
		copied := must(free.Init(rand.New(rand.NewPCG(1, 1))))
		copied.assign(s.Assignments())
		err := m.Blocks[0].Update(sampler.Stream("other labels", 1, 1), copied)
		if err == nil || !strings.Contains(err.Error(), "whose labels do not allow it") {
			t.Errorf("%v: error %v", kind, err)
		}
	}
}

func badLabels() map[string]func() error {
	try := func(k int, l Labels) func() error {
		return func() error {
			_, err := Prior{K: k, By: l}.Model(covariatesDocs, 3, Settings{})
			return err
		}
	}
	of := [][]string{{"a"}, {"b"}, {"a", "b"}}
	return map[string]func() error{
		"labels of 2 documents, and there are 3": try(0, Labels{Of: of[:2]}),
		"document 1 has no label":                try(0, Labels{Of: [][]string{{"a"}, {}, {"b"}}}),
		`no document has the label "c"`:          try(0, Labels{Of: of, Names: []string{"a", "b", "c"}}),
		`the label "b", which is not in Names`:   try(0, Labels{Of: of, Names: []string{"a"}}),
		`the label "a" is twice in Names`:        try(0, Labels{Of: of, Names: []string{"a", "a", "b"}}),
		"document 2 has an empty label":          try(0, Labels{Of: [][]string{{"a"}, {"b"}, {" "}}}),
		"no document has a label":                try(0, Labels{Of: [][]string{{}, {}, {}}, Shared: 1}),
		"Prior.K is 4, and 2 labels":             try(4, Labels{Of: of}),
		"PerLabel is -1":                         try(0, Labels{Of: of, PerLabel: -1}),
		"make 80002 topics":                      try(4, Labels{Of: of, PerLabel: 40001}),
		"Prior.K is 120000, expected a number":   try(0, Labels{Of: of, PerLabel: 60000}),
		"PartiallyCollapsed does not know": func() error {
			_, err := Prior{By: Labels{Of: of}}.Model(covariatesDocs, 3,
				Settings{Sampler: PartiallyCollapsed})
			return err
		},
	}
}
