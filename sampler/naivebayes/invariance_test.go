package naivebayes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// The setting of the tests: six documents of these lengths, the first two labelled, three words,
// three classes, and concentrations that differ and are scaled by unknown factors.
var (
	lengths    = []int{3, 2, 5, 0, 1, 4}
	known      = 2
	smallPrior = Prior{
		GammaPi:     []float64{0.3, 0.8, 0.5},
		GammaTheta:  []float64{0.3, 0.5, 0.2},
		PiSpread:    1.5,
		ThetaSpread: 1,
	}
)

// joint is the joint law of what a sampler draws, of the documents and of the known labels.
func joint(name string) verify.Joint[State, Data] {
	docs := make([]corpus.Doc, len(lengths))
	skeleton := Data{Docs: docs, V: 3, Classes: 3}
	return verify.Joint[State, Data]{
		Prior: func(r *rand.Rand) (*State, error) {
			p, err := smallPrior.problem(skeleton)
			if err != nil {
				return nil, err
			}
			s := p.newState(r, name == "explicit", false)
			if name != "collapsed" {
				s.LogTheta = logThetas(r, s)
			}
			return s, nil
		},
		Data: func(r *rand.Rand, s *State) (Data, error) {
			d := Data{V: 3, Classes: 3, Labels: slices.Clone(s.Labels)}
			for i := known; i < len(d.Labels); i++ {
				d.Labels[i] = Unlabelled
			}
			logTheta := s.LogTheta
			if logTheta == nil {
				logTheta = logThetas(r, s)
			}
			for i, n := range lengths {
				words := make([]int32, n)
				for j := range words {
					words[j] = int32(variate.LogCategorical(r, logTheta[s.Labels[i]]))
				}
				d.Docs = append(d.Docs, corpus.Bag(words))
			}
			p, err := smallPrior.problem(d)
			if err != nil {
				return d, err
			}
			clear(s.Docs)
			clear(s.Tokens)
			for c := range s.Words {
				clear(s.Words[c])
			}
			for i := range lengths {
				p.add(s, i, s.Labels[i])
			}
			return d, nil
		},
		Model:  func(d Data) (sampler.Model[State], error) { return models[name](smallPrior, d) },
		Ignore: []string{"prob"}, // the labels block leaves it behind
		Functions: []verify.Function[State, Data]{
			{Name: "known labels", Of: func(d Data, s *State) float64 {
				right := 0.0
				for i, label := range d.Labels[:known] {
					if s.Labels[i] == label {
						right++
					}
				}
				return right
			}},
			{
				Name: "γ_θ of word 0 over its scale",
				Of:   func(_ Data, s *State) float64 { return s.GammaTheta[0] / s.ThetaScale },
			},
			{Name: "π of the class of document 0", Of: func(_ Data, s *State) float64 {
				if s.LogPi == nil {
					return 0
				}
				return math.Exp(s.LogPi[s.Labels[0]])
			}},
			{Name: "how alike the documents of a class are", Of: func(d Data, s *State) float64 {
				squares := 0.0
				for _, counts := range s.Words {
					for _, n := range counts {
						squares += float64(n * n)
					}
				}
				return squares
			}},
			{
				Name: "words of the class of document 2 in document 5",
				Of: func(d Data, s *State) float64 {
					n := 0.0
					for _, w := range d.Docs[5] {
						n += float64(w.N * s.Words[s.Labels[2]][w.Word])
					}
					return n
				},
			},
		},
	}
}

// logThetas draws θ of all classes from the prior.
func logThetas(r *rand.Rand, s *State) [][]float64 {
	logTheta := make([][]float64, len(s.Docs))
	for c := range logTheta {
		logTheta[c] = make([]float64, len(s.GammaTheta))
		variate.LogDirichlet(r, s.GammaTheta, logTheta[c])
	}
	return logTheta
}

// TestModel: what each model promises, for all three samplers. The wrong input of the others is the
// same.
func TestModel(t *testing.T) {
	exact := exactLabels(eightPrior, eight)
	p, err := eightPrior.problem(eight)
	if err != nil {
		t.Fatal(err)
	}
	// A document that is still in the counts when its label is drawn. One step from the joint
	// distribution hardly shows it, because most labels stay as they are.
	late := labelled(true, func(p *problem, s *State, d, c int) float64 {
		return s.logPredictive(p.docs[d], c)
	})(p)
	for name, model := range models {
		t.Run(name, func(t *testing.T) {
			right, err := model(eightPrior, eight)
			if err != nil {
				t.Fatal(err)
			}
			wrong, err := verify.Replace(right, "labels", late)
			if err != nil {
				t.Fatal(err)
			}
			bad := map[string]func() error{}
			for _, b := range badInput() {
				bad[b.want] = func() error { _, err := model(b.prior, b.data); return err }
			}
			modeltest.Run(t, modeltest.Case[State, Data]{
				Joint: joint(name), Mutants: mutantsOf(name), Bad: bad,
				Exact: &modeltest.Exact[State]{
					Model: right, Probabilities: exact, Mutant: wrong,
					State: func(s *State) int { return code(eight, s.Labels) },
				},
				Settings: verify.Settings{Seed: 1, Replications: 1500, Draws: 19, Thin: 10},
			})
		})
	}
}
