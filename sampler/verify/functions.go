package verify

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/internal/guard"
)

// mostElements is the number of elements of one array that are test functions on their own.
const mostElements = 16

// functions are the test functions of a joint.
type functions struct {
	joint  *anyJoint
	params []paramFunctions
	names  []string
	square []bool // the mean of the square is tested too
	width  int    // of the largest parameter

	first     []int    // the first element of each of the first parameters
	pairs     [][2]int // products of these, the last of the test functions
	withData  int      // how many of them, at the end, are with numbers of the data
	standards []standard
}

// paramFunctions says what is tested of a parameter: some elements and, for an array, two means.
type paramFunctions struct {
	name   string
	what   string // for errors
	shape  []int
	size   int
	picked []int // none if the joint ignores it
}

// newFunctions lists the test functions for a first draw from the joint.
func newFunctions(j *anyJoint, m anyModel) (*functions, error) {
	f := &functions{joint: j}
	add := func(name string, square bool) {
		f.names, f.square = append(f.names, name), append(f.square, square)
	}
	for _, p := range m.Params {
		if err := p.Check(); err != nil {
			return nil, err
		}
		pf := paramFunctions{name: p.Name, what: fmt.Sprintf("Read of parameter %q", p.Name),
			shape: slices.Clone(p.Shape), size: 1}
		for _, n := range p.Shape {
			pf.size *= n
		}
		if slices.Contains(j.Ignore, p.Name) {
			f.params = append(f.params, pf)
			continue
		}
		n := min(pf.size, mostElements)
		for i := range n {
			k := i
			if n > 1 {
				k = i * (pf.size - 1) / (n - 1)
			}
			pf.picked = append(pf.picked, k)
			add(p.Label(k), true)
		}
		if pf.size > 1 {
			add("mean of "+p.Name, false)
			add("mean square of "+p.Name, false)
		}
		f.params = append(f.params, pf)
		f.width = max(f.width, pf.size)
	}
	if m.LogJoint != nil {
		add("lp__", false)
	}
	if j.LogLikelihood != nil {
		add("log likelihood", false)
	}
	for _, g := range j.Functions {
		add(g.Name, true)
	}
	f.pairUp(m.LogJoint == nil)
	for _, name := range j.Ignore {
		if !slices.ContainsFunc(m.Params, func(p anyParam) bool { return p.Name == name }) {
			return nil, fmt.Errorf("Joint.Ignore names %q, which is no parameter of the model", name)
		}
	}
	if len(f.names) == 0 {
		return nil, fmt.Errorf("there is nothing to test: give the model Params or a LogJoint, or " +
			"the joint Functions")
	}
	return f, nil
}

// of computes all test functions and writes them to dst; buf has room for the largest parameter.
func (f *functions) of(d *drawn, buf, dst []float64) (err error) {
	what := ""
	defer guard.Recover(&err, func() string { return what })
	if len(d.model.Params) != len(f.params) {
		return fmt.Errorf("the model has %d Params for one data set and %d for another: "+
			"they must be the same for all", len(f.params), len(d.model.Params))
	}
	k := 0
	put := func(v float64) { dst[k], k = blur(v), k+1 }
	for i, p := range d.model.Params {
		pf := &f.params[i]
		if p.Name != pf.name || !slices.Equal(p.Shape, pf.shape) {
			return fmt.Errorf("parameter %q of shape %v was %q of shape %v for another data set: "+
				"let Data draw data sets of one size", p.Name, p.Shape, pf.name, pf.shape)
		}
		if pf.picked == nil {
			continue
		}
		what = pf.what
		values := buf[:pf.size]
		p.Read(d.s, values)
		for _, e := range pf.picked {
			put(values[e])
		}
		if pf.size > 1 {
			var sum, squares float64
			for _, v := range values {
				sum += v
				squares += v * v
			}
			put(sum / float64(pf.size))
			put(squares / float64(pf.size))
		}
	}
	if slices.Contains(f.names, "lp__") != (d.model.LogJoint != nil) {
		return fmt.Errorf("the model has a LogJoint for one data set and none for another")
	}
	if d.model.LogJoint != nil {
		what = "LogJoint"
		put(d.model.LogJoint(d.s))
	}
	if f.joint.LogLikelihood != nil {
		what = "LogLikelihood"
		put(f.joint.LogLikelihood(d.data, d.s))
	}
	for _, g := range f.joint.Functions {
		what = g.Name
		put(g.Of(d.data, d.s))
	}
	f.products(d, dst)
	if i := slices.IndexFunc(dst, math.IsNaN); i >= 0 {
		return fmt.Errorf("%s is NaN: look for 0/0, ∞−∞ or the Log of a negative number in what "+
			"computes it", f.names[i])
	}
	return nil
}
