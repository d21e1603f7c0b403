package memo

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler"
)

type hidden struct{ x int }

func TestCarries(t *testing.T) {
	type tree struct {
		Children []*tree
		Weight   float64
	}
	for _, v := range []any{1, "a", []float64{1}, map[string][]int{}, tree{}, &sampler.Trace{},
		sampler.Trace{}, mat.Dense{}, &mat.Dense{}, time.Time{}, time.Second} {
		if err := Carries(reflect.TypeOf(v)); err != nil {
			t.Errorf("%T is refused: %v", v, err)
		}
	}
	for _, tt := range []struct {
		v    any
		want string
	}{
		{hidden{1}, "hidden.x is not exported"},
		{struct{ A []hidden }{}, "A.x is not exported"},
		{struct{ F func() }{}, "F is a func"},
		{make(chan int), "chan"},
		{struct{ E error }{}, "E is an interface"},
		{map[string]any{}, "interface"},
	} {
		if err := Carries(reflect.TypeOf(tt.v)); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%T: got %v, want %q", tt.v, err, tt.want)
		}
	}
}
