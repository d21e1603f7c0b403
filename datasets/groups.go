package datasets

import (
	"fmt"
	"strconv"
	"strings"
)

// Groups say which rows of a data set belong together, in the form that a hierarchical model needs:
// row i is in the group Of[i], which is called Names[Of[i]].
type Groups struct {
	Of    []int
	Names []string
}

// Groups returns the groups of a column, numbered in order of first appearance. If a name is a
// whole number, the name of the column goes in front, "ward 3". Otherwise it could be mistaken for
// a position when it names the elements of a parameter (sampler.Param.Coords). A missing value is
// an error.
func (f *Frame) Groups(column string) (*Groups, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	of, names := make([]int, len(fields)), numbering{}
	for i, field := range fields {
		if isMissing(field) {
			return nil, f.wrong(i, where, fmt.Errorf("a missing value (%q), expected the name of a "+
				"group; delete the line or fill the value in", field))
		}
		of[i] = names.of(field)
	}
	return &Groups{of, names.named(column)}, nil
}

// Rows lists the rows of each group, in the order of the file.
func (g *Groups) Rows() [][]int {
	rows := make([][]int, len(g.Names))
	for i, k := range g.Of {
		rows[k] = append(rows[k], i)
	}
	return rows
}

// Tags are the authors or labels of each row, of which a row may have any number: row i has the
// tags Of[i], and tag k is called Names[k].
type Tags struct {
	Of    [][]int
	Names []string
}

// Tags cuts each field of a column into tags, such as authors or labels:
//
//	authors, err := f.Tags("authors", ";") // Hamilton; Madison
//
// Spaces around a tag are ignored. In a file of JSON lines, a list ["Hamilton", "Madison"] has been
// joined with semicolons. Tags are numbered in order of first appearance, and named as by
// [Frame.Groups]. A row whose field is empty or missing (NA, null, …) has no tags. It is an error
// to give no separator, or a tag twice in one row.
func (f *Frame) Tags(column, separator string) (*Tags, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	if separator == "" {
		return nil, fmt.Errorf("datasets: no separator for the tags of column %q, expected one such "+
			"as \";\"", column)
	}
	of, names := make([][]int, len(fields)), numbering{}
	for i, field := range fields {
		if isMissing(field) {
			continue
		}
		seen := map[string]bool{}
		for _, tag := range strings.Split(field, separator) {
			if tag = strings.TrimSpace(tag); tag == "" {
				continue
			}
			if seen[tag] {
				return nil, f.wrong(i, where, fmt.Errorf("%s twice, expected each tag once",
					quoted(tag)))
			}
			seen[tag] = true
			of[i] = append(of[i], names.of(tag))
		}
	}
	return &Tags{of, names.named(column)}, nil
}

// A numbering numbers names in order of first appearance.
type numbering struct {
	number map[string]int
	names  []string
	whole  bool // a name is a whole number
}

func (n *numbering) of(name string) int {
	k, ok := n.number[name]
	if !ok {
		if n.number == nil {
			n.number = map[string]int{}
		}
		k = len(n.names)
		n.number[name], n.names = k, append(n.names, name)
		_, err := strconv.Atoi(name)
		n.whole = n.whole || err == nil
	}
	return k
}

// named returns the names, with the column in front if one of them is a whole number.
func (n *numbering) named(column string) []string {
	if n.whole {
		for k := range n.names {
			n.names[k] = strings.TrimSpace(column) + " " + n.names[k]
		}
	}
	return n.names
}
