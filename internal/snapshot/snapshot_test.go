package snapshot

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

type vector []float64

type leaf struct {
	On    bool
	Name  string
	Count [3]int32
	hid   complex128
}

type everything struct {
	X, y       float64
	Nil, Empty []float64
	Room       []int
	Rows       [][]float64
	Vector     vector
	Leaves     []leaf
	Bytes      []byte
	Words      []string
	Bits       []bool
	None, Zero *int
	Zeros      []struct{}
	Deep       **leaf
	Maps       map[string][]leaf
	NoMap, MT  map[int]int
	hidden     struct{ list []*leaf }
	Source     *rand.PCG
	When       time.Time
	Exact      big.Int
}

func example() *everything {
	l := &leaf{hid: 2i}
	e := &everything{
		X: math.Copysign(0, -1), y: math.NaN(), Empty: []float64{}, Room: make([]int, 2, 9),
		Rows: [][]float64{nil, {}, {1, 2}}, Vector: vector{3},
		Leaves: []leaf{{true, "é", [3]int32{1, 2, 3}, 1i}, {}},
		Bytes:  []byte("abc"), Words: []string{"", "b"}, Bits: []bool{true, false}, Zero: new(int),
		Zeros: make([]struct{}, 4),
		Deep:  &l, Maps: map[string][]leaf{"a": {{Name: "z"}}, "": nil}, MT: map[int]int{},
		Source: rand.NewPCG(1, 2), When: time.Unix(5, 6).UTC(),
	}
	e.hidden.list = []*leaf{nil, {Name: "q"}}
	e.Exact.SetInt64(7)
	return e
}

func TestRoundTrip(t *testing.T) {
	want := example()
	data, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	// all of this must go
	got := &everything{Nil: []float64{1}, None: new(int), NoMap: map[int]int{1: 1}}
	if err := Decode(data, got); err != nil {
		t.Fatal(err)
	}
	if math.Float64bits(got.y) != math.Float64bits(want.y) {
		t.Error("another NaN")
	}
	got.y, want.y = 0, 0
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if cap(got.Room) != 9 || cap(got.Empty) != 0 {
		t.Errorf("capacities %d and %d", cap(got.Room), cap(got.Empty))
	}
	if again, err := Encode(got); err != nil || len(again) != len(data) {
		t.Errorf("encoded again: %d bytes and %d, %v", len(again), len(data), err)
	}
	if err := Check(reflect.TypeFor[everything]()); err != nil {
		t.Error(err)
	}
}

type tree struct {
	Children []*tree
	Parent   *tree
}

type list struct{ Next *list }

func TestRefused(t *testing.T) {
	type matrix struct {
		Flat []float64
		Rows [][]float64
	}
	flat := make([]float64, 6)
	root := &tree{}
	root.Children = []*tree{{Parent: root}}
	type inner struct {
		X float64
		P *float64
	}
	in := &inner{}
	in.P = &in.X
	shared := map[string]int{"a": 1}
	long := &list{}
	for range 20_000 {
		long = &list{long}
	}
	type itself []itself
	loop := make(itself, 1)
	loop[0] = loop
	for want, v := range map[string]any{
		"matrix.Flat shares memory with snapshot.matrix.Rows[0]": &matrix{flat,
			[][]float64{flat[:3:3], flat[3:]}},
		"matrix.Rows[0] shares memory with snapshot.matrix.Rows[1]": &matrix{nil,
			[][]float64{flat[:4], flat[3:]}},
		"Children[0].Parent": root,
		"snapshot.inner shares memory with snapshot.inner.P": in,
		"[0] shares memory with":                             &[]map[string]int{shared, shared},
		"nested more than 10000":                             long,
		"shares memory":                                      &loop,
		"is an interface":                                    &struct{ A any }{1},
		"encoding or decoding panicked":                      &struct{ P *panics }{&panics{}},
	} {
		if _, err := Encode(v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	// Rows next to each other do not share memory; nor does one slice's spare capacity share with
	// another slice in it.
	rows := &[][]float64{flat[:3], flat[3:5]}
	data, err := Encode(rows)
	if err != nil {
		t.Fatal(err)
	}
	var back [][]float64
	if err := Decode(data, &back); err != nil || cap(back[0]) != 3 || cap(back[1]) != 3 {
		t.Errorf("%v, capacities %d and %d", err, cap(back[0]), cap(back[1]))
	}
	for want, typ := range map[string]reflect.Type{
		"S.F is a func":        reflect.TypeFor[struct{ S struct{ F func() } }](),
		"A is an interface":    reflect.TypeFor[struct{ A any }](),
		"is a chan":            reflect.TypeFor[map[string]chan int](),
		"is an interface: use": reflect.TypeFor[*rand.Rand](),
	} {
		if err := Check(typ); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

type panics struct{}

func (*panics) GobEncode() ([]byte, error) { panic("no luck") }
func (*panics) GobDecode([]byte) error     { panic("no luck") }

// Elements without memory need no bytes, and there can be billions of them: FuzzDecode found six
// bytes that took minutes.
func TestElementsWithoutMemory(t *testing.T) {
	type state struct{ Zeros []struct{} }
	data, err := Encode(&state{make([]struct{}, 1<<31)})
	if err != nil {
		t.Fatal(err)
	}
	var back state
	if err := Decode(data, &back); err != nil || len(back.Zeros) != 1<<31 {
		t.Errorf("%d elements, %v", len(back.Zeros), err)
	}
}

// Whatever the bytes are, decoding ends, and takes no more memory than they can fill.
func FuzzDecode(f *testing.F) {
	data, err := Encode(example())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte{})
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		b := append([]byte{}, data...)
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] = byte(r.Uint32())
		}
		f.Add(b[:len(b)-r.IntN(2)*r.IntN(len(b))])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var e everything
		if Decode(data, &e) == nil {
			if _, err := Encode(&e); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestDigest(t *testing.T) {
	type prior struct {
		K     int
		gamma []float64
	}
	same := func(a, b any) bool {
		t.Helper()
		x, err := Digest(a)
		if err != nil {
			t.Fatal(err)
		}
		y, err := Digest(b)
		if err != nil {
			t.Fatal(err)
		}
		return x == y
	}
	big1, big2 := make([]float64, 100_000), make([]float64, 100_000)
	big2[77_777] = 1e-300
	a := []any{prior{3, []float64{1, 2}}, []string{"a", "bc"}, map[string]int{"x": 1, "y": 2}, nil,
		&prior{}}
	b := []any{prior{3, []float64{1, 2}}, []string{"a", "bc"}, map[string]int{"y": 2, "x": 1}, nil,
		&prior{}}
	if !same(a, b) || !same([]int(nil), []int{}) || !same(*example(), *example()) {
		t.Error("equal values, other digests")
	}
	for _, pair := range [][2]any{
		{prior{3, []float64{1, 2}}, prior{3, []float64{1, 2.5}}},
		{[]string{"a", "bc"}, []string{"ab", "c"}},
		{[]int{1}, []float64{1}}, {big1, big2}, {nil, 0}, {[][]int{{1}, {}}, [][]int{{}, {1}}},
		{1, int32(1)},
	} {
		if same(pair[0], pair[1]) {
			t.Errorf("%.60v and %.60v have one digest", pair[0], pair[1])
		}
	}
	root := &tree{}
	root.Children = []*tree{{Parent: root}, {Parent: root}}
	for _, v := range []any{root, func() {}, []any{make(chan int)}} {
		if _, err := Digest(v); err == nil {
			t.Errorf("%T has a digest", v)
		}
	}
}
