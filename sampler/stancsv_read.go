package sampler

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadStanCSV reads a trace from files of CmdStan, or of [Trace.WriteStanCSV]: one reader for each chain.
// Comments are passed over, and so are the warm-up draws that CmdStan was asked to save if the comments
// say how many there are.
func ReadStanCSV(chains ...io.Reader) (*Trace, error) {
	if len(chains) == 0 {
		return nil, errors.New("trace: no files to read: give one reader for each chain")
	}
	var t *Trace
	for k, r := range chains {
		names, draws, err := readChain(r)
		if err != nil {
			return nil, fmt.Errorf("trace: file %d: %w", k+1, err)
		}
		one, err := fromColumns(names, draws)
		if err != nil {
			return nil, fmt.Errorf("trace: file %d: %w", k+1, err)
		}
		if t == nil {
			t = one
			continue
		}
		if !slices.EqualFunc(t.columns, one.columns, func(a, b column) bool { return a.describe() == b.describe() }) {
			return nil, fmt.Errorf("trace: file %d has other parameters than file 1: give the chains of one model", k+1)
		}
		for i := range t.columns {
			t.columns[i].Draws = append(t.columns[i].Draws, one.columns[i].Draws...)
		}
	}
	return t, nil
}

// readChain reads the names and the columns of one file.
func readChain(r io.Reader) (names []string, columns [][]float64, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<30) // a line holds all parameters of a draw
	warmup, saved := 0, false
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSpace(in.Text())
		if comment, ok := strings.CutPrefix(text, "#"); ok || text == "" {
			key, value, _ := strings.Cut(strings.TrimSpace(strings.TrimSuffix(comment, "(Default)")), " = ")
			switch key {
			case "num_warmup":
				warmup, _ = strconv.Atoi(strings.TrimSpace(value))
			case "save_warmup":
				saved = value == "1" || value == "true"
			}
			continue
		}
		fields := strings.Split(text, ",")
		if names == nil {
			names, columns = fields, make([][]float64, len(fields))
			continue
		}
		if len(fields) != len(names) {
			return nil, nil, fmt.Errorf("line %d has %d values and the header %d names: the file may be cut off", line, len(fields), len(names))
		}
		for i, f := range fields {
			x, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
			if err != nil && !math.IsInf(x, 0) {
				return nil, nil, fmt.Errorf("line %d, column %d (%s): %q is not a number", line, i+1, names[i], f)
			}
			columns[i] = append(columns[i], x)
		}
	}
	if err := in.Err(); err != nil {
		return nil, nil, err
	}
	if names == nil {
		return nil, nil, errors.New("no line of names: this is not a CSV file of CmdStan")
	}
	if saved {
		for i, c := range columns {
			columns[i] = c[min(warmup, len(c)):]
		}
	}
	return names, columns, nil
}

// fromColumns makes parameters of columns: theta.1.1, theta.2.1, … become one array theta.
func fromColumns(names []string, draws [][]float64) (*Trace, error) {
	type place struct {
		param int
		at    []int
	}
	var params []column
	index := map[string]int{}
	places := make([]place, len(names))
	count := map[string]int{}
	for i, full := range names {
		name, at, err := splitName(full)
		if err != nil {
			return nil, fmt.Errorf("column %d: %w", i+1, err)
		}
		p, ok := index[name]
		if !ok {
			p = len(params)
			index[name] = p
			params = append(params, column{Name: name, Shape: make([]int, len(at))})
		}
		if len(params[p].Shape) != len(at) {
			return nil, fmt.Errorf("column %d: %q has %d indices, and an earlier one of that name %d", i+1, full, len(at), len(params[p].Shape))
		}
		for d, k := range at {
			params[p].Shape[d] = max(params[p].Shape[d], k+1)
		}
		count[name]++
		places[i] = place{p, at}
	}
	for i := range params {
		c := &params[i]
		n := count[c.Name]
		if slices.Max(append([]int{1}, c.Shape...)) > n || n != c.size() {
			return nil, fmt.Errorf("%s has %d columns: some are missing or there twice", c.describe(), n)
		}
		c.Draws = [][][]float64{make([][]float64, n)}
	}
	for i, pl := range places {
		c := &params[pl.param]
		e := 0
		for d, k := range pl.at {
			e = e*c.Shape[d] + k
		}
		if c.Draws[0][e] != nil {
			return nil, fmt.Errorf("column %d: %q is there twice", i+1, names[i])
		}
		c.Draws[0][e] = append([]float64{}, draws[i]...)
	}
	return traceOfColumns(params), nil
}

// splitName takes "theta.2.1" apart into "theta" and the indices counted from 0.
func splitName(full string) (name string, at []int, err error) {
	parts := strings.Split(strings.TrimSpace(full), ".")
	for _, p := range parts[1:] {
		k, err := strconv.Atoi(p)
		if err != nil || k < 1 {
			return "", nil, fmt.Errorf("%q is not a name such as mu or theta.1.2", full)
		}
		at = append(at, k-1)
	}
	return parts[0], at, checkName(parts[0])
}
