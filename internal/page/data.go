package page

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gibbslab/datasets"
	"gibbslab/sampler/bugs"
)

// Notes say what became of the data: the variables that a model can use.
func Notes(data string) ([]string, error) {
	_, notes, err := readData(data)
	return notes, err
}

// readData reads JSON, R's dump or CSV. Of CSV, each column is a variable, and N is the number of
// rows. A column of names becomes the numbers of its groups, from 1. The notes say what a reader
// must know to write the model.
func readData(text string) (values bugs.Data, notes []string, err error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	switch {
	case text == "":
		return bugs.Data{}, nil, nil
	case !isTable(text):
		values, err = bugs.ReadData(strings.NewReader(text))
		names := slices.Sorted(maps.Keys(values))
		return values, []string{"Variables: " + strings.Join(names, ", ") + "."}, err
	}
	f, err := datasets.ParseFrame("data.csv", []byte(text))
	if err != nil {
		return nil, nil, err
	}
	values = bugs.Data{}
	var names []string
	for _, column := range f.Names {
		name := nameOf(column)
		if _, taken := values[name]; taken {
			return nil, nil, fmt.Errorf("two columns are called %s: rename one", name)
		}
		if name != column {
			notes = append(notes, fmt.Sprintf("The column %q is %s in the model.", column, name))
		}
		values[name], err = columnOf(f, column)
		if groups, ok := values[name].(*datasets.Groups); ok {
			of := make([]int, len(groups.Of))
			for i, k := range groups.Of {
				of[i] = k + 1
			}
			values[name] = of
			notes = append(notes, fmt.Sprintf("%s holds names, which are numbers now: %s.", name,
				numbered(groups.Names)))
		}
		if err != nil {
			return nil, nil, err
		}
		names = append(names, name)
	}
	if _, taken := values["N"]; !taken {
		values["N"] = f.Len()
		names = append(names, "N")
	}
	head := fmt.Sprintf("The data have %d rows. Variables: %s.", f.Len(), strings.Join(names, ", "))
	return values, append([]string{head}, notes...), nil
}

// isTable tells CSV from JSON and from R's dump.
func isTable(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return text[0] != '{' && !strings.Contains(first, "<-") && !strings.HasPrefix(first, "list(")
}

// columnOf returns a column of numbers, or the groups of a column in which nothing is a number.
func columnOf(f *datasets.Frame, column string) (any, error) {
	numbers, err := f.Numbers(column)
	if err == nil {
		return numbers, nil
	}
	texts, _ := f.Texts(column)
	for _, text := range texts {
		if _, wrong := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); wrong == nil {
			return nil, err // a slip among numbers
		}
	}
	return f.Groups(column)
}

// nameOf is the name of a column as the language can write it.
func nameOf(column string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_' || r == '.' {
			return r
		}
		return '.'
	}, column)
	if c := name[0]; c >= '0' && c <= '9' || c == '_' || c == '.' {
		name = "x" + name
	}
	return name
}

func numbered(names []string) string {
	const most = 10
	var all []string
	for k, name := range names[:min(most, len(names))] {
		all = append(all, fmt.Sprintf("%d %s", k+1, name))
	}
	if more := len(names) - most; more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, ", ")
}
