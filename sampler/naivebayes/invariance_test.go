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
)

// The setting of the tests: six documents of these lengths, the first two labelled, three words,
// and three classes. The concentrations differ and are scaled by unknown factors.
var (
	lengths    = []int{3, 2, 5, 0, 1, 4}
	known      = 2
	smallPrior = Prior{GammaPi: []float64{0.3, 0.8, 0.5}, GammaTheta: []float64{0.3, 0.5, 0.2},
		PiSpread: 1.5, ThetaSpread: 1}
)

// recorded leaves out prob, because the labels block sets it and a draw from the joint distribution
// does not. To save time it also leaves out parameters that add little.
func recorded(
	model func(Prior, Data) (sampler.Model[State], error),
) func(Prior, Data) (sampler.Model[State], error) {
	return func(p Prior, d Data) (sampler.Model[State], error) {
		m, err := model(p, d)
		m.Params = slices.DeleteFunc(m.Params, func(p sampler.Param[State]) bool {
			return !slices.Contains([]string{"pi", "size", "theta", "pi_scale", "theta_scale"}, p.Name)
		})
		return m, err
	}
}

// joint is the joint distribution of what a sampler draws, the documents and the known labels.
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
		Model: func(d Data) (sampler.Model[State], error) {
			return recorded(models[name])(smallPrior, d)
		},
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
			{Name: "γ_θ of word 0 over its scale",
				Of: func(_ Data, s *State) float64 { return s.GammaTheta[0] / s.ThetaScale }},
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
			{Name: "words of the class of document 2 in document 5", Of: func(d Data, s *State) float64 {
				n := 0.0
				for _, w := range d.Docs[5] {
					n += float64(w.N * s.Words[s.Labels[2]][w.Word])
				}
				return n
			}},
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

// Every block of the three samplers leaves the joint distribution unchanged, and every mutant is
// caught. With -long the right samplers pass Geweke's test and simulation-based calibration too,
// and the right block is named.
func TestBlocksAndMutants(t *testing.T) {
	set := verify.Settings{Seed: 1, Replications: 1500}
	for name := range models {
		j, mutants := joint(name), mutantsOf(name)
		report, err := verify.Blocks(j, set)
		if err != nil || report.Wrong {
			t.Errorf("%s: %v\n%v", name, err, report)
		}
		for _, m := range mutants {
			// the wrong block only: the others are as above
			j.Model = func(d Data) (sampler.Model[State], error) {
				model, err := m.Model(d)
				model.Blocks = slices.DeleteFunc(model.Blocks, func(b sampler.Block[State]) bool {
					return b.Name != m.Block
				})
				return model, err
			}
			report, err := verify.Blocks(j, set)
			if err != nil {
				t.Errorf("%s, %s: %v", name, m.Name, err)
			} else if !report.Wrong {
				t.Errorf("%s, %s: block %q is wrong, and is not caught:\n%v", name, m.Name, m.Block, report)
			}
		}
		if !*long {
			continue
		}
		all, err := verify.Mutants(joint(name), verify.Settings{Seed: 2}, mutants...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %v", name, all)
	}
}
