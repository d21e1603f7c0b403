package bugs

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/source"
)

// starts is how many starts the text's starting values are taken from.
const starts = 8

// Go writes the sampler as Go, for a cell of a notebook or a file: a struct with the unknowns, a
// function for each update with its formula, and the function model. It has no reference to this
// package, so that it can be read, run and changed on its own.
//
// In the text each unknown is drawn by itself, given all others. The chain has the same posterior
// as that of [Model.Sampler], and not the same draws where that draws unknowns together; see
// [Model.Plan]. It counts elements from zero. The error says what of the model cannot be written.
func (m *Model) Go() (string, error) {
	plan, err := block.New(m.graph, block.Options{Plain: true})
	if err != nil {
		return "", err
	}
	spans := map[*expr.Array]source.Span{}
	for k := range uint64(starts) {
		s, err := m.init(rand.New(rand.NewPCG(k, 0)))
		if err != nil {
			return "", err
		}
		for _, a := range m.graph.Order {
			if !a.State {
				continue
			}
			span, ok := spans[a]
			if !ok {
				span = source.Span{Lo: math.Inf(1), Hi: math.Inf(-1)}
			}
			for i := range a.Size() {
				if v := s.X[a.Base+i]; a.Def[i] >= 0 && !a.Observed[i] && v == v {
					span.Lo, span.Hi = min(span.Lo, v), max(span.Hi, v)
				}
			}
			spans[a] = span
		}
	}
	text, err := source.Print(source.Input{Graph: m.graph, Plan: plan, Monitor: m.monitor,
		Start: func(a *expr.Array) source.Span { return spans[a] }})
	if err == nil && len(m.options.Choices) > 0 {
		text = "// Each unknown is drawn by itself: chosen updates are not printed.\n" + text
	}
	return text, err
}
