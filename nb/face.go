package nb

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// firstRows is how many rows of data are shown.
const firstRows = 10

// faceOf is the table of a data frame, of a slice of structs, or of a map.
func faceOf(item any) (t Table, ok bool) {
	if f, is := item.(frame); is {
		if v := reflect.Indirect(reflect.ValueOf(item)); v.Kind() == reflect.Struct {
			if names, is := v.FieldByName("Names").Interface().([]string); is {
				return frameTable(f, names), true
			}
		}
	}
	if _, is := item.(fmt.Stringer); is {
		return t, false
	}
	v := reflect.ValueOf(item)
	switch {
	case v.Kind() == reflect.Slice && v.Len() > 0 && v.Type().Elem().Kind() == reflect.Struct &&
		!v.Type().Elem().Implements(reflect.TypeFor[fmt.Stringer]()):
		return structTable(v), true
	case v.Kind() == reflect.Map && v.Len() > 0:
		return mapTable(v), true
	}
	return t, false
}

// frame is a *datasets.Frame. This package does not import datasets: each cell that draws would
// link the embedded data.
type frame interface {
	Len() int
	Texts(column string) ([]string, error)
	Numbers(column string) ([]float64, error)
}

// frameTable shows the first rows, and says what each column holds.
func frameTable(f frame, names []string) (t Table) {
	t.Rows = make([][]any, min(f.Len(), firstRows))
	for _, name := range names {
		cells, err := f.Texts(name)
		if err != nil {
			panic(err) // the frame has the column
		}
		t.Head = append(t.Head, name)
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], cells[i])
		}
		numbers, err := f.Numbers(name)
		t.Notes = append(t.Notes, name+": "+holds(cells, numbers, err == nil))
	}
	t.Notes = append(more(f.Len()), t.Notes...)
	return t
}

// holds says what is in a column: numbers and their range, or texts, and how many are missing.
func holds(cells []string, numbers []float64, areNumbers bool) string {
	lo, hi, missing := math.Inf(1), math.Inf(-1), 0
	different := map[string]bool{}
	for i, cell := range cells {
		switch {
		case areNumbers && math.IsNaN(numbers[i]), cell == "", cell == "NA":
			missing++
			continue
		case areNumbers:
			lo, hi = min(lo, numbers[i]), max(hi, numbers[i])
		}
		different[cell] = true
	}
	said := ""
	switch {
	case len(different) == 0:
		return "nothing"
	case areNumbers:
		said = fmt.Sprintf("numbers from %g to %g", lo, hi)
	default:
		said = fmt.Sprintf("texts, %d different", len(different))
	}
	if missing > 0 {
		said += fmt.Sprintf(", %d missing", missing)
	}
	return said
}

// structTable has a column for each field.
func structTable(v reflect.Value) (t Table) {
	of := v.Type().Elem()
	for i := range of.NumField() {
		t.Head = append(t.Head, of.Field(i).Name)
	}
	for i := range min(v.Len(), firstRows) {
		var row []any
		for k := range of.NumField() {
			row = append(row, valueOf(v.Index(i).Field(k)))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = more(v.Len())
	return t
}

// mapTable has the keys in their order.
func mapTable(v reflect.Value) (t Table) {
	t.Head = []string{"key", "value"}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		switch {
		case a.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanFloat():
			return cmp.Compare(a.Float(), b.Float())
		}
		return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	for _, k := range keys[:min(len(keys), firstRows)] {
		t.Rows = append(t.Rows, []any{valueOf(k), valueOf(v.MapIndex(k))})
	}
	t.Notes = more(len(keys))
	return t
}

// valueOf is what a cell shows, also of a field that is not exported.
func valueOf(v reflect.Value) any {
	switch {
	case v.CanInterface():
		return v.Interface()
	case v.CanFloat():
		return v.Float()
	}
	return fmt.Sprint(v)
}

func more(rows int) []string {
	if rows <= firstRows {
		return nil
	}
	return []string{fmt.Sprintf("The first %d of %d rows.", firstRows, rows)}
}
