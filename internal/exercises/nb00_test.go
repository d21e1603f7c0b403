package exercises

import (
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler/diag"
)

func TestStart(t *testing.T) {
	n := open(t, "00_start")
	n.exercise("1", func(e *exercise) {
		x := datasets.ExamScores()
		e.exact(diag.Mean(x))
		e.wrong("the median", diag.Quantile(x, 0.5))
		e.wrong("divided by n - 1", diag.Mean(x)*float64(len(x))/float64(len(x)-1))
		e.wrong("the last score is left out", diag.Mean(x[:len(x)-1]))
	})
}
