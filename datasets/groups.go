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
	g := &Groups{Of: make([]int, len(fields))}
	number := map[string]int{}
	whole := false
	for i, field := range fields {
		if isMissing(field) {
			return nil, f.wrong(i, where, fmt.Errorf("a missing value (%q), expected the name of a "+
				"group; delete the line or fill the value in", field))
		}
		k, ok := number[field]
		if !ok {
			k = len(g.Names)
			number[field] = k
			g.Names = append(g.Names, field)
			_, err := strconv.Atoi(field)
			whole = whole || err == nil
		}
		g.Of[i] = k
	}
	if whole {
		for k := range g.Names {
			g.Names[k] = strings.TrimSpace(column) + " " + g.Names[k]
		}
	}
	return g, nil
}

// Rows lists the rows of each group, in the order of the file.
func (g *Groups) Rows() [][]int {
	rows := make([][]int, len(g.Names))
	for i, k := range g.Of {
		rows[k] = append(rows[k], i)
	}
	return rows
}

// Tags cuts each field of a column into tags, such as the authors or labels of a document, and
// returns those of each row:
//
//	authors, err := f.Tags("authors", ";") // "Hamilton; Madison" is ["Hamilton", "Madison"]
//
// Spaces around a tag are ignored. In a file of JSON lines, a list ["Hamilton", "Madison"] has been
// joined with semicolons. A row whose field is empty or missing (NA, null, …) has no tags. It is an
// error to give no separator, or a tag twice in one row.
func (f *Frame) Tags(column, separator string) ([][]string, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	if separator == "" {
		return nil, fmt.Errorf("datasets: no separator for the tags of column %q, expected one such "+
			"as \";\"", column)
	}
	tags := make([][]string, len(fields))
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
				return nil, f.wrong(i, where, fmt.Errorf("%s twice, expected each tag once", quoted(tag)))
			}
			seen[tag] = true
			tags[i] = append(tags[i], tag)
		}
	}
	return tags, nil
}
