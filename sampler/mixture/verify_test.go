package mixture_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/mixture/familytest"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// settings say how hard verify looks at the families of this package.
func settings() verify.Settings {
	if *mixture.Long {
		return verify.Settings{Seed: 1, Replications: 20_000}
	}
	return verify.Settings{Seed: 1}
}

func onLine(family func(x []float64) (mixture.Family, error)) familytest.Case[float64] {
	return familytest.Case[float64]{
		Data: []float64{1, -2, 0.5, 3, 1.2, 0}, Family: family, Settings: settings(),
		Observe: func(r *rand.Rand, theta []float64, _ int) float64 {
			return theta[0] + math.Sqrt(theta[1])*r.NormFloat64()
		},
		Number: func(x float64) float64 { return x }, Param: 0,
	}
}

func normalCase() familytest.Case[float64] {
	return onLine(func(x []float64) (mixture.Family, error) {
		return mixture.Normal{Mean: 1, Kappa: 0.3, Shape: 3, Scale: 2}.Family(x, nil)
	})
}

func semiConjugateCase() familytest.Case[float64] {
	return onLine(func(x []float64) (mixture.Family, error) {
		p := mixture.SemiConjugateNormal{Mean: 1, Var: 4, Shape: 4, RateShape: 3, RateRate: 1}
		return p.Family(x, nil), nil
	})
}

// inSpace observes vectors, whose theta holds the mean and the Cholesky factor of the covariance.
func inSpace(d int, data [][]float64, p mixture.MultiNormal) familytest.Case[[]float64] {
	return familytest.Case[[]float64]{
		Data: data, Settings: settings(),
		Family: func(x [][]float64) (mixture.Family, error) { return p.Family(x, nil) },
		Observe: func(r *rand.Rand, theta []float64, _ int) []float64 {
			row, z := make([]float64, d), make([]float64, d)
			for j := range row {
				z[j] = r.NormFloat64()
				row[j] = theta[1+j]
				for k := range j + 1 {
					row[j] += theta[1+d+j*d+k] * z[k]
				}
			}
			return row
		},
		Number: func(x []float64) float64 { return x[0] }, Param: 1,
	}
}

// planeCase has a scale matrix that is not diagonal.
func planeCase() familytest.Case[[]float64] {
	return inSpace(2, [][]float64{{1, 0}, {2, 1}, {-1, 0.5}, {0, 3}, {2, 2}, {1, -1}},
		mixture.MultiNormal{
			Mean: []float64{1, -1}, Kappa: 0.4, DF: 5, Scale: [][]float64{{2, 0.9}, {0.9, 1}}})
}

// spaceCase has three dimensions, in case something works only in two.
func spaceCase() familytest.Case[[]float64] {
	return inSpace(3, [][]float64{{1, 0, 2}, {2, 1, -1}, {-1, 0.5, 0}, {0, 3, 1}}, mixture.MultiNormal{
		Mean: []float64{1, -1, 0}, Kappa: 0.4, DF: 6,
		Scale: [][]float64{{2, 0.9, 0}, {0.9, 1, -0.3}, {0, -0.3, 3}}})
}

func wordCase() familytest.Case[corpus.Doc] {
	lengths := []int{3, 0, 5, 1, 2, 4}
	return familytest.Case[corpus.Doc]{
		Data: []corpus.Doc{corpus.Bag([]int32{0, 0, 1}), nil, corpus.Bag([]int32{2, 2, 2, 2, 0}),
			corpus.Bag([]int32{1}), corpus.Bag([]int32{0, 2}), corpus.Bag([]int32{1, 1, 2, 0})},
		Family: func(docs []corpus.Doc) (mixture.Family, error) {
			return mixture.Multinomial{Gamma: []float64{0.4, 0.7, 0.3}}.Family(docs, nil, 3)
		},
		Observe: func(r *rand.Rand, theta []float64, i int) corpus.Doc {
			words := make([]int32, lengths[i])
			for j := range words {
				words[j] = int32(variate.LogCategorical(r, theta[:3]))
			}
			return corpus.Bag(words)
		},
		Number: func(doc corpus.Doc) float64 {
			n := 0.0
			for _, c := range doc {
				if c.Word == 0 {
					n += float64(c.N)
				}
			}
			return n
		},
		Settings: settings(),
	}
}

// Every block of every sampler leaves the joint distribution invariant, for each family.
func TestFamilies(t *testing.T) {
	t.Run("normal", func(t *testing.T) { familytest.Run(t, normalCase()) })
	t.Run("semi-conjugate", func(t *testing.T) { familytest.Run(t, semiConjugateCase()) })
	t.Run("plane", func(t *testing.T) { familytest.Run(t, planeCase()) })
	t.Run("space", func(t *testing.T) { familytest.Run(t, spaceCase()) })
	t.Run("words", func(t *testing.T) { familytest.Run(t, wordCase()) })
}

// The same for each law of partitions.
func TestLaws(t *testing.T) {
	c := normalCase()
	f, err := c.Family(c.Data)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]mixture.Partition{"MFM": mixture.SomeMFM,
		"Finite": mixture.SomeFinite} {
		for _, s := range familytest.Samplers(p, f) {
			if err := familytest.Blocks(c, s); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// The tests find each broken block, and name it.
func TestMutants(t *testing.T) {
	replications := []int{1500}
	if turns.Short(t) {
		replications = []int{500, 1500} // the second only for blocks that the first does not find
	}
	for _, b := range mixture.BrokenSamplers() {
		switch b.Family {
		case "normal":
			kill(t, normalCase(), b, replications)
		case "semi-conjugate":
			kill(t, semiConjugateCase(), b, replications)
		case "words":
			kill(t, wordCase(), b, replications)
		default:
			t.Fatalf("no family %q", b.Family)
		}
	}
}

func kill[X any](t *testing.T, c familytest.Case[X], b mixture.BrokenSampler,
	replications []int) {
	t.Helper()
	f, err := c.Family(c.Data)
	if err != nil {
		t.Fatal(err)
	}
	all := familytest.Samplers(b.Law, f)
	i := slices.IndexFunc(all, func(s familytest.Sampler) bool { return s.Name == b.Method })
	if i < 0 {
		t.Fatalf("no sampler %q", b.Method)
	}
	for _, wrong := range b.Wrong {
		j, err := familytest.Joint(c, all[i])
		if err != nil {
			t.Fatal(err)
		}
		right := j.Model
		j.Model = func(x []X) (sampler.Model[mixture.State], error) {
			m, err := right(x)
			if err != nil {
				return m, err
			}
			f, err := c.Family(x)
			if err != nil {
				return m, err
			}
			update, err := wrong.Update(b.Method, b.Law, f)
			if err != nil {
				return m, err
			}
			// The right blocks are tested in TestFamilies.
			m.Blocks = []sampler.Block[mixture.State]{{Name: wrong.Block, Update: update}}
			return m, nil
		}
		var report *verify.BlockReport
		found := false
		for _, n := range replications {
			report, err = verify.Blocks(j, verify.Settings{Seed: 1, Replications: n})
			if found = err == nil && slices.Equal(report.WrongBlocks(), []string{wrong.Block}); found {
				break
			}
		}
		if !found {
			t.Errorf("%s: %s: %s: %v\n%v", b.Method, wrong.Block, wrong, err, report)
		}
	}
}
