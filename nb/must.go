package nb

import (
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Must returns v, or panics with err if err is not nil. It is for calls in cells that return a
// value and an error: the panic is a red cell with the sentence of the error.
//
//	model := nb.Must(prior.Model(scores))
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Summary is diag.Summarize for a cell: the table of the named parameters, or of all, with warnings
// in words. Rows that are asked for by name are all shown, up to 100. For other intervals and
// limits there is diag.Options:
//
//	nb.Show(nb.Must(diag.Options{Prob: 0.89, HDI: true}.Summarize(tr, "theta")))
func Summary(tr *sampler.Trace, names ...string) *diag.Summary {
	return Must(diag.Summarize(tr, names...))
}
