package sampler

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// A Trace holds what was recorded: for each scalar (a parameter, or one element of an array
// parameter) its draws, chain by chain. The label of a scalar is its name, "mu", or name and
// position counted from 0, "theta[2]" and "phi[0,3]". If the elements have names (Param.Coords) the
// label holds the name, "theta[Aalen]" and "phi[0,gene]"; positions are understood as well.
//
// Chains have the same number of draws unless a run was stopped or a chain failed. The zero value
// is an empty trace, to which [Trace.Add] adds draws made elsewhere. Methods of a nil trace, which
// a run returns with an error, return an error or nothing.
type Trace struct {
	columns []column
	index   map[string]int // where in columns each name is
	blocks  []blockCounts  // of the run
	failed  []string       // why chains of the run failed, one text for each
	made    *Provenance    // by Run; nil otherwise
}

// errNoTrace is the error of methods of a nil trace.
var errNoTrace = errors.New("sampler: there is no trace: look at the error of the run that " +
	"should have returned it")

// traceOfColumns is a trace of these columns.
func traceOfColumns(columns []column) *Trace {
	t := &Trace{columns: columns, index: make(map[string]int, len(columns))}
	for i := range columns {
		t.index[columns[i].Name] = i
		columns[i].findCoords()
	}
	return t
}

// column is one recorded parameter. Fields are exported for encoding/gob.
type column struct {
	Name    string
	Shape   []int
	Coords  [][]string
	Every   int
	Moments bool
	Draws   [][][]float64 // [chain][element][draw]; nil with Moments
	Running []Moments     // [chain], with Moments

	at []map[string]int // [dimension], the position of each name in Coords
}

// Add adds a scalar quantity, given as chains × draws: a function of the parameters, predictive
// draws, or draws made without this package. The draws are copied. To add an array, use
// [Trace.AddArray].
func (t *Trace) Add(name string, chains [][]float64) error {
	c := column{Name: name}
	for _, draws := range chains {
		c.Draws = append(c.Draws, [][]float64{slices.Clone(draws)})
	}
	return t.add(c)
}

// add adds a column if its name is free and it has as many chains as the others.
func (t *Trace) add(c column) error {
	if t == nil {
		return errNoTrace
	}
	if err := checkName(c.Name); err != nil {
		return fmt.Errorf("sampler: %w", err)
	}
	if t.find(c.Name) != nil {
		return fmt.Errorf("sampler: there is a parameter %q already", c.Name)
	}
	if n := t.NumChains(); len(c.Draws) == 0 || (n > 0 && len(c.Draws) != n) {
		return fmt.Errorf("sampler: %q has %d chains, and the trace %d: give one slice of draws "+
			"for each chain", c.Name, len(c.Draws), n)
	}
	c.findCoords()
	if t.index == nil {
		t.index = map[string]int{}
	}
	t.index[c.Name] = len(t.columns)
	t.columns = append(t.columns, c)
	return nil
}

// NumChains is the number of chains; 0 for an empty trace.
func (t *Trace) NumChains() int {
	if t == nil || len(t.columns) == 0 {
		return 0
	}
	return max(len(t.columns[0].Draws), len(t.columns[0].Running))
}

// String says what the trace holds: it does not print the draws.
func (t *Trace) String() string {
	if t == nil {
		return errNoTrace.Error()
	} else if t.NumChains() == 0 {
		return "an empty trace"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%d chains", t.NumChains())
	switch n := t.lengths(); {
	case slices.Min(n) < slices.Max(n):
		fmt.Fprintf(&text, " of %d to %d draws", slices.Min(n), slices.Max(n))
	case n[0] > 0: // recorded at every sweep
		fmt.Fprintf(&text, " of %d draws", n[0])
	}
	for i, c := range t.columns {
		fmt.Fprintf(&text, "%s %s", []string{",", ":"}[1-min(i, 1)], c.Name)
		if len(c.Shape) > 0 {
			fmt.Fprint(&text, strings.ReplaceAll(fmt.Sprint(c.Shape), " ", ","))
		}
	}
	return text.String() + ". For a table: nb.Summary(tr) or diag.Summarize(tr)."
}

// Labels lists the scalars whose draws were recorded: all of them in the order of the model, or
// only the scalars of the named parameters ("theta" stands for all its elements, "theta[2]" or
// "theta[Aalen]" for one).
func (t *Trace) Labels(names ...string) ([]string, error) {
	if t == nil {
		return nil, errNoTrace
	}
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
		c, i, err := t.element(name)
		if err == nil {
			err = c.recorded()
		}
		if err != nil {
			return nil, err
		}
		labels = append(labels, c.label(i))
	}
	return labels, nil
}

// Chains returns the draws of one scalar, chains × draws. The slices are the trace's own: read them
// only.
func (t *Trace) Chains(label string) ([][]float64, error) {
	c, i, err := t.element(label)
	if err != nil {
		return nil, err
	}
	if err := c.recorded(); err != nil {
		return nil, err
	}
	chains := make([][]float64, len(c.Draws))
	for k := range chains {
		chains[k] = c.Draws[k][i]
	}
	return chains, nil
}

// recorded returns an error if no draws of the parameter were kept.
func (c *column) recorded() error {
	if c.Moments {
		return fmt.Errorf("sampler: only the running mean and variance of %q were kept "+
			"(Param.Moments): see Trace.Moments", c.Name)
	}
	return nil
}

// Draws returns the draws of one scalar in one new slice, chain after chain.
func (t *Trace) Draws(label string) ([]float64, error) {
	chains, err := t.Chains(label)
	if err != nil {
		return nil, err
	}
	return slices.Concat(chains...), nil
}

// Moments returns the mean and variance of each element of a parameter, one [Moments] for each
// chain. It works whether all draws were recorded or only the moments.
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

// GobEncode lets a Trace be stored by encoding/gob.
func (t *Trace) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	var made []Provenance
	if t.made != nil {
		made = []Provenance{*t.made}
	}
	parts, n := []any{t.columns, t.blocks, t.failed, made}, 4
	for n > 1 && reflect.ValueOf(parts[n-1]).Len() == 0 {
		n--
	}
	e := gob.NewEncoder(&b)
	for _, part := range parts[:n] {
		if err := e.Encode(part); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// GobDecode is the reverse of [Trace.GobEncode].
func (t *Trace) GobDecode(data []byte) error {
	var columns []column
	var blocks []blockCounts
	var failed []string
	var made []Provenance
	d := gob.NewDecoder(bytes.NewReader(data))
	for i, part := range []any{&columns, &blocks, &failed, &made} {
		if err := d.Decode(part); err == io.EOF && i > 0 {
			break
		} else if err != nil {
			return err
		}
	}
	names := map[string]bool{}
	for i := range columns {
		c := &columns[i]
		if err := c.check(&columns[0]); err != nil {
			return fmt.Errorf("sampler: the encoded trace is damaged: %s: %w", quoted(c.Name), err)
		}
		if names[c.Name] {
			return fmt.Errorf("sampler: the encoded trace is damaged: %s appears twice", quoted(c.Name))
		}
		names[c.Name] = true
	}
	*t = *traceOfColumns(columns)
	t.blocks, t.failed = blocks, failed
	if len(made) > 0 {
		t.made = &made[0]
	}
	return nil
}

// Failures says why chains of the run failed, one text for each: its number, the sweep, the block.
// A chain that fails keeps its earlier draws. If it failed because of the value that it drew, these
// are a biased sample, so package diag gives no verdict on such a trace.
func (t *Trace) Failures() []string {
	if t == nil {
		return nil
	}
	return slices.Clone(t.failed)
}
