package naivebayes

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// started returns a sampler by name, and a state it starts with.
func started(t *testing.T, name string, p Prior, d Data) (sampler.Model[State], *State) {
	t.Helper()
	m, err := models[name](p, d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Init(sampler.Stream("start", 3, 0))
	if err != nil {
		t.Fatal(err)
	}
	return m, s
}

// logDirichletDensity is the textbook formula.
func logDirichletDensity(alpha, x []float64) float64 {
	sum, total := 0.0, 0.0
	for i, a := range alpha {
		lg, _ := math.Lgamma(a)
		sum += (a-1)*math.Log(x[i]) - lg
		total += a
	}
	lg, _ := math.Lgamma(total)
	return sum + lg
}

func bag(words ...int32) corpus.Doc { return corpus.Bag(words) }

// threeClasses is a small problem with different concentrations throughout, and its prior.
var threeClasses = Data{
	Docs:   []corpus.Doc{bag(0, 0, 2), bag(1), nil, bag(0, 1, 3, 3, 3, 3), {{Word: 2, N: 70}}},
	Labels: []int{0, -1, -1, 2, -1}, V: 4, Classes: 3,
}

var unevenPrior = Prior{GammaPi: []float64{0.5, 1, 2}, GammaTheta: []float64{0.3, 1.5, 0.7, 1.1}}

// The explicit sampler's joint is computed from densities, factor by factor of the model.
func TestLogJointExplicit(t *testing.T) {
	prior := unevenPrior
	prior.PiSpread, prior.ThetaSpread = 0.7, 1.3
	m, s := started(t, "explicit", prior, threeClasses)
	scaled := func(gamma []float64, by float64) (g []float64) {
		for _, x := range gamma {
			g = append(g, by*x)
		}
		return g
	}
	var pi []float64
	for _, lp := range s.LogPi {
		pi = append(pi, math.Exp(lp))
	}
	want := distuv.Normal{Sigma: 0.7}.LogProb(math.Log(s.PiScale)) +
		distuv.Normal{Sigma: 1.3}.LogProb(math.Log(s.ThetaScale))
	want += logDirichletDensity(scaled(prior.GammaPi, s.PiScale), pi)
	for c := range pi {
		var theta []float64
		for _, lt := range s.LogTheta[c] {
			theta = append(theta, math.Exp(lt))
		}
		want += logDirichletDensity(scaled(prior.GammaTheta, s.ThetaScale), theta)
	}
	for d, doc := range threeClasses.Docs {
		label := s.Labels[d]
		want += math.Log(pi[label])
		for _, w := range doc {
			want += float64(w.N) * s.LogTheta[label][w.Word]
		}
	}
	if got := m.LogJoint(s); math.Abs(got-want) > 1e-9 {
		t.Errorf("log joint %v, want %v", got, want)
	}
}

// Integrating the joint of one sampler gives the joint of the next: over π, and over θ of both
// classes.
func TestLogJointByQuadrature(t *testing.T) {
	prior := Prior{GammaPi: []float64{1.5, 2.5}, GammaTheta: []float64{2, 1.25}}
	data := Data{Docs: []corpus.Doc{bag(0, 0, 1), bag(1, 1, 1), nil, bag(0)}, V: 2,
		Labels: []int{0, 1, -1, 1}}
	explicit, s := started(t, "explicit", prior, data)
	withoutPi, s2 := started(t, "collapsed pi", prior, data)
	collapsed, s3 := started(t, "collapsed", prior, data)
	s2.LogTheta, s2.Labels, s2.Docs = s.LogTheta, s.Labels, s.Docs
	s3.Labels, s3.Docs, s3.Words, s3.Tokens = s.Labels, s.Docs, s.Words, s.Tokens
	set := func(logs []float64, x float64) { logs[0], logs[1] = math.Log(x), math.Log1p(-x) }
	integral := func(f func(x float64) float64) float64 {
		return quad.Fixed(f, 0, 1, 400,
			quad.Legendre{}, 0)
	}

	overPi := integral(func(x float64) float64 {
		set(s.LogPi, x)
		return math.Exp(explicit.LogJoint(s))
	})
	if got, want := withoutPi.LogJoint(s2), math.Log(overPi); math.Abs(got-want) > 1e-5 {
		t.Errorf("π integrated out: log joint %v, by quadrature %v", got, want)
	}
	overTheta := quad.Fixed(func(x float64) float64 {
		return quad.Fixed(func(y float64) float64 {
			set(s2.LogTheta[0], x)
			set(s2.LogTheta[1], y)
			return math.Exp(withoutPi.LogJoint(s2))
		}, 0, 1, 200, quad.Legendre{}, 0)
	}, 0, 1, 200, quad.Legendre{}, 0)
	if got, want := collapsed.LogJoint(s3), math.Log(overTheta); math.Abs(got-want) > 1e-5 {
		t.Errorf("both integrated out: log joint %v, by quadrature %v", got, want)
	}
}

// The joint of labels and words sums to one over all labels of three documents and all their words.
func TestLogJointSumsToOne(t *testing.T) {
	prior := unevenPrior
	prior.GammaTheta = prior.GammaTheta[:2]
	total := 0.0
	for words := range 1 << 4 { // a document of three words, one of one, one of none; V = 2
		bit := func(i int) int32 { return int32(words >> i & 1) }
		docs := []corpus.Doc{bag(bit(0), bit(1), bit(2)), bag(bit(3)), nil}
		for labels := range 27 {
			d := Data{Docs: docs, V: 2, Classes: 3, Labels: []int{labels % 3, labels / 3 % 3, labels / 9}}
			m, s := started(t, "collapsed", prior, d)
			total += math.Exp(m.LogJoint(s))
		}
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("the joint sums to %v", total)
	}
}

// p(words, labels) = p(words, labels, θ)/p(θ | words, labels) for every θ: three classes, uneven
// concentrations.
func TestLogJointCandidate(t *testing.T) {
	_, s := started(t, "explicit", unevenPrior, threeClasses)
	withoutPi, s2 := started(t, "collapsed pi", unevenPrior, threeClasses)
	collapsed, s3 := started(t, "collapsed", unevenPrior, threeClasses)
	s2.LogTheta, s2.Labels, s2.Docs, s2.Words = s.LogTheta, s.Labels, s.Docs, s.Words
	s3.Labels, s3.Docs, s3.Words, s3.Tokens = s.Labels, s.Docs, s.Words, s.Tokens
	want := withoutPi.LogJoint(s2)
	for c, logTheta := range s.LogTheta {
		var alpha, theta []float64
		for w, lt := range logTheta {
			alpha = append(alpha, unevenPrior.GammaTheta[w]+float64(s.Words[c][w]))
			theta = append(theta, math.Exp(lt))
		}
		want -= logDirichletDensity(alpha, theta)
	}
	if got := collapsed.LogJoint(s3); math.Abs(got-want) > 1e-9 {
		t.Errorf("log joint %v, want %v", got, want)
	}
}
