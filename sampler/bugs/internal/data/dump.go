package data

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadDump reads what R's dump writes, x <- c(1, 2) and x <- structure(c(1, 2), .Dim = c(2L, 1L))
// with the numbers by columns; and the lists of the BUGS books, list(x = c(1, 2), y =
// structure(.Data = c(1, 2), .Dim = c(2, 1))) with the numbers by rows; without .Data it is a list
// of R's dput, and by columns. Their tables, x[] y[,1] y[,2] with a row in each line and END, are
// read too. NA is a missing value.
func ReadDump(r io.Reader) (arrays map[string]Array, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := &dumpReader{rest: string(text), line: 1, arrays: map[string]Array{}}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case dumpError:
			arrays, err = nil, e
		default:
			panic(e)
		}
	}()
	for d.next(); d.token != ""; {
		if d.skip(";") {
			continue
		}
		if d.token == "list" {
			d.list()
			continue
		}
		if strings.HasPrefix(d.rest, "[") {
			d.table()
			continue
		}
		d.assign(false, "<-", "=")
	}
	return d.arrays, nil
}

// list reads list(x = 1, y = 2).
func (d *dumpReader) list() {
	d.next()
	d.want("(")
	for !d.skip(")") {
		d.assign(true, "=")
		if d.token != ")" {
			d.want(",")
		}
	}
}

// table reads columns with their names at the head, up to END.
func (d *dumpReader) table() {
	var order []string // of the columns
	columns := map[string][]float64{}
	for strings.HasPrefix(d.rest, "[") {
		name := d.name()
		d.want("[")
		if d.skip(",") {
			name += "," + d.token
			d.number()
		}
		d.want("]")
		if slices.Contains(order, name) {
			d.fail("%s is there twice in the columns of the table", name)
		}
		order = append(order, name)
	}
	numbers := 0
	for ; d.token != "END"; numbers++ {
		k := order[numbers%len(order)]
		columns[k] = append(columns[k], d.number())
	}
	d.next()
	if numbers%len(order) != 0 || len(columns) != len(order) {
		d.fail("the table has %d numbers in %d columns; all rows must have the same length", numbers,
			len(order))
	}
	for _, k := range order {
		name, number, isPart := strings.Cut(k, ",")
		a := d.arrays[name]
		if !isPart {
			d.arrays[name] = Array{[]int{len(columns[k])}, columns[k]}
			continue
		}
		rows := len(columns[k])
		if a.Dims == nil {
			a.Dims = []int{rows, 0}
		}
		if a.Dims[1]++; number != strconv.Itoa(a.Dims[1]) {
			d.fail("the columns of %s must be numbered 1, 2, … in this order", name)
		}
		wider := make([]float64, 0, rows*a.Dims[1])
		for i := range rows {
			before := a.Dims[1] - 1
			wider = append(append(wider, a.Values[i*before:(i+1)*before]...), columns[k][i])
		}
		a.Values = wider
		d.arrays[name] = a
	}
}

// assign reads x <- value.
func (d *dumpReader) assign(byRows bool, arrow ...string) {
	name := d.name()
	d.want(arrow...)
	d.arrays[name] = d.value(byRows)
}

// name reads the name of a new variable.
func (d *dumpReader) name() string {
	name := strings.Trim(d.token, "\"'`")
	if name == "" || name == d.token && (!word(name[0]) || name[0] <= '9' && name[0] != '.') {
		d.fail("%s found; the name of a variable was expected", d.shown())
	}
	if _, twice := d.arrays[name]; twice {
		d.fail("%s is there twice", name)
	}
	d.next()
	return name
}

