package data_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gibbslab/sampler/bugs/internal/data"
)

var missing = math.NaN()

// same compares arrays; NaN is equal to NaN.
func same(a, b data.Array) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestFrom(t *testing.T) {
	type seconds float64
	type table [][]seconds
	for _, c := range []struct {
		value any
		want  data.Array
	}{
		{3, data.Array{Values: []float64{3}}},
		{true, data.Array{Values: []float64{1}}},
		{uint8(7), data.Array{Values: []float64{7}}},
		{seconds(1.5), data.Array{Values: []float64{1.5}}},
		{[]float64{1, missing}, data.Array{Dims: []int{2}, Values: []float64{1, missing}}},
		{[]bool{false, true}, data.Array{Dims: []int{2}, Values: []float64{0, 1}}},
		{table{{1, 2, 3}, {4, 5, 6}}, data.Array{Dims: []int{2, 3}, Values: []float64{1, 2, 3, 4, 5, 6}}},
		{[2][1]int32{{1}, {2}}, data.Array{Dims: []int{2, 1}, Values: []float64{1, 2}}},
		{[]any{1, 2.5}, data.Array{Dims: []int{2}, Values: []float64{1, 2.5}}},
		{[][][]int{{{1, 2}}, {{3, 4}}},
			data.Array{Dims: []int{2, 1, 2}, Values: []float64{1, 2, 3, 4}}},
		{[]int{}, data.Array{Dims: []int{0}}},
	} {
		if got, err := data.From(c.value); err != nil || !same(got, c.want) {
			t.Errorf("%T %v: %v, %v, want %v", c.value, c.value, got, err, c.want)
		}
	}
	mine := []float64{1}
	if got, _ := data.From(mine); &got.Values[0] == &mine[0] {
		t.Error("the array shares memory with the user's slice")
	}
}

func TestFromErrors(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{nil, "nil given; accepted are numbers and bools"},
		{new(int), "*int given; accepted are"},
		{[]*int{nil}, "*int given; accepted are"},
		{"a", "string given; accepted are"},
		{map[string]int{}, "map[string]int given"},
		{[][]int{{1, 2}, {3, 4}, {5}}, "row 3 has length 1, and the rows before it have length 2"},
		{[][][]int{{{1}, {1}}, {{1}, {1, 2}}}, "row [2 2] has length 2"},
		{[]any{1, []int{1}}, "element 2 is a list, where the elements before it are numbers"},
		{[]any{[]int{1}, 1}, "element 2 is a number, where the elements before it are lists"},
	} {
		if a, err := data.From(c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, %v, want %s", c.value, a, err, c.want)
		}
	}
	var loop []any
	loop = append(loop, nil)
	loop[0] = loop
	if _, err := data.From(loop); err == nil {
		t.Error("a slice that contains itself: no error")
	}
}

