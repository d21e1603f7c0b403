package page

import (
	"embed"
	"strings"
)

// An Example is a model to begin with.
type Example struct{ Name, Title, Text, Data string }

//go:embed examples
var files embed.FS

// Examples are in the order in which a reader may try them. A file holds a model, whose first line
// is its title, a line of equals signs, and data.
func Examples() (all []Example, err error) {
	const folder = "examples/"
	for _, name := range strings.Fields(`numbers counts groups exams coin mines ratings schools line
		rats pumps surgery seeds mixture reviews missing dyes`) {
		text, err := files.ReadFile(folder + name + ".txt")
		if err != nil {
			return nil, err
		}
		model, data, _ := strings.Cut(string(text), "\n=====\n")
		title, _, _ := strings.Cut(strings.TrimPrefix(model, "# "), "\n")
		all = append(all, Example{name, strings.TrimSuffix(title, "."), model + "\n",
			strings.TrimSpace(data)})
	}
	return all, nil
}
