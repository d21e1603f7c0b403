package memo

import (
	"crypto/sha256"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler"
)

func digest(t *testing.T, v any) [32]byte {
	t.Helper()
	h := sha256.New()
	if err := canonical(h, reflect.ValueOf(v), map[reflect.Type]bool{}); err != nil {
		t.Fatal(err)
	}
	return [32]byte(h.Sum(nil))
}

type pair struct {
	a, b any
	name string
}

type celsius float64

type hidden struct{ x int }

func TestCanonical(t *testing.T) {
	m := map[string]int{}
	n := map[string]int{}
	for i := range 100 {
		m[strings.Repeat("k", i)] = i
		n[strings.Repeat("k", 99-i)] = 99 - i
	}
	one, other := 1, 1
	for _, p := range []pair{
		{m, n, "maps filled in another order"},
		{&one, &other, "pointers to equal values"},
		{math.NaN(), math.NaN(), "NaN"},
		{sampler.Settings{Seed: 1}, sampler.Settings{Seed: 1}, "settings"},
		{mat.NewDense(1, 2, []float64{1, 2}), mat.NewDense(1, 2, []float64{1, 2}), "matrices"},
	} {
		if digest(t, p.a) != digest(t, p.b) {
			t.Errorf("%s: different", p.name)
		}
	}
	for _, p := range []pair{
		{1, 2, "numbers"},
		{1, 1.0, "types"},
		{1.0, celsius(1), "named types"},
		{0.0, math.Copysign(0, -1), "signs of zero"},
		{hidden{1}, hidden{2}, "unexported fields"},
		{[]string{"a", "bc"}, []string{"ab", "c"}, "where strings end"},
		{[]float64{1, 2}, []float64{2, 1}, "orders"},
		{[][]float64{{1}, {2}}, [][]float64{{1, 2}, {}}, "where slices end"},
		{map[string]int{"a": 1}, map[string]int{"a": 2}, "map values"},
		{map[string]int{"a": 1}, map[string]int{"b": 1}, "map keys"},
		{sampler.Settings{Seed: 1}, sampler.Settings{Seed: 2}, "settings"},
		{rand.NewPCG(1, 2), rand.NewPCG(1, 3), "generators"},
		{any(1), nil, "nothing"},
		{mat.NewDense(1, 2, []float64{1, 2}), mat.NewDense(2, 1, []float64{1, 2}), "shapes"},
	} {
		if digest(t, p.a) == digest(t, p.b) {
			t.Errorf("different %s: the same", p.name)
		}
	}
}

func TestInputsThatCannotBeCompared(t *testing.T) {
	type ring struct{ next *ring }
	loop := &ring{}
	loop.next = loop
	for _, tt := range []struct {
		input any
		want  string
	}{
		{sampler.Settings{Until: func(*sampler.Trace) (string, error) { return "", nil }},
			"Settings.Until"},
		{sampler.Model[int]{Blocks: []sampler.Block[int]{{Update: func(*rand.Rand,
			*int) error {
			return nil
		}}}}, "Blocks[0].Update"},
		{make(chan int), "chan"},
		{loop, "contains itself"},
	} {
		if err := canonical(sha256.New(), reflect.ValueOf(tt.input),
			map[reflect.Type]bool{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%T: got %v, want %q", tt.input, err, tt.want)
		}
	}
}

// Methods of the inputs' types are code that the function may call, wherever in an input the type
// occurs.
func TestNamed(t *testing.T) {
	type inner struct{ X celsius }
	type outer struct {
		Empty []inner
		Map   map[string]*hidden
		Any   any
	}
	types := map[reflect.Type]bool{}
	if err := canonical(sha256.New(), reflect.ValueOf(&outer{Any: []time.Duration{1}}),
		types); err != nil {
		t.Fatal(err)
	}
	names, paths := named(types, reflect.TypeFor[hidden]().PkgPath())
	slices.Sort(names)
	if want := []string{"celsius", "hidden", "inner", "outer"}; !slices.Equal(names, want) ||
		!slices.Equal(paths, []string{"time"}) {
		t.Errorf("%v, %v", names, paths)
	}
}
