package bugs

import (
	"math"
	"math/rand/v2"
	"slices"

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
	in := source.Input{Graph: m.graph, Plan: plan, Monitor: m.monitor,
		Start: func(a *expr.Array) source.Span { return spans[a] }}
	if !m.independent(spans) {
		s, err := m.init(rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			return "", err
		}
		in.Values = func(a *expr.Array) []float64 { return s.X[a.Base : a.Base+a.Size()] }
	}
	text, err := source.Print(in)
	if err == nil && len(m.options.Choices) > 0 {
		text = "// Each unknown is drawn by itself: chosen updates are not printed.\n" + text
	}
	return text, err
}

// independent tells whether unknowns that are drawn from these spans, each by itself, are possible:
// ordered numbers are not, nor are the elements of a covariance matrix.
func (m *Model) independent(spans map[*expr.Array]source.Span) bool {
	r := rand.New(rand.NewPCG(9, 0))
	s, err := m.init(r)
	for range 20 * starts {
		if err != nil {
			return false
		}
		for _, a := range m.graph.Order {
			span, ok := spans[a]
			if !ok {
				continue
			}
			drawn := slices.Repeat([]float64{math.NaN()}, a.Size())
			for i := range a.Size() {
				d := a.Def[i]
				if d < 0 || a.Observed[i] || m.graph.Statements[d].Deterministic() ||
					m.graph.Statements[d].Dist.Name == "ddirch" {
					continue
				}
				v := span.Lo + (span.Hi-span.Lo)*r.Float64()
				if m.graph.Statements[d].Dist.Discrete {
					v = math.Floor(v + r.Float64())
				}
				s.X[a.Base+i], drawn[i] = v, v
			}
			if m.graph.CheckStart(a, drawn) != nil {
				return false // outside the bounds of an element
			}
		}
		if m.plan.Recompute(s); !(m.logs.Joint(s) > impossible) {
			return false
		}
	}
	return true
}