// value reads a number, a range, c(...) or structure(...).
func (d *dumpReader) value(byRows bool) Array {
	if d.depth++; d.depth > 100 {
		d.fail("brackets are nested more than 100 deep")
	}
	defer func() { d.depth-- }()
	switch d.token {
	case "c":
		d.next()
		return d.vector()
	case "structure":
		d.next()
		return d.structure(byRows)
	case "numeric", "integer", "logical":
		d.next()
		for _, token := range []string{"(", "0", ")"} {
			d.want(token)
		}
		return Array{Dims: []int{0}}
	}
	from := d.number()
	if !d.skip(":") {
		return Array{Values: []float64{from}}
	}
	to := d.number()
	const most = 10_000_000
	n := math.Abs(to-from) + 1
	if d.values += int(min(n, most+1)); !(n <= most) || d.values > most {
		d.fail("%v:%v is too long; ranges may have %d numbers in all", from, to, most)
	}
	var values []float64
	for i := range int(n) {
		values = append(values, from+math.Copysign(float64(i), to-from))
	}
	return Array{[]int{len(values)}, values}
}

// vector reads what follows c.
func (d *dumpReader) vector() (a Array) {
	d.want("(")
	for d.token != ")" {
		if strings.HasPrefix(strings.TrimLeft(d.rest, " \t\r\n"), "=") { // c(a = 1)
			d.next()
			d.want("=")
		}
		a.Values = append(a.Values, d.value(false).Values...)
		if d.token != ")" {
			d.want(",")
		}
	}
	d.next()
	a.Dims = []int{len(a.Values)}
	return a
}

// structure reads what follows structure, and ignores attributes such as .Dimnames.
func (d *dumpReader) structure(byRows bool) Array {
	d.want("(")
	if byRows = byRows && d.token == ".Data"; d.skip(".Data") { // which R's dput does not write
		d.want("=")
	}
	a := d.value(byRows)
	for !d.skip(")") {
		d.want(",")
		attribute := d.next()
		d.want("=")
		if attribute == ".Dim" || attribute == "dim" {
			a = d.shape(a, d.value(false).Values, byRows)
			continue
		}
		for open := 0; open > 0 || d.token != "," && d.token != ")"; d.next() {
			switch d.token {
			case "":
				d.want(")")
			case "(":
				open++
			case ")":
				open--
			}
		}
	}
	return a
}

// shape gives an array its dimensions.
func (d *dumpReader) shape(a Array, dims []float64, byRows bool) Array {
	size := 1.0
	a.Dims = nil
	for _, n := range dims {
		if !(n >= 0 && n == math.Trunc(n) && n <= 1e9) {
			d.fail("%v found in .Dim; a whole number was expected", n)
		}
		size *= n
		a.Dims = append(a.Dims, int(n))
	}
	switch {
	case len(dims) == 0 || len(dims) > maxDims:
		d.fail(".Dim has %d numbers; 1 to %d were expected", len(dims), maxDims)
	case size != float64(len(a.Values)):
		d.fail(".Dim = %v needs %v numbers; %d found", a.Dims, size, len(a.Values))
	case byRows:
		return a
	}
	byColumns := a.Values
	a.Values = make([]float64, len(byColumns))
	for i := range a.Values {
		from, rest := 0, i // the place by columns of the ith number by rows
		stride := len(byColumns)
		for k := len(dims) - 1; k >= 0; k-- {
			stride /= a.Dims[k]
			from += rest % a.Dims[k] * stride
			rest /= a.Dims[k]
		}
		a.Values[i] = byColumns[from]
	}
	return a
}

// constants are numbers by the names that R gives them.
var constants = map[string]float64{"NA": math.NaN(), "NaN": math.NaN(), "NA_real_": math.NaN(),
	"NA_integer_": math.NaN(), "TRUE": 1, "T": 1, "FALSE": 0, "F": 0, "Inf": math.Inf(1)}

// number reads a number, with its sign.
func (d *dumpReader) number() float64 {
	sign := 1.0
	if d.skip("-") {
		sign = -1
	} else {
		d.skip("+")
	}
	if x, ok := constants[d.token]; ok {
		d.next()
		return sign * x
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(d.token, "L"), 64)
	if err != nil || d.token[0] > '9' {
		d.fail("%s found; a number, NA, c(...) or structure(...) was expected", d.shown())
	}
	d.next()
	return sign * x
}
