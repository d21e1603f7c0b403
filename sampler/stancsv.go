package sampler

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// WriteStanCSV writes one chain in the format of CmdStan. R's posterior, MCMCChains and ArviZ
// before 1.0 read it (from_cmdstan; for later versions, read it with numpy.genfromtxt). The file
// has a line of names ("lp__", "mu", "theta.1.2", counted from 1, first index fastest), then one
// line for each draw. Numbers keep all their digits. There is a column lp__ if the trace has one.
//
// The names of elements (Param.Coords) are not in the file: an element is known by its position.
//
// Parameters that are not recorded at every draw (Param.Every, Param.Moments) cannot be columns; a
// comment in the file names them.
func (t *Trace) WriteStanCSV(w io.Writer, chain int) error {
	if chain < 0 || chain >= t.NumChains() {
		return fmt.Errorf("sampler: WriteStanCSV: no chain %d to write: the trace has %d, "+
			"counted from 0", chain, t.NumChains())
	}
	if w == nil {
		return errors.New("sampler: WriteStanCSV: the writer is nil: give an open file")
	}
	var names []string
	var draws [][]float64
	out := bufio.NewWriter(w)
	columns := slices.Clone(t.columns)
	slices.SortStableFunc(columns, func(a, b column) int { // lp__ comes first
		return strings.Compare(b.first(), a.first())
	})
	for i := range columns {
		c := &columns[i]
		if c.Moments || c.Every > 1 {
			fmt.Fprintf(out, "# %s is not in this file: it was not recorded at every draw\n", c.describe())
			continue
		}
		for _, e := range c.columnMajor() {
			name := c.Name
			if len(c.Shape) > 0 {
				name += "." + c.position(e)
			}
			names, draws = append(names, name), append(draws, c.Draws[chain][e])
		}
	}
	if len(names) == 0 {
		return errors.New("sampler: WriteStanCSV: nothing to write: no parameter is recorded at " +
			"each draw")
	}
	fmt.Fprintln(out, strings.Join(names, ","))
	var line []byte
	for d := range draws[0] {
		line = line[:0]
		for i, col := range draws {
			if len(col) != len(draws[0]) {
				return fmt.Errorf("sampler: WriteStanCSV: in chain %d, %s has %d draws and %s has "+
					"%d: a CSV file needs the same number", chain, names[i], len(col), names[0], len(draws[0]))
			}
			if i > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendFloat(line, col[d], 'g', -1, 64)
		}
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// first makes lp__ sort before all others.
func (c *column) first() string {
	if c.Name == logJointName {
		return "1"
	}
	return ""
}

// columnMajor lists the elements with the first index running fastest.
func (c *column) columnMajor() []int {
	order := make([]int, 0, c.size())
	ks := make([]int, len(c.Shape))
	for range c.size() {
		e := 0
		for d, k := range ks {
			e = e*c.Shape[d] + k
		}
		order = append(order, e)
		for d := range ks {
			if ks[d]++; ks[d] < c.Shape[d] {
				break
			}
			ks[d] = 0
		}
	}
	return order
}

// position writes the indices of element i, counted from 1, as Stan does: "1.2".
func (c *column) position(i int) string {
	ks := make([]string, len(c.Shape))
	for d := len(c.Shape) - 1; d >= 0; d-- {
		ks[d] = strconv.Itoa(i%c.Shape[d] + 1)
		i /= c.Shape[d]
	}
	return strings.Join(ks, ".")
}

// stanConfig holds the settings in the comments at the head of a CmdStan file.
type stanConfig struct {
	samples, warmup, thin int
	counted               bool // samples was given
	saved                 bool // warm-up draws are in the file
	fixed                 bool // fixed_param has no warm-up
}

// read takes one comment, such as " num_warmup = 1000 (Default)".
func (c *stanConfig) read(comment string) error {
	comment = strings.TrimSuffix(strings.TrimSpace(comment), "(Default)")
	key, value, _ := strings.Cut(strings.TrimSpace(comment), " = ")
	value = strings.TrimSpace(value)
	switch key {
	case "save_warmup":
		c.saved = value == "1" || value == "true"
	case "algorithm":
		c.fixed = value == "fixed_param"
	case "num_samples", "num_warmup", "thin":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n == 0 && key == "thin" {
			return fmt.Errorf("says %s = %s: expected a whole number that is not negative",
				key, quoted(value))
		}
		switch key {
		case "num_samples":
			c.samples, c.counted = n, true
		case "num_warmup":
			c.warmup = n
		case "thin":
			c.thin = n
		}
	}
	return nil
}

// thinned is how many of n draws CmdStan writes.
func (c *stanConfig) thinned(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + (n-1)/max(c.thin, 1)
}

// warmupRows is how many lines of warm-up the file has.
func (c *stanConfig) warmupRows() int {
	if !c.saved || c.fixed {
		return 0
	}
	return c.thinned(c.warmup)
}

// checkRows compares the number of lines with what the comments promise.
func (c *stanConfig) checkRows(rows int) error {
	if !c.counted {
		return nil
	}
	if want := c.warmupRows() + c.thinned(c.samples); rows != want {
		return fmt.Errorf("the file has %d lines of draws and its comments promise %d (%d of warm-up): "+
			"it may be cut off, or the run was stopped", rows, want, c.warmupRows())
	}
	return nil
}
