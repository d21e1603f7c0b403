package block

import (
	"gibbslab/internal/snapshot"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/gauss"
	"gibbslab/sampler/update"
)

// A State is the state of a chain: the unknowns by the bases of their arrays, then what is computed
// from them.
type State struct {
	X     []float64
	Width []float64 // of slice updates, by the address of what they draw
	NUTS  []update.NUTS
	Mode  [][]float64 // of sets that are nearly normal: where Newton's method begins

	memory
}

// kept is what a checkpoint has of a state.
type kept struct {
	X, Width []float64
	NUTS     []update.NUTS
	Mode     [][]float64
}

// GobEncode leaves the memory out.
func (s *State) GobEncode() ([]byte, error) {
	return snapshot.Encode(&kept{s.X, s.Width, s.NUTS, s.Mode})
}

// GobDecode reads a state. Blocks make the memory again.
func (s *State) GobDecode(b []byte) error {
	var k kept
	err := snapshot.Decode(b, &k)
	*s = State{X: k.X, Width: k.Width, NUTS: k.NUTS, Mode: k.Mode}
	return err
}

// memory is what the blocks of one chain work with. It holds nothing that the chain must remember.
type memory struct {
	acc      [][]float64
	prog     *compute.Scratch
	gauss    []*gauss.Work
	gradient []float64
	Replica  map[string][]float64 // data that were drawn together with the state, or nil
	laplace  []int                // by Mode: what is known about the approximation
	plan     *Plan
	flat     []float64 // the parameters of the present draw
	each     [][]float64
}

// acc reserves n numbers of each chain.
func (p *Plan) acc(n int) int {
	p.accs = append(p.accs, n)
	return len(p.accs) - 1
}

// NewState returns a state with room for everything, and values as in x.
func (p *Plan) NewState() *State {
	s := p.bare()
	for i := range s.Width {
		s.Width[i] = 1
	}
	p.Attach(s)
	return s
}

// Attach gives a state its memory.
func (p *Plan) Attach(s *State) {
	if s.plan == p {
		return
	}
	s.plan, s.prog = p, compute.NewScratch()
	if n := p.space.N - len(s.X); n > 0 {
		s.X = append(s.X, make([]float64, n)...)
	}
	for _, f := range p.fixed { // what is given may differ from the data that the state was made for
		s.X[f] = p.Start[f]
	}
	s.gradient = make([]float64, p.space.N)
	for len(s.NUTS) < len(p.nuts) {
		s.NUTS = append(s.NUTS, update.NUTS{Target: p.nuts[len(s.NUTS)]})
	}
	for i := len(s.Mode); i < len(p.modes); i++ {
		s.Mode = append(s.Mode, make([]float64, p.modes[i]))
	}
	s.laplace = make([]int, len(p.modes))
	s.acc, s.gauss = make([][]float64, len(p.accs)), nil
	for i, n := range p.accs {
		s.acc[i] = make([]float64, n)
	}
	for _, f := range p.gauss {
		s.gauss = append(s.gauss, f.NewWork())
	}
	if len(p.computed) > 0 { // from what is given, among others
		p.recompute(p.Graph.Order...)(s)
	}
}
