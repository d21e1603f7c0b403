package regress

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler"
)

// textTable reads columns as datasets.Frame does.
type textTable map[string][]string

func (t textTable) Texts(name string) ([]string, error) {
	if t[name] == nil {
		return nil, fmt.Errorf("there is no column %q", name)
	}
	return t[name], nil
}

func (t textTable) Numbers(name string) (x []float64, err error) {
	for _, text := range t[name] {
		v := math.NaN()
		if _, err := fmt.Sscan(text, &v); err != nil && text != "" {
			return nil, fmt.Errorf("%q is no number", text)
		}
		x = append(x, v)
	}
	if x == nil {
		return nil, errors.New("there is no such column")
	}
	return x, nil
}

// TestFormula compares columns with those made by hand, and other rows with rows of the same table.
func TestFormula(t *testing.T) {
	day := func(y int) time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }
	table := map[string]any{"y": []float64{1, 2, 3, 5}, "x": []float64{1, 2, 4, 9},
		"kind": []string{"b", "a", "c", "a"}, "n": []int{0, 1, 2, 3},
		"date": []time.Time{day(2001), day(2002), day(2004), day(2005)}}
	l2 := math.Log(2)
	for _, c := range []struct {
		formula, names string
		rows           [][]float64
	}{
		{"y ~ x", "intercept, x", [][]float64{{1, 1}, {1, 2}, {1, 4}, {1, 9}}},
		{"y ~ 0 + kind + factor(n)", "kind=a, kind=b, kind=c, n=1, n=2, n=3", [][]float64{
			{0, 1, 0, 0, 0, 0}, {1, 0, 0, 1, 0, 0}, {0, 0, 1, 0, 1, 0}, {1, 0, 0, 0, 0, 1}}},
		{"y ~ baseline(n, 2)", "intercept, n=0, n=1, n=3",
			[][]float64{{1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}}},
		{"y ~ baseline(kind, b)", "intercept, kind=a, kind=c",
			[][]float64{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 0}}},
		{"y ~ centre(x, 3):kind", "intercept, x-3 × kind=a, x-3 × kind=b, x-3 × kind=c",
			[][]float64{{1, 0, -2, 0}, {1, -1, 0, 0}, {1, 0, 0, 1}, {1, 6, 0, 0}}},
		{"y ~ centre(x, 3)*kind", "intercept, x-3, kind=b, kind=c, x-3 × kind=b, x-3 × kind=c",
			[][]float64{{1, -2, 1, 0, -2, 0}, {1, -1, 0, 0, 0, 0}, {1, 1, 0, 1, 0, 1}, {1, 6, 0, 0, 0, 0}}},
		{" ~ x:x", "intercept, x", [][]float64{{1, 1}, {1, 2}, {1, 4}, {1, 9}}},
		{"y ~ centre(x) + centre(x) + n", "intercept, x-4, n",
			[][]float64{{1, -3, 0}, {1, -2, 1}, {1, 0, 2}, {1, 5, 3}}},
		{"log(y) ~ 0 + n * log(x)", "n, log(x), n × log(x)", [][]float64{{0, 0, 0}, {1, l2, l2},
			{2, 2 * l2, 4 * l2}, {3, math.Log(9), 3 * math.Log(9)}}},
		{"0 + steps(date, 2002, 2004.5) + scale(n)", "date≥2002, date≥2004.5, scale(n)",
			[][]float64{{0, 0, -1.5 / math.Sqrt(1.25)}, {1, 0, -0.5 / math.Sqrt(1.25)},
				{1, 0, 0.5 / math.Sqrt(1.25)}, {1, 1, 1.5 / math.Sqrt(1.25)}}},
	} {
		g, err := Formula(c.formula, table)
		if err != nil {
			t.Errorf("%s: %v", c.formula, err)
			continue
		}
		if strings.Join(g.Names, ", ") != c.names || !equal(g.X, c.rows) {
			t.Errorf("%s: %q %v, want %s %v", c.formula, g.Names, g.X, c.names, c.rows)
		}
		same, err := g.Rows(table)
		if err != nil || !equal(same.X, c.rows) || same.Y != nil {
			t.Errorf("%s: the same rows are %v, %v", c.formula, same.X, err)
		}
		one, err := g.Rows(map[string]any{"x": 4., "kind": "c", "n": 2, "date": day(2004)})
		if err != nil || !equal(one.X, c.rows[2:3]) {
			t.Errorf("%s: row 2 is %v, %v", c.formula, one.X, err)
		}
	}
}

