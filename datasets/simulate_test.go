package datasets

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// With about 500 scores, |z| above 6 has probability below 1e-6.
func TestBars(t *testing.T) {
	s, err := Bars(sampler.Stream("bars", 1, 0), 2000, 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := corpus.Check(s.Docs, 25); err != nil || len(s.Docs) != 2000 ||
		s.Tokens() != 200_000 || s.V() != 25 {
		t.Fatalf("%d documents, %d tokens, %d words, %v", len(s.Docs), s.Tokens(), s.V(), err)
	}
	if m := misfit(s, 1); m > 6 {
		t.Errorf("|z| up to %.1f", m)
	}
	// A row and a column, by name.
	for topic, want := range map[int]string{1: "1,0 1,1 1,2 1,3 1,4", 8: "0,3 1,3 2,3 3,3 4,3"} {
		var words []string
		for w, p := range s.Phi[topic] {
			if p == 0.2 {
				words = append(words, s.Vocabulary[w])
			} else if p != 0 {
				t.Errorf("topic %d has word %d with probability %g", topic, w, p)
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("topic %d is %s, want %s", topic, got, want)
		}
	}
	again, err := Bars(sampler.Stream("bars", 1, 0), 2000, 100)
	if err != nil || !reflect.DeepEqual(s, again) {
		t.Errorf("the same generator state gives another corpus (%v)", err)
	}
	if more, err := Bars(sampler.Stream("bars", 1, 0), 2001, 100); err != nil ||
		!reflect.DeepEqual(s.Docs, more.Docs[:2000]) {
		t.Errorf("one more image changes those before it (%v)", err)
	}
	// Negative controls: z of the neighbouring document, θ of the neighbouring document, a topic's
	// words shifted by one.
	for name, spoil := range map[string]func(s *Simulated){
		"z":     func(s *Simulated) { s.Z = append(s.Z[1:], s.Z[0]) },
		"theta": func(s *Simulated) { s.Theta = append(s.Theta[1:], s.Theta[0]) },
		"phi":   func(s *Simulated) { s.Phi[3] = append(s.Phi[3][1:], s.Phi[3][0]) },
	} {
		s, err := Bars(sampler.Stream("bars", 1, 0), 2000, 100)
		if err != nil {
			t.Fatal(err)
		}
		spoil(s)
		if m := misfit(s, 1); m < 6 {
			t.Errorf("spoiled %s goes unnoticed: |z| up to %.1f", name, m)
		}
	}
	if m := misfit(s, 0.8); m < 6 {
		t.Errorf("Dirichlet(1) passes for Dirichlet(0.8): |z| up to %.1f", m)
	}
}

func TestSimulateLDA(t *testing.T) {
	base := make([]float64, 50)
	for w := range base {
		base[w] = 1 / float64(w+1)
	}
	m := LDASettings{Docs: 3000, Tokens: 40, V: 50, Topics: 7, Alpha: 0.5, Beta: 0.3, Base: base,
		Latent: true}
	s, err := SimulateLDA(sampler.Stream("lda", 2, 0), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := corpus.Check(s.Docs, 50); err != nil || s.Tokens() != 120_000 || s.Vocabulary != nil {
		t.Fatalf("%d tokens, vocabulary %v, %v", s.Tokens(), s.Vocabulary, err)
	}
	if got := misfit(s, 0.5); got > 6 {
		t.Errorf("|z| up to %.1f", got)
	}
	m.Latent = false
	if short, err := SimulateLDA(sampler.Stream("lda", 2, 0), m); err != nil ||
		!reflect.DeepEqual(short.Docs, s.Docs) || short.Theta != nil || short.Z != nil {
		t.Errorf("without Latent the corpus is another, or the truth is there (%v)", err)
	}
	// φ follows its prior: over many topics, the mean and variance of a component of
	// Dirichlet(Beta·V·b).
	m = LDASettings{Docs: 1, Tokens: 1, V: 50, Topics: 20_000, Beta: 0.3, Base: base}
	s, err = SimulateLDA(sampler.Stream("lda", 3, 0), m)
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, b := range base {
		total += b
	}
	for _, w := range []int{0, 1, 49} {
		a, sum := 0.3*50, 0.0
		for _, phi := range s.Phi {
			sum += phi[w]
		}
		p := base[w] / total
		z := (sum/20_000 - p) / math.Sqrt(p*(1-p)/(a+1)/20_000)
		if math.Abs(z) > 5 { // probability 6e-7
			t.Errorf("mean of φ[%d] is %.5f, want %.5f: z = %.1f", w, sum/20_000, p, z)
		}
		if wrong := (sum/20_000 - 1.0/50) / math.Sqrt(p*(1-p)/(a+1)/20_000); math.Abs(wrong) < 5 &&
			w != 49 {
			t.Errorf("a flat base goes unnoticed at word %d: z = %.1f", w, wrong)
		}
	}
}

func TestSimulateRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	good := LDASettings{Docs: 2, Tokens: 3, V: 4, Topics: 5}
	if s, err := SimulateLDA(r, good); err != nil || s.Tokens() != 6 {
		t.Errorf("%v, %v", s, err)
	}
	one := LDASettings{Docs: 1, Tokens: 1, V: 1, Topics: 1, Alpha: 1e-8, Beta: 1e12, Latent: true}
	if s, err := SimulateLDA(r, one); err != nil ||
		!slices.Equal(s.Docs[0], corpus.Doc{{Word: 0, N: 1}}) {
		t.Errorf("one of all: %v, %v", s, err)
	}
	for _, c := range []struct {
		change func(m *LDASettings)
		want   []string
	}{
		{func(m *LDASettings) { *m = LDASettings{} },
			[]string{"Docs is 0", "Tokens is 0", "V is 0", "Topics is 0"}},
		{func(m *LDASettings) { m.Docs = -1 }, []string{"LDASettings.Docs is -1"}},
		{func(m *LDASettings) { m.Docs, m.Tokens = math.MaxInt, math.MaxInt }, []string{"tokens in all"}},
		{func(m *LDASettings) { m.V, m.Topics = math.MaxInt, 2 }, []string{"numbers in all"}},
		{func(m *LDASettings) { m.Alpha = math.NaN() }, []string{"Alpha is NaN"}},
		{func(m *LDASettings) { m.Alpha = math.Inf(1) }, []string{"Alpha is +Inf"}},
		{func(m *LDASettings) { m.Alpha = 1e-300 }, []string{"Alpha is 1e-300"}},
		{func(m *LDASettings) { m.Beta = -1 }, []string{"Beta is -1"}},
		{func(m *LDASettings) { m.Beta = math.NaN() }, []string{"Beta is NaN"}},
		{func(m *LDASettings) { m.Beta = 1e308 }, []string{"Beta is 1e+308"}},
		{func(m *LDASettings) { m.Base = []float64{1, 2} },
			[]string{"Base has 2 numbers, expected V = 4"}},
		{func(m *LDASettings) { m.Base = []float64{1, 2, 0, 3} }, []string{"Base[2] is 0"}},
		{func(m *LDASettings) { m.Base = []float64{1, 2, math.Inf(1), 3} }, []string{"Base[2] is +Inf"}},
		{func(m *LDASettings) { m.Base = []float64{1e308, 1e308, 1e-308, 1} }, []string{"gives word 2"}},
	} {
		m := good
		c.change(&m)
		_, err := SimulateLDA(r, m)
		wantError(t, err, c.want...)
	}
	_, err := SimulateLDA(nil, good)
	wantError(t, err, "the generator is nil")
	_, err = Bars(nil, 0, -1)
	wantError(t, err, "the generator is nil", "Docs is 0", "Tokens is -1", "bars of 0 images")
}
