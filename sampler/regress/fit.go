package regress

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// A fit is a Regression that was checked, in the form that the blocks need. Chains share it and do
// not write to it.
type fit struct {
	reg      Regression
	family   Family
	x        [][]float64
	y        []float64
	offset   []float64      // nil for none; of numbers, y has it
	p, step  int            // columns of x; see allRows
	observed int            // values of y that are not missing
	spread   float64        // standard deviation of y
	design   *update.Design // of x; nil with groups and with missing values of x
	// approximate fills z and w with a normal approximation of the likelihood: see drawEllipse. nil
	// if the latent variables are good enough. A direct family has none.
	approximate func(s *State, c *grouping)
	direct      bool

	mean, base  []float64 // prior mean and precision of the coefficients
	shrink      []int     // columns with the horseshoe
	shrinkScale float64

	groupings []*grouping
	counts    []count // of NegativeBinomial

	cells    []cell // missing values of x, column by column
	gaps     []int  // columns that have some
	complete *update.Design
	missing  Missing
}

// data is what a checkpoint compares.
func (f *fit) data() any {
	g := f.reg
	data := []any{g.X, g.Y, g.Names, f.family, g.Prior}
	if g.Offset != nil {
		data = append(data, g.Offset)
	}
	if g.Groups != nil {
		data = append(data, *g.Groups)
	}
	if g.Crossed != nil {
		data = append(data, g.Crossed)
	}
	if g.Missing != nil {
		data = append(data, *g.Missing)
	}
	return data
}

// state makes the state of a chain, with room for all that it needs.
func (f *fit) state() *State {
	n, p := len(f.y), f.p
	s := &State{Beta: make([]float64, p), Sigma: 1, eta: make([]float64, n), w: make([]float64, 1),
		precision: make([]float64, p), one: make([]float64, 1)}
	if !f.equal() {
		s.z, s.w = make([]float64, n), make([]float64, n)
	}
	if s.column = make([]float64, n); len(f.groupings) > 0 && len(f.cells)+len(f.shrink) == 0 &&
		!f.direct {
		s.column = make([]float64, min(n, piece))
	}
	if f.counts != nil {
		s.odds = make([]float64, 0, f.observed)
	}
	for _, c := range f.groupings {
		q := len(c.vary)
		s.Effects = append(s.Effects, make([]float64, c.groups*q)...)
		s.Factor = append(s.Factor, make([]float64, q*q)...)
	}
	s.coefficients = make([]joint, max(len(f.groupings), 1))
	if _, ok := f.family.(Student); ok {
		s.lambda = make([]float64, n)
	}
	if len(f.shrink) > 0 {
		s.Shrink = *update.NewHorseshoe(len(f.shrink))
		s.sub = make([]float64, len(f.shrink))
	}
	if len(f.cells) > 0 {
		s.x = slices.Clone(f.x[0][:n*p])
		s.Filled, s.Psi = make([]float64, len(f.cells)), make([]float64, len(f.gaps))
		for range f.gaps {
			s.Gamma = append(s.Gamma, make([]float64, p-len(f.gaps)))
		}
	}
	return s
}

// equal tells whether all observations have one precision, and y in place of a latent variable.
func (f *fit) equal() bool {
	_, normal := f.family.(Normal)
	return normal && f.observed == len(f.y) && len(f.cells) == 0
}

// start makes a new chain: from a wide guess of the variances, one draw of the coefficients with a
// ninth of the precision of the data.
func (f *fit) start(r *rand.Rand) (*State, error) {
	s := f.state()
	copy(s.Beta, f.mean)
	f.family.start(r, f, s)
	for _, c := range f.groupings {
		for k, j := range c.vary {
			squares := 0.0
			for _, row := range f.x {
				if v := row[j]; !math.IsNaN(v) {
					squares += v * v
				}
			}
			c.factorOf(s)[k*len(c.vary)+k] = s.Sigma * math.Exp(r.NormFloat64()/2) *
				math.Sqrt(float64(len(f.x))/max(squares, 1e-300))
		}
	}
	f.startMissing(r, s)
	f.predict(s)
	if f.approximate != nil {
		f.approximate(s, f.all()[0])
	} else {
		f.family.latent(r, f, s)
	}
	for i := range s.w {
		s.w[i] /= 9
	}
	return s, f.drawBeta(r, s, false)
}

func (f *fit) params() []sampler.Param[State] {
	beta := sampler.Vector("beta", f.p, func(s *State) []float64 { return s.Beta })
	if f.reg.Names != nil {
		beta.Coords = [][]string{f.reg.Names}
	}
	params := []sampler.Param[State]{beta}
	for _, own := range f.family.numbers() {
		params = append(params, sampler.Scalar(own.name, func(s *State) float64 {
			return *own.at(s)
		}))
	}
	for _, c := range f.groupings {
		params = append(params, c.params()...)
	}
	if len(f.shrink) > 0 {
		params = append(params, sampler.Scalar("tau", func(s *State) float64 {
			return math.Sqrt(s.Shrink.Tau2)
		}))
	}
	if len(f.cells) > 0 {
		x := sampler.Vector("x_missing", len(f.cells), func(s *State) []float64 { return s.Filled })
		x.Coords = [][]string{f.cellNames()}
		params = append(params, x)
	}
	return params
}