// An offset has no column and no coefficient; other rows have their own.
func TestFormulaOffset(t *testing.T) {
	table := map[string]any{"y": []float64{1, 2, 3}, "km": []float64{1, math.E, 1}, "x": []float64{0, 1, 2},
		"bad": []float64{1, 0, 2}}
	for text, want := range map[string][]float64{"y ~ x + offset(log(km))": {0, 1, 0},
		"y ~ offset(x) + offset(log(km)) + x": {0, 2, 2}, "y ~ offset(centre(x, 1))": {-1, 0, 1}} {
		g := must(Formula(text, table))
		more := must(g.Rows(map[string]any{"km": math.E, "x": 1.}))
		if !slices.Equal(g.Offset, want) || !slices.Equal(more.Offset, want[1:2]) {
			t.Errorf("%s: %v and %v, want %v", text, g.Offset, more.Offset, want)
		}
		if names := strings.Join(g.Names, " "); strings.Contains(names, "km") || len(more.X) != 1 {
			t.Errorf("%s: columns %s, rows %v", text, names, more.X)
		}
	}
	for text, want := range map[string]string{"y ~ x + offset(log(bad))": "row 1 (from 0) has 0",
		"y ~ offset(who)": `no field "who"`, "y ~ (1 + offset(x) | km)": "not understood"} {
		if _, err := Formula(text, table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func equal(a, b [][]float64) bool {
	return slices.EqualFunc(a, b, func(a, b []float64) bool {
		return slices.EqualFunc(a, b, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	})
}

// TestFormulaGroups: groups come from texts and numbers, in their order, and other rows know them by
// name.
func TestFormulaGroups(t *testing.T) {
	table := textTable{"y": {"1", "2", "3", "4", ""}, "x": {"1", "2", "3", "4", "5"},
		"school": {"b", "a", "c", "a", "b"}, "class": {"10", "9", "9", "10", "11"}}
	g, err := Formula("y ~ x + (1 + x | school) + (1 | class)", table)
	if err != nil {
		t.Fatal(err)
	}
	want := &Groups{Of: []int{1, 0, 2, 0, 1}, Names: []string{"a", "b", "c"},
		Vary: []string{"intercept", "x"}}
	crossed := []Groups{{Name: "class", Of: []int{1, 0, 0, 1, 2}, Names: []string{"9", "10", "11"},
		Vary: []string{"intercept"}}}
	if !reflect.DeepEqual(g.Groups, want) || !reflect.DeepEqual(g.Crossed, crossed) ||
		!math.IsNaN(g.Y[4]) {
		t.Errorf("groups %v and %v, y %v", g.Groups, g.Crossed, g.Y)
	}
	g.Family = Normal{Scale: 1}
	g.Groups.Scale, g.Crossed[0].Scale, g.Missing = []float64{1}, []float64{1}, &Missing{}
	tr, err := sampler.Run(t.Context(), must(g.Model()), sampler.Settings{Draws: 10, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	other, err := g.Rows(map[string]any{"x": []float64{1, 2}, "school": []string{"c", "new"},
		"class": []int{9, 12}})
	if err != nil || !reflect.DeepEqual(other.Groups.Names, []string{"c", "new"}) {
		t.Fatalf("%v, %v", other.Groups, err)
	}
	dates := must(Formula("y ~ when + (1 | school)", textTable{"y": {"1", "2"}, "when": {"2001-01-01", "NA"},
		"school": {"a", "b"}}))
	if dates.X[0][1] != 2001 || !math.IsNaN(dates.X[1][1]) {
		t.Errorf("dates are %v", dates.X)
	}
	if only, err := must(Formula("y ~ (1 | school)", table)).Rows(map[string]any{"school": "d"}); err != nil ||
		!equal(only.X, [][]float64{{1}}) {
		t.Errorf("a row of a new group is %v, %v", only.X, err)
	}
	if _, err := other.Predict(sampler.Stream("rows", 1, 0), tr, 5); err != nil {
		t.Error(err)
	}
}

// TestFormulaErrors: each mistake is a sentence that names the term or the column.
func TestFormulaErrors(t *testing.T) {
	ids := make([]string, 60)
	for i := range ids {
		ids[i] = fmt.Sprint("id", i)
	}
	table := map[string]any{"y": []float64{1, 2, 3}, "x": []float64{1, math.NaN(), 3},
		"kind": []string{"a", "b", ""}, "one": []string{"a", "a", "a"}, "two": []float64{1, 2},
		"school": []string{"s", "", "t"}, "bad": []bool{true}, "zero": []float64{1, 0, 2}}
	plain, err := Formula("y ~ zero", table)
	if err != nil {
		t.Fatal(err)
	}
	kinds := must(Formula("y ~ kind", table))
	rows := func(g Regression, table any) error { _, err := g.Rows(table); return err }
	formula := func(text string) error { _, err := Formula(text, table); return err }
	_, none := Formula("y ~ x", 3)
	_, texts := Formula("y ~ id", textTable{"y": ids, "id": ids})
	_, missing := must(Formula("y ~ x", table)).Model()
	gaps := must(Formula("y ~ kind", table))
	gaps.Missing = &Missing{}
	_, gap := gaps.Model()
	_, spelling := Formula("y ~ arm", textTable{"y": {"1", "2", "3"}, "arm": {"low", "Low", "NA"}})
	for want, err := range map[string]error{
		`"y - x" is not understood`:                        formula("y ~ y - x"),
		`formula "y ~ who": there is no field "who"`:       formula("y ~ who"),
		"left of ~ stands one column of numbers":           formula("kind ~ x"),
		`"y == zero" is not understood`:                    formula("y == zero"),
		"y stands on both sides":                           formula("y ~ zero + log(y)"),
		`"y ~ zero +": a term is empty`:                    formula("y ~ zero +"),
		"give one for each row":                            formula("y ~ two"),
		`"one" has the kinds ["a"]`:                        formula("y ~ one"),
		`no row has the kind "c"`:                          formula("y ~ baseline(kind, c)"),
		"log(zero): row 1 (from 0) has 0":                  formula("y ~ log(zero)"),
		"the groups of school: row 1 (from 0) has none":    formula("y ~ x + (1 | school)"),
		"x varies between the groups of kind":              formula("y ~ zero + (x | kind)"),
		`"scale(x, 1)" is not understood`:                  formula("y ~ scale(x, 1)"),
		`"root(x)" is not understood`:                      formula("y ~ root(x)"),
		`the field "bad" is a []bool`:                      formula("y ~ bad"),
		"the data are a int":                               none,
		`column "id" has 60 different texts`:               texts,
		"NaN":                                              missing,
		`"kind" has missing values`:                        gap,
		`"Low" and "low"`:                                  spelling,
		"there are two groupings by one":                   formula("y ~ 1 + (1 | one) + (1 | one)"),
		"two has 2 values, and y has 3":                    formula("y ~ two"),
		"does not come from Formula":                       rows(Regression{}, table),
		`Rows: no row has the kind "z"`:                    rows(kinds, map[string]any{"kind": "z"}),
		`Rows: there is no field "zero"`:                   rows(plain, map[string]any{"one": 1.}),
		`Rows: "zero" is [a] ([]string), expected numbers`: rows(plain, map[string]any{"zero": "a"}),
		`Rows: "zero" is NaN`:                              rows(plain, map[string]any{"zero": math.NaN()}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", want, err)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
