package mixture

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

// A world is a family with a way to draw data: D is the data set.
type world[D any] struct {
	n       int
	family  func(d D) (Family, error)
	blank   D // data of the right size
	observe func(r *rand.Rand, d *D, i int, theta []float64)
	number  func(d D, i int) float64 // something about observation i
	part    int                      // a number of theta that goes with it
}

// six is the number of observations of the small worlds.
const six = 6

var normalWorld = world[[]float64]{
	n: six, blank: make([]float64, six), part: thetaMu,
	family: func(x []float64) (Family, error) {
		return Normal{Mean: 1, Kappa: 0.3, Shape: 3, Scale: 2}.Family(x, nil)
	},
	observe: observeNormal,
	number:  func(d []float64, i int) float64 { return d[i] },
}

var semiConjugateWorld = world[[]float64]{
	n: six, blank: make([]float64, six), part: thetaMu,
	family: func(x []float64) (Family, error) {
		return SemiConjugateNormal{Mean: 1, Var: 4, Shape: 4, RateShape: 3, RateRate: 1}.Family(x, nil)
	},
	observe: observeNormal,
	number:  func(d []float64, i int) float64 { return d[i] },
}

func observeNormal(r *rand.Rand, d *[]float64, i int, theta []float64) {
	(*d)[i] = theta[thetaMu] + math.Sqrt(theta[thetaSigma2])*r.NormFloat64()
}

// The plane, and a scale matrix that is not diagonal.
var planeWorld = world[[][]float64]{
	n: six, blank: make2(six, 2), part: 1,
	family: func(x [][]float64) (Family, error) {
		return MultiNormal{Mean: []float64{1, -1}, Kappa: 0.4, DF: 5, Scale: [][]float64{{2, 0.9}, {0.9, 1}}}.Family(x, nil)
	},
	observe: observeVector(2),
	number:  func(d [][]float64, i int) float64 { return d[i][0] },
}

// Three dimensions, for what is special about two.
var spaceWorld = world[[][]float64]{
	n: 4, blank: make2(4, 3), part: 1,
	family: func(x [][]float64) (Family, error) {
		return MultiNormal{Mean: []float64{1, -1, 0}, Kappa: 0.4, DF: 6, Scale: [][]float64{{2, 0.9, 0}, {0.9, 1, -0.3}, {0, -0.3, 3}}}.Family(x, nil)
	},
	observe: observeVector(3),
	number:  func(d [][]float64, i int) float64 { return d[i][0] },
}

func make2(n, d int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
	}
	return x
}

func observeVector(d int) func(r *rand.Rand, x *[][]float64, i int, theta []float64) {
	return func(r *rand.Rand, x *[][]float64, i int, theta []float64) {
		row, z := make([]float64, d), make([]float64, d)
		for j := range row {
			z[j] = r.NormFloat64()
			row[j] = theta[1+j]
			for k := range j + 1 {
				row[j] += theta[1+d+j*d+k] * z[k]
			}
		}
		(*x)[i] = row
	}
}

var lengths = []int{3, 0, 5, 1, 2, 4}

var wordWorld = world[[]corpus.Doc]{
	n: six, blank: make([]corpus.Doc, six), part: 0,
	family: func(docs []corpus.Doc) (Family, error) {
		return Multinomial{Gamma: []float64{0.4, 0.7, 0.3}}.Family(docs, nil, 3)
	},
	observe: func(r *rand.Rand, d *[]corpus.Doc, i int, theta []float64) {
		words := make([]int32, lengths[i])
		for j := range words {
			words[j] = int32(variate.LogCategorical(r, theta[:3]))
		}
		(*d)[i] = corpus.Bag(words)
	},
	number: func(d []corpus.Doc, i int) float64 {
		n := 0.0
		for _, c := range d[i] {
			if c.Word == 0 {
				n += float64(c.N)
			}
		}
		return n
	},
}

// A method is a sampler, and what it draws beside labels.
type method struct {
	name   string
	theta  bool
	finite bool
	model  func(f Family) (sampler.Model[State], error)
}

func methods(p Partition) []method {
	return []method{
		{"Neal2", true, false, func(f Family) (sampler.Model[State], error) { return Neal2(p, f.(Conjugate)) }},
		{"Neal3", false, false, func(f Family) (sampler.Model[State], error) { return Neal3(p, f.(Conjugate)) }},
		{"Neal8", true, false, func(f Family) (sampler.Model[State], error) { return Neal8(p, f, 2) }},
		{"SplitMerge", false, false, func(f Family) (sampler.Model[State], error) {
			return SplitMerge(p, f.(Conjugate), SplitMergeSettings{Proposals: 3})
		}},
		{"SplitMerge of Jain & Neal", false, false, func(f Family) (sampler.Model[State], error) {
			return SplitMerge(p, f.(Conjugate), SplitMergeSettings{Proposals: 3, Scans: 1})
		}},
	}
}

// The three laws, each with its hyperparameters unknown where they can be.
var (
	someDP     = DP{Shape: 3, Rate: 2}
	someMFM    = MFM{K: []float64{0.2, 0.3, 0.3, 0.1, 0.1}, Gamma: 0.7}
	someFinite = Finite{K: 3, Gamma: []float64{0.6}}
	lopsided   = Finite{K: 3, Gamma: []float64{0.3, 1.5, 0.8}}
)

func finiteMethods(p Finite) []method {
	return []method{
		{"Explicit", true, true, func(f Family) (sampler.Model[State], error) { return Explicit(p, f) }},
		{"Collapsed", true, true, func(f Family) (sampler.Model[State], error) { return Collapsed(p, f.(Conjugate)) }},
	}
}

