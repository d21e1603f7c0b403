package sampler

import (
	"math/rand/v2"
	"reflect"

	"gibbslab/internal/opaque"
	"gibbslab/sampler/internal/guard"
)

// What runs a model is compiled once, for these.
type (
	anyModel = Model[opaque.State]
	anyParam = Param[opaque.State]
)

// origin is where an opaque model comes from.
type origin struct {
	state  reflect.Type
	init   any            // the functions that the user wrote
	blocks map[string]any // by name
}

// fresh is a new state with nothing in it.
func (o *origin) fresh() *opaque.State {
	return &opaque.State{Of: reflect.New(o.state).Interface()}
}

// begins says where a block begins, or Init if block is atInit, if the user wrote it.
func (m *Model[S]) begins(block int) string {
	switch o := m.origin; {
	case block == atInit && o != nil:
		return guard.Begins(o.init)
	case block == atInit:
		return guard.Begins(m.Init)
	case o != nil && o.blocks[m.Blocks[block].Name] != nil:
		return guard.Begins(o.blocks[m.Blocks[block].Name])
	}
	return guard.Begins(m.Blocks[block].Update)
}

// Opaque is m with the type of its states hidden. Packages that run models of all types, such as
// verify, begin with it: they are then compiled once, and not again in each cell that has a state
// of its own. A [Block] costs a nanosecond more.
func Opaque[S any](m Model[S]) Model[opaque.State] {
	if already, ok := any(m).(anyModel); ok && already.origin != nil {
		return already
	}
	o := anyModel{Data: m.Data, Work: m.Work, StateBytes: m.StateBytes,
		origin: &origin{reflect.TypeFor[S](), m.Init, map[string]any{}}}
	of := func(s *opaque.State) *S { return s.Of.(*S) }
	if m.Init != nil {
		o.Init = func(r *rand.Rand) (*opaque.State, error) {
			s, err := m.Init(r)
			if s == nil {
				return nil, err
			}
			return &opaque.State{Of: s}, err
		}
	}
	for _, b := range m.Blocks {
		hidden := Block[opaque.State]{Name: b.Name}
		if b.Update != nil {
			hidden.Update = func(r *rand.Rand, s *opaque.State) error { return b.Update(r, of(s)) }
			o.origin.blocks[b.Name] = b.Update
		}
		o.Blocks = append(o.Blocks, hidden)
	}
	for _, p := range m.Params {
		hidden := anyParam{Name: p.Name, Shape: p.Shape, Coords: p.Coords, Every: p.Every,
			Moments: p.Moments}
		if p.Read != nil {
			hidden.Read = func(s *opaque.State, dst []float64) { p.Read(of(s), dst) }
		}
		o.Params = append(o.Params, hidden)
	}
	if m.WarmedUp != nil {
		o.WarmedUp = func(s *opaque.State) { m.WarmedUp(of(s)) }
	}
	if m.LogJoint != nil {
		o.LogJoint = func(s *opaque.State) float64 { return m.LogJoint(of(s)) }
	}
	return o
}
