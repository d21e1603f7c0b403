package same

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gibbslab/internal/snapshot"
)

type celsius float64

type hidden struct{ x int }

func (hidden) Method() int { return 1 }

func work() celsius { return celsius(len(mat.Formatted(nil).(interface{ String() string }).String())) }

// A key changes with each of its ingredients, and a real key has them all.
func TestIngredients(t *testing.T) {
	all, err := memo.gather(work, reflect.TypeFor[celsius](), []any{hidden{1}, time.Second},
		&debug.BuildInfo{Deps: []*debug.Module{{Path: "gonum.org/v1/gonum", Version: "v9", Sum: "h1:x"}},
			Settings: []debug.BuildSetting{{Key: "-tags", Value: "fast"}}})
	if err != nil {
		t.Fatal(err)
	}
	if all.Go != runtime.Version() || all.Arch != runtime.GOARCH ||
		all.Result != "gibbslab/internal/same.celsius" ||
		!slices.Equal(all.Types, []string{"gibbslab/internal/same.celsius",
			"gibbslab/internal/same.hidden", "time.Duration"}) ||
		!strings.Contains(strings.Join(all.Code, "\n"), "Method ( ) int { return 1 }") ||
		!strings.HasPrefix(all.Code[0], "func work ( ) celsius {") ||
		!slices.Equal(all.Versions, []string{"gonum.org/v1/gonum v9 h1:x"}) ||
		!slices.Equal(all.Build, []string{"-tags=fast"}) {
		t.Errorf("%+v", all)
	}
	all.Packages = []string{"lab/a 1f2e"}
	before, err := snapshot.Digest(all)
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(&all).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() {
			t.Errorf("a key has no %s", v.Type().Field(i).Name)
		}
		old := reflect.New(f.Type()).Elem()
		old.Set(f)
		switch f.Kind() {
		case reflect.String:
			f.SetString(f.String() + ".")
		case reflect.Array:
			f.Index(7).SetUint(f.Index(7).Uint() ^ 1)
		default:
			f.Set(reflect.ValueOf(append(slices.Clone(f.Interface().([]string)), "more")))
		}
		if after, err := snapshot.Digest(all); err != nil || after == before {
			t.Errorf("another %s, and the key is the same (%v)", v.Type().Field(i).Name, err)
		}
		f.Set(old)
	}
}

// A program of this module has code in packages of folders.
func TestPackagesOfAKey(t *testing.T) {
	all, err := memo.gather(func() any { return snapshot.Layout(nil) }, reflect.TypeFor[int](),
		nil, &debug.BuildInfo{})
	if err != nil || !slices.ContainsFunc(all.Packages, func(file string) bool {
		return strings.HasPrefix(file, "gibbslab/internal/snapshot/encode.go ")
	}) {
		t.Errorf("%q, %v", all.Packages, err)
	}
}

// Inputs that differ have other keys, and equal ones the same.
func TestInputs(t *testing.T) {
	key := func(input any) [32]byte {
		t.Helper()
		k, err := Key(memo, work, reflect.TypeFor[celsius](), input)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	m, n := map[string]int{}, map[string]int{}
	for i := range 100 {
		m[strings.Repeat("k", i)] = i
		n[strings.Repeat("k", 99-i)] = 99 - i
	}
	one, other := 1, 1
	var none func()
	for _, p := range [][2]any{{m, n}, {&one, &other}, {math.NaN(), math.NaN()}, {none, none},
		{mat.NewDense(1, 2, []float64{1, 2}), mat.NewDense(1, 2, []float64{1, 2})}} {
		if key(p[0]) != key(p[1]) {
			t.Errorf("%v and %v: other keys", p[0], p[1])
		}
	}
	for _, p := range [][2]any{{1, 2}, {1, 1.0}, {1.0, celsius(1)}, {0.0, math.Copysign(0, -1)},
		{hidden{1}, hidden{2}}, {[]string{"a", "bc"}, []string{"ab", "c"}},
		{[]float64{1, 2}, []float64{2, 1}}, {[][]float64{{1}, {2}}, [][]float64{{1, 2}, {}}},
		{map[string]int{"a": 1}, map[string]int{"a": 2}}, {map[string]int{"a": 1}, map[string]int{"b": 1}},
		{rand.NewPCG(1, 2), rand.NewPCG(1, 3)}, {any(1), nil},
		{mat.NewDense(1, 2, []float64{1, 2}), mat.NewDense(2, 1, []float64{1, 2})}} {
		if key(p[0]) == key(p[1]) {
			t.Errorf("%v and %v: the same key", p[0], p[1])
		}
	}
	type ring struct{ next *ring }
	loop := &ring{}
	loop.next = loop
	type set struct{ Until func() }
	for want, input := range map[string]any{"same.set.Until is a func": []set{{}, {func() {}}},
		"it is a chan": make(chan int), "contains itself": loop} {
		if _, err := Key(memo, work, reflect.TypeFor[celsius](), input); err == nil ||
			!strings.Contains(err.Error(), want) || errors.Is(err, ErrNoSource) {
			t.Errorf("%T: got %v, want %q", input, err, want)
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
	_, types, err := snapshot.DigestTypes(&outer{Any: []time.Duration{1}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, t := range named(types) {
		names = append(names, t.Name())
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"Duration", "celsius", "hidden", "inner", "outer"}) {
		t.Errorf("%q", names)
	}
}