// problemOf is what the chains of a method share, given data; the second is nil for methods that are not for Finite only.
func problemOf[D any](t *testing.T, w world[D], p Partition, m method, d D) (*problem, *finiteProblem) {
	t.Helper()
	f, err := w.family(d)
	if err != nil {
		t.Fatal(err)
	}
	if m.finite {
		fp, err := newFinite(p.(Finite), f)
		if err != nil {
			t.Fatal(err)
		}
		return &fp.problem, fp
	}
	pr, err := newProblem(p, f, m.theta)
	if err != nil {
		t.Fatal(err)
	}
	return pr, nil
}

// jointOf is the joint law of the state of a method and the data.
func jointOf[D any](t *testing.T, w world[D], p Partition, m method) verify.Joint[State, D] {
	t.Helper()
	blank, blankFinite := problemOf(t, w, p, m, w.blank)
	return verify.Joint[State, D]{
		Prior: func(r *rand.Rand) (*State, error) {
			var s *State
			var err error
			if m.finite {
				if s, err = blankFinite.begin(r); err != nil {
					return nil, err
				}
			} else {
				model, err := m.model(blank.Family) // for its scratch memory
				if err != nil {
					return nil, err
				}
				if s, err = model.Init(r); err != nil {
					return nil, err
				}
			}
			if m.theta {
				for _, k := range s.Active {
					blank.Draw(r, s.Base, blank.empty, s.Theta[k])
				}
			}
			return s, nil
		},
		Data: func(r *rand.Rand, s *State) (D, error) {
			d := copyOf(w.blank)
			theta := make([]float64, blank.size.Theta)
			for _, k := range s.Active {
				if m.theta {
					copy(theta, s.Theta[k])
				} else {
					blank.Draw(r, s.Base, blank.empty, theta)
				}
				for i, l := range s.Labels {
					if l == k {
						w.observe(r, &d, i, theta)
					}
				}
			}
			pr, _ := problemOf(t, w, p, m, d)
			pr.recount(s)
			return d, nil
		},
		Model: func(d D) (sampler.Model[State], error) {
			f, err := w.family(d)
			if err != nil {
				return sampler.Model[State]{}, err
			}
			model, err := m.model(f)
			model.Params = slices.DeleteFunc(model.Params, func(p sampler.Param[State]) bool { return p.Name == "z" })
			return model, err
		},
		LogLikelihood: func(d D, s *State) float64 {
			pr, _ := problemOf(t, w, p, m, d)
			sum := 0.0
			for i, k := range s.Labels {
				if m.theta {
					sum += pr.LogLikelihood(s.Theta[k], i)
				} else {
					sum += pr.c.LogPredictive(s.Stats[k], i)
				}
			}
			return sum
		},
		Functions: []verify.Function[State, D]{
			{Name: "first two together", Of: func(_ D, s *State) float64 { return indicator(s.Labels[0] == s.Labels[1]) }},
			{Name: "size of the last one's cluster", Of: func(_ D, s *State) float64 { return float64(s.Sizes[s.Labels[w.n-1]]) }},
			{Name: "squared distance within clusters", Of: func(d D, s *State) float64 {
				sum := 0.0
				for i, k := range s.Labels {
					for j, l := range s.Labels[:i] {
						if k == l {
							sum += math.Abs(w.number(d, i) - w.number(d, j))
						}
					}
				}
				return sum
			}},
			{Name: "parameters beside an observation", Of: func(d D, s *State) float64 {
				if !m.theta {
					return 0
				}
				return math.Abs(w.number(d, 2) - s.Theta[s.Labels[2]][w.part])
			}},
			{Name: "empty components", Of: func(_ D, s *State) float64 { return float64(s.K - len(s.Active)) }},
			{Name: "sum of squared sizes", Of: func(_ D, s *State) float64 {
				sum := 0.0
				for _, n := range s.Sizes {
					sum += float64(n * n)
				}
				return sum
			}},
		},
	}
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// copyOf copies the outer slice of a data set.
func copyOf[D any](d D) D {
	switch x := any(d).(type) {
	case []float64:
		return any(slices.Clone(x)).(D)
	case [][]float64:
		return any(slices.Clone(x)).(D)
	case []corpus.Doc:
		return any(slices.Clone(x)).(D)
	}
	panic("no such data")
}

func checkBlocks[D any](t *testing.T, name string, w world[D], p Partition, m method) {
	t.Helper()
	replications := 700
	if *long {
		replications = 20_000
	}
	report, err := verify.Blocks(jointOf(t, w, p, m), verify.Settings{Seed: 1, Replications: replications})
	if err != nil || report.Wrong {
		t.Errorf("%s, %s: %v\n%v", name, m.name, err, report)
	}
}

// Every block of every sampler leaves the joint law as it is, for each law of partitions and each family.
func TestBlocks(t *testing.T) {
	for name, p := range map[string]Partition{"DP": someDP, "MFM": someMFM, "Finite": someFinite} {
		for _, m := range methods(p) {
			checkBlocks(t, name+", normal", normalWorld, p, m)
		}
	}
	for _, m := range methods(someDP) {
		checkBlocks(t, "DP, plane", planeWorld, someDP, m)
		checkBlocks(t, "DP, words", wordWorld, someDP, m)
	}
	checkBlocks(t, "DP, semi-conjugate", semiConjugateWorld, someDP, methods(someDP)[2])
	for _, m := range finiteMethods(lopsided) {
		checkBlocks(t, "normal", normalWorld, lopsided, m)
		checkBlocks(t, "plane", planeWorld, lopsided, m)
		checkBlocks(t, "space", spaceWorld, lopsided, m)
		checkBlocks(t, "words", wordWorld, lopsided, m)
	}
	checkBlocks(t, "semi-conjugate", semiConjugateWorld, lopsided, finiteMethods(lopsided)[0])
}