func TestReadJSON(t *testing.T) {
	got, err := data.ReadJSON(strings.NewReader(`{"N": 2, "y": [1, null, 3e1], "m": [[1,2],[3,4]],
		"b": true}`))
	want := map[string]data.Array{
		"N": {Values: []float64{2}},
		"y": {Dims: []int{3}, Values: []float64{1, missing, 30}},
		"m": {Dims: []int{2, 2}, Values: []float64{1, 2, 3, 4}},
		"b": {Values: []float64{1}},
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

func TestReadDump(t *testing.T) {
	got, err := data.ReadDump(strings.NewReader(`
# a comment
N <- 2
` + "`x.y` <- c(1, NA, -3e-1, +4E+2)" + `
"m" <-
structure(c(1L, 2L, 3L, 4L, 5L, 6L), .Dim = 2:3, .Dimnames = list(NULL, c("a (", "b", "c")))
d3 <- structure(1:8, .Dim = c(2, 2, 2)); down <- 3:1
logic = c(TRUE, FALSE, T); named <- c(a = 1, "b" = 2); empty <- integer(0); neg <- -2:1
list(K = 5, rows = structure(.Data = c(1, 2,
  3, 4, 5, 6), .Dim = c(2, 3)), columns = structure(c(1, 2, 3, 4, 5, 6), dim = 2:3), inf = -Inf, nested = c(c(1, 2), 3))
t[]  w[,1] w[,2]
1    2.5   NA
-3   4     5e2
END
`))
	vector := func(values ...float64) data.Array {
		return data.Array{Dims: []int{len(values)}, Values: values}
	}
	want := map[string]data.Array{
		"N":       {Values: []float64{2}},
		"x.y":     vector(1, missing, -.3, 400),
		"m":       {Dims: []int{2, 3}, Values: []float64{1, 3, 5, 2, 4, 6}},
		"d3":      {Dims: []int{2, 2, 2}, Values: []float64{1, 5, 3, 7, 2, 6, 4, 8}},
		"down":    vector(3, 2, 1),
		"logic":   vector(1, 0, 1),
		"named":   vector(1, 2),
		"empty":   vector(),
		"neg":     vector(-2, -1, 0, 1),
		"K":       {Values: []float64{5}},
		"columns": {Dims: []int{2, 3}, Values: []float64{1, 3, 5, 2, 4, 6}}, // of R's dput
		"rows":    {Dims: []int{2, 3}, Values: []float64{1, 2, 3, 4, 5, 6}},
		"inf":     {Values: []float64{math.Inf(-1)}},
		"nested":  vector(1, 2, 3),
		"t":       vector(1, -3),
		"w":       {Dims: []int{2, 2}, Values: []float64{2.5, missing, 4, 500}},
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range want {
		if !same(got[name], w) {
			t.Errorf("%s: %v, want %v", name, got[name], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d variables, want %d", len(got), len(want))
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		read       func(io.Reader) (map[string]data.Array, error)
		text, want string
	}{
		{data.ReadJSON, "[1]", `line 1: [ found; the file must be an object such as {"N": 2`},
		{data.ReadJSON, "", "line 1: the file ends too early"},
		{data.ReadJSON, "{\"x\": [1,\nNaN]}", "line 2: JSON has no NaN, though Python writes it"},
		{data.ReadJSON, "{\"x\": [1,\n\"NA\"]}", `line 2: x: the text "NA" found; a number, null`},
		{data.ReadJSON, "{\"x\": [[1],\n\n[2,3]]}", "line 3: x: row 2 has length 2"},
		{data.ReadJSON, "{\"x\":\n{}}", "line 2: x: { found; a number, null"},
		{data.ReadJSON, "{\"x\": 1,\n\"x\": 2}", "line 2: x is there twice"},
		{data.ReadJSON, "{\"x\":\n1", "line 2: the file ends too early"},
		{data.ReadJSON, "{\"x\":\n1]", "line 2: "},
		{data.ReadJSON, "{\"x\": 1}\n{}", "line 2: something follows the object"},
		{data.ReadDump, "x <- c(1,\n\"a\")", `line 2: "\"a\"" found; a number, NA, c(...)`},
		{data.ReadDump, "x <- c(1,\n2", "line 2: the end of the file found; , was expected"},
		{data.ReadDump, "x 3", `line 1: "3" found; <- or = was expected`},
		{data.ReadDump, "\n3 <- x", `line 2: "3" found; the name of a variable was expected`},
		{data.ReadDump, "x <- 1\nx <- 2", "line 2: x is there twice"},
		{data.ReadDump, "x <- structure(1:5,\n.Dim = 2:3)", "line 2: .Dim = [2 3] needs 6 numbers; 5"},
		{data.ReadDump, "x <- structure(1:5, .Dim = -5)", "-5 found in .Dim; a whole number"},
		{data.ReadDump, "x <- structure(1:5, .Dim = c())", ".Dim has 0 numbers; 1 to 20"},
		{data.ReadDump, "x <- structure(1:5, a = (", "the end of the file found; ) was expected"},
		{data.ReadDump, "x <- 1:1e12", "1:1e+12 is too long; ranges may have 10000000 numbers"},
		{data.ReadDump, "x <- 1:NA", "is too long"},
		{data.ReadDump, "x <- 'a", "line 1: this quotation mark ' has no partner"},
		{data.ReadDump, "x <- list(1)", `line 1: "list" found; a number, NA, c(...)`},
		{data.ReadDump, "x <- " + strings.Repeat("c(", 200), "nested more than 100 deep"},
		{data.ReadDump, "x[] y[]\n1 2\n3\nEND", "the table has 3 numbers in 2 columns"},
		{data.ReadDump, "x[] y[]\n1 2\n", "the end of the file found; a number, NA"},
		{data.ReadDump, "x[,2] x[,1]\n1 2\nEND", "the columns of x must be numbered 1, 2"},
		{data.ReadDump, "x[] x[]\n1 2\nEND", "x is there twice in the columns"},
		{data.ReadDump, "x[1]\n1\nEND", `"1" found; ] was expected`},
		{data.ReadDump, "x <- 1e999", `"1e999" found; a number`},
	} {
		if got, err := c.read(strings.NewReader(c.text)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, %v, want %s", c.text, got, err, c.want)
		}
	}
}

// The same data in both forms, by columns and by rows, are the same. The files are not ours.
func TestPublished(t *testing.T) {
	files, _ := filepath.Glob("../../../../../shared/data/bugs/*/data.R")
	if len(files) == 0 {
		t.Skip("the files are not here")
	}
	for _, file := range files {
		dump, err := read(file, data.ReadDump)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		file = filepath.Join(filepath.Dir(file), "data.json")
		want, err := read(file, data.ReadJSON)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for name, w := range want {
			if got := dump[name]; !same(got, w) {
				t.Errorf("%s: %s differs: %v and %v", file, name, got.Dims, w.Dims)
			}
		}
		if len(dump) != len(want) {
			t.Errorf("%s: %d variables, want %d", file, len(dump), len(want))
		}
	}
}

func read(file string, reader func(io.Reader) (map[string]data.Array, error)) (
	map[string]data.Array, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return reader(f)
}

// FuzzRead holds that no input panics, that an array has as many numbers as its dimensions say, and
// that JSON gives what encoding/json gives.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"x": [[1, null], [2, true]], "y": []}`, "x <- structure(c(1, NA), .Dim = 2:1, a = c(1))",
		"list(a = 1:3, b = structure(.Data = c(1, 2), .Dim = c(1, 2)))", "`a b` = c('a' = 1, b=-Inf);",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fromDump, _ := data.ReadDump(strings.NewReader(text))
		fromJSON, err := data.ReadJSON(strings.NewReader(text))
		for _, arrays := range []map[string]data.Array{fromDump, fromJSON} {
			for name, a := range arrays {
				size := 1
				for _, n := range a.Dims {
					size *= n
				}
				if size != len(a.Values) {
					t.Errorf("%s has dimensions %v and %d numbers", name, a.Dims, len(a.Values))
				}
			}
		}
		var plain map[string]any
		if err == nil {
			if json.Unmarshal([]byte(text), &plain) != nil || len(plain) != len(fromJSON) {
				t.Errorf("read as %v, and encoding/json gives %v", fromJSON, plain)
			}
			for name, v := range plain {
				if _, isNumber := v.(float64); isNumber &&
					!reflect.DeepEqual(fromJSON[name].Values, []float64{v.(float64)}) {
					t.Errorf("%s = %v, want %v", name, fromJSON[name], v)
				}
			}
		}
	})
}
