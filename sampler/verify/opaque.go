package verify

import (
	"math/rand/v2"

	"gibbslab/internal/opaque"
	"gibbslab/sampler"
)

// What tests a sampler is compiled once, for these.
type (
	anyState = opaque.State
	anyModel = sampler.Model[anyState]
	anyParam = sampler.Param[anyState]
	anyJoint = Joint[anyState, any]
)

// Opaque is j with the types of its states and data hidden, as in [sampler.Opaque].
func Opaque[S, D any](j Joint[S, D]) anyJoint {
	if already, ok := any(j).(anyJoint); ok {
		return already
	}
	h := anyJoint{Ignore: j.Ignore, LogLikelihood: hiddenFunction(j.LogLikelihood)}
	if j.Prior != nil {
		h.Prior = func(r *rand.Rand) (*anyState, error) {
			s, err := j.Prior(r)
			if s == nil {
				return nil, err
			}
			return &anyState{Of: s}, err
		}
	}
	if j.Data != nil {
		h.Data = func(r *rand.Rand, s *anyState) (any, error) { return j.Data(r, s.Of.(*S)) }
	}
	if j.Model != nil {
		h.Model = hiddenModel(j.Model)
	}
	for _, f := range j.Functions {
		h.Functions = append(h.Functions, Function[anyState, any]{f.Name, hiddenFunction(f.Of)})
	}
	return h
}

func hiddenModel[S, D any](
	model func(data D) (sampler.Model[S], error),
) func(any) (anyModel, error) {
	return func(data any) (anyModel, error) {
		d, _ := data.(D) // D may be an interface, and data nil
		m, err := model(d)
		return sampler.Opaque(m), err
	}
}

func hiddenFunction[S, D any](f func(data D, s *S) float64) func(any, *anyState) float64 {
	if f == nil {
		return nil
	}
	return func(data any, s *anyState) float64 {
		d, _ := data.(D)
		return f(d, s.Of.(*S))
	}
}

// hiddenCoordinate is a coordinate with the type of the state hidden.
func hiddenCoordinate[S any](x Coordinate[S]) Coordinate[anyState] {
	h := Coordinate[anyState]{Name: x.Name, Lo: x.Lo, Hi: x.Hi}
	if x.At != nil {
		h.At = func(s *anyState) *float64 { return x.At(s.Of.(*S)) }
	}
	if x.Changed != nil {
		h.Changed = func(s *anyState) { x.Changed(s.Of.(*S)) }
	}
	if x.Gradient != nil {
		h.Gradient = func(s *anyState) float64 { return x.Gradient(s.Of.(*S)) }
	}
	return h
}
