package sampler

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadStanCSV reads a trace from files of CmdStan, or of [Trace.WriteStanCSV]: one reader for each
// chain. It skips comments, and warm-up draws that CmdStan was asked to save.
//
// If a file is cut off or damaged, the error says how many draws are whole, and the trace holds
// these. A file counts as cut off when its last line has no line end, when a line has too few
// values, or when it has fewer draws than its comments promise (num_samples, num_warmup,
// save_warmup and thin).
func ReadStanCSV(chains ...io.Reader) (*Trace, error) {
	if len(chains) == 0 {
		return nil, errors.New("sampler: ReadStanCSV: no files to read: give one reader for each chain")
	}
	var t *Trace
	var errs []error
	for k, r := range chains {
		bad := func(err error) error {
			return fmt.Errorf("sampler: ReadStanCSV: file %d: %w", k+1, err)
		}
		if r == nil {
			return nil, bad(errors.New("the reader is nil: give an open file"))
		}
		f := stanFile{rows: -1}
		if err := f.read(r); f.names == nil {
			return nil, bad(err)
		} else if err != nil {
			errs = append(errs, bad(err))
		}
		one, err := fromColumns(f.names, f.columns)
		if err != nil {
			return nil, bad(err)
		}
		if t == nil {
			t = one
			continue
		}
		if !slices.EqualFunc(t.columns, one.columns,
			func(a, b column) bool { return a.describe() == b.describe() }) {
			return nil, bad(errors.New("its parameters differ from those in file 1: give the chains of " +
				"one model"))
		}
		for i := range t.columns {
			t.columns[i].Draws = append(t.columns[i].Draws, one.columns[i].Draws...)
		}
	}
	return t, errors.Join(errs...)
}

// stanFile holds what was read from one file.
type stanFile struct {
	config  stanConfig
	names   []string
	columns [][]float64
	rows    int // lines of draws that are whole; -1 before the line of names
}

// read reads the file. It keeps what is whole when there is an error.
func (f *stanFile) read(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestLine)
	ended := true
	in.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			ended = false
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	line := 0
	var err error
	for err == nil && in.Scan() {
		line++
		text := in.Text()
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // a byte order mark
		}
		if err = f.line(strings.TrimSpace(text), ended); err != nil {
			err = fmt.Errorf("line %d %w", line, err)
		}
	}
	switch {
	case err != nil:
	case errors.Is(in.Err(), bufio.ErrTooLong):
		err = fmt.Errorf("line %d is longer than %d MiB: this is not a CSV file of CmdStan",
			line+1, longestLine>>20)
	case in.Err() != nil:
		err = fmt.Errorf("line %d: %w", line+1, in.Err())
	case f.names == nil:
		return errors.New("no line of names: this is not a CSV file of CmdStan")
	default:
		err = f.config.checkRows(f.rows)
	}
	warmup := min(f.config.warmupRows(), max(f.rows, 0))
	for i, c := range f.columns {
		f.columns[i] = c[warmup:]
	}
	if err != nil && f.names != nil {
		err = fmt.Errorf("%w; %d draws before that are whole and were kept", err, f.rows-warmup)
	}
	return err
}

// longestLine is the longest line that is read. A line holds all parameters of a draw.
// Tests shorten it.
var longestLine = 1 << 28

// line reads one line. Its errors continue the phrase "line 7".
func (f *stanFile) line(text string, ended bool) error {
	if comment, ok := strings.CutPrefix(text, "#"); ok || text == "" {
		if f.names == nil {
			return f.config.read(comment)
		}
		return nil
	}
	if !ended {
		return errors.New("has no line end: the file was cut off there (if it is whole, add a line end)")
	}
	fields := strings.Split(text, ",")
	if f.names == nil {
		f.names, f.columns, f.rows = fields, make([][]float64, len(fields)), 0
		return nil
	}
	if len(fields) != len(f.names) {
		return fmt.Errorf("has %d values and the header %d names: the file may be cut off",
			len(fields), len(f.names))
	}
	draw := make([]float64, len(fields))
	for i, field := range fields {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil && !math.IsInf(x, 0) {
			return fmt.Errorf("column %d (%s): %s is not a number", i+1, quoted(f.names[i]), quoted(field))
		}
		draw[i] = x
	}
	for i, x := range draw {
		f.columns[i] = append(f.columns[i], x)
	}
	f.rows++
	return nil
}

// fromColumns turns columns into parameters: theta.1.1, theta.2.1, … become one array theta.
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
			return nil, fmt.Errorf("column %d: %s has %d indices, and an earlier one of that "+
				"name %d", i+1, quoted(full), len(at), len(params[p].Shape))
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
			return nil, fmt.Errorf("%s has %d columns: some are missing or appear twice", c.describe(), n)
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
			return nil, fmt.Errorf("column %d: %s appears twice", i+1, quoted(names[i]))
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
			return "", nil, fmt.Errorf("%s is not a name such as mu or theta.1.2", quoted(full))
		}
		at = append(at, k-1)
	}
	return parts[0], at, checkName(parts[0])
}
