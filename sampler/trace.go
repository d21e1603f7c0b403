package sampler

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Trace holds what was recorded: for each scalar (a parameter, or one element of an array parameter) its
// draws, chain by chain. The label of a scalar is its name, "mu", or name and position counted from 0,
// "theta[2]" and "phi[0,3]".
//
// Chains have the same number of draws unless a run was stopped or a chain failed. The zero value is an
// empty trace, to which [Trace.Add] adds draws made elsewhere.
type Trace struct {
	columns []column
	index   map[string]int // where in columns each name is
}

// traceOfColumns is a trace of these columns.
func traceOfColumns(columns []column) *Trace {
	t := &Trace{columns: columns, index: make(map[string]int, len(columns))}
	for i := range columns {
		t.index[columns[i].Name] = i
	}
	return t
}

// column is one recorded parameter. Fields are exported for encoding/gob.
type column struct {
	Name    string
	Shape   []int
	Every   int
	Moments bool
	Draws   [][][]float64 // [chain][element][draw]; nil with Moments
	Running []Moments     // [chain], with Moments
}

// Add adds a scalar quantity, given as chains × draws: a function of the parameters, predictive draws,
// or draws made without this package. The draws are copied.
func (t *Trace) Add(name string, chains [][]float64) error {
	if err := checkName(name); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	if t.find(name) != nil {
		return fmt.Errorf("trace: there is a parameter %q already", name)
	}
	if n := t.NumChains(); len(chains) == 0 || (n > 0 && len(chains) != n) {
		return fmt.Errorf("trace: %q has %d chains, and the trace %d: give one slice of draws for each chain", name, len(chains), n)
	}
	c := column{Name: name}
	for _, draws := range chains {
		c.Draws = append(c.Draws, [][]float64{slices.Clone(draws)})
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	t.index[name] = len(t.columns)
	t.columns = append(t.columns, c)
	return nil
}

// NumChains is the number of chains; 0 for an empty trace.
func (t *Trace) NumChains() int {
	if len(t.columns) == 0 {
		return 0
	}
	return max(len(t.columns[0].Draws), len(t.columns[0].Running))
}

// Labels lists the scalars whose draws were recorded: all of them in the order of the model, or those of
// the named parameters ("theta" stands for all its elements, "theta[2]" for one).
func (t *Trace) Labels(names ...string) ([]string, error) {
	var labels []string
	if len(names) == 0 {
		for i := range t.columns {
			if c := &t.columns[i]; !c.Moments {
				labels = append(labels, c.labels()...)
			}
		}
		return labels, nil
	}
	for _, name := range names {
		if c := t.find(name); c != nil && !c.Moments {
			labels = append(labels, c.labels()...)
			continue
		}
		if _, err := t.Chains(name); err != nil {
			return nil, err
		}
		labels = append(labels, name)
	}
	return labels, nil
}

// Chains returns the draws of one scalar, chains × draws. The slices are the trace's own: read them only.
func (t *Trace) Chains(label string) ([][]float64, error) {
	c, i, err := t.element(label)
	if err != nil {
		return nil, err
	}
	if c.Moments {
		return nil, fmt.Errorf("trace: of %q only the running mean and variance were kept (Param.Moments): see Trace.Moments", c.Name)
	}
	chains := make([][]float64, len(c.Draws))
	for k := range chains {
		chains[k] = c.Draws[k][i]
	}
	return chains, nil
}

// Draws returns the draws of one scalar in one new slice, chain after chain.
func (t *Trace) Draws(label string) ([]float64, error) {
	chains, err := t.Chains(label)
	if err != nil {
		return nil, err
	}
	return slices.Concat(chains...), nil
}

// Moments returns the mean and variance of each element of a parameter, one [Moments] for each chain.
// It serves parameters recorded in full and those of which only the moments were kept.
func (t *Trace) Moments(name string) ([]Moments, error) {
	c := t.find(name)
	if c == nil {
		return nil, t.unknown(name)
	}
	if c.Moments {
		return slices.Clone(c.Running), nil
	}
	ms := make([]Moments, len(c.Draws))
	for k, elements := range c.Draws {
		ms[k] = momentsOf(elements)
	}
	return ms, nil
}

// find returns the column of a parameter, nil if there is none.
func (t *Trace) find(name string) *column {
	if i, ok := t.index[name]; ok && i < len(t.columns) && t.columns[i].Name == name {
		return &t.columns[i]
	}
	if len(t.index) == len(t.columns) {
		return nil
	}
	// A copy of a trace shares the index with it, and one of them was added to.
	for i := range t.columns {
		if t.columns[i].Name == name {
			return &t.columns[i]
		}
	}
	return nil
}

// element finds the column and the position of a label.
func (t *Trace) element(label string) (*column, int, error) {
	name, rest, isElement := strings.Cut(label, "[")
	c := t.find(name)
	if c == nil {
		return nil, 0, t.unknown(label)
	}
	if !isElement {
		if len(c.Shape) > 0 {
			return nil, 0, fmt.Errorf("trace: %q is an array of shape %v: name one element, such as %q", name, c.Shape, c.label(0))
		}
		return c, 0, nil
	}
	fields := strings.Split(strings.TrimSuffix(rest, "]"), ",")
	i := 0
	ok := strings.HasSuffix(rest, "]") && len(fields) == len(c.Shape)
	for d := 0; ok && d < len(fields); d++ {
		k, err := strconv.Atoi(strings.TrimSpace(fields[d]))
		ok = err == nil && 0 <= k && k < c.Shape[d]
		i = i*c.Shape[d] + k
	}
	if !ok {
		return nil, 0, fmt.Errorf("trace: no element %q; have %s", label, c.describe())
	}
	return c, i, nil
}

func (t *Trace) unknown(label string) error {
	if len(t.columns) == 0 {
		return fmt.Errorf("trace: no parameter %q: the trace is empty", label)
	}
	have := make([]string, len(t.columns))
	for i := range have {
		have[i] = t.columns[i].describe()
	}
	return fmt.Errorf("trace: no parameter %q; have %s", label, strings.Join(have, ", "))
}

// size is the number of scalars in the column.
func (c *column) size() int { return size(c.Shape) }

// describe is the name with the range of its positions: "theta[0..7]".
func (c *column) describe() string {
	if len(c.Shape) == 0 {
		return c.Name
	}
	ranges := make([]string, len(c.Shape))
	for d, n := range c.Shape {
		ranges[d] = fmt.Sprintf("0..%d", n-1)
	}
	return c.Name + "[" + strings.Join(ranges, ",") + "]"
}

func (c *column) labels() []string {
	labels := make([]string, c.size())
	for i := range labels {
		labels[i] = c.label(i)
	}
	return labels
}

func (c *column) label(i int) string {
	if len(c.Shape) == 0 {
		return c.Name
	}
	return c.Name + "[" + c.position(i, 0, ",") + "]"
}

// position writes the indices of element i, counted from base.
func (c *column) position(i, base int, sep string) string {
	ks := make([]string, len(c.Shape))
	for d := len(c.Shape) - 1; d >= 0; d-- {
		ks[d] = strconv.Itoa(i%c.Shape[d] + base)
		i /= c.Shape[d]
	}
	return strings.Join(ks, sep)
}

// GobEncode lets a Trace be stored by encoding/gob.
func (t *Trace) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(t.columns)
	return b.Bytes(), err
}

// GobDecode is the reverse of [Trace.GobEncode].
func (t *Trace) GobDecode(data []byte) error {
	var columns []column
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&columns); err != nil {
		return err
	}
	*t = *traceOfColumns(columns)
	return nil
}
