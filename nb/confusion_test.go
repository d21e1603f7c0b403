package nb

import (
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
)

func init() {
	golden["confusion"] = func(*sampler.Trace) *plot.Plot {
		return Confusion([]string{"ham", "spam", "news"}, []int{0, 0, 0, 0, 1, 1, 1}, []int{0, 0, 0, 1, 1, 2, 0})
	}
}

func TestConfusionData(t *testing.T) {
	got := ConfusionData(3, []int{0, 0, 0, 2, 2}, []int{0, 1, 1, 2, 0})
	for i, want := range [][]int{{1, 2, 0}, {0, 0, 0}, {1, 0, 1}} {
		if !slices.Equal(got[i], want) {
			t.Errorf("true class %d: %v, want %v", i, got[i], want)
		}
	}
}

func TestConfusionMistakes(t *testing.T) {
	panics(t, "0 classes", func() { Confusion(nil, []int{0}, []int{0}) })
	panics(t, "1 true and 2 predicted", func() { Confusion([]string{"a"}, []int{0}, []int{0, 0}) })
	panics(t, "the true class of case 0 is 1", func() { Confusion([]string{"a"}, []int{1}, []int{0}) })
	panics(t, "the predicted class of case 1 is -1", func() { ConfusionData(2, []int{0, 0}, []int{0, -1}) })
}
