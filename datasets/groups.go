package datasets

import (
	"fmt"
	"strconv"
	"strings"
	"time"
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

// These are the dates that are understood without a layout.
var isoLayouts = []string{time.DateOnly, "2006-01", "2006", time.RFC3339, "2006-01-02T15:04:05",
	time.DateTime}

// Dates returns a column of dates. A layout of "" reads ISO dates, with a time of day or without,
// and also months and years: 1981-02-18, 1981-02-18T21:00:00Z, 1981-02, 1981. A month or year is
// its first day. For other dates give the layout of package time, which is how you would write the
// day 2 January 2006:
//
//	f.Dates("date", "02.01.2006")      // 18.02.1981
//	f.Dates("date", "January 2, 2006") // February 18, 1981
//
// If a date is missing (an empty field, NA, null, …) or cannot be read, the error says where.
func (f *Frame) Dates(column, layout string) ([]time.Time, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	layouts, hint := isoLayouts, `expected one such as 1981-02-18, 1981-02 or 1981; give the layout `+
		`of your dates, such as "02.01.2006"`
	if layout != "" {
		layouts = []string{layout}
		day := time.Date(1981, 2, 18, 21, 30, 0, 0, time.UTC).Format(layout)
		hint = "expected one such as " + day
		back, _ := time.Parse(layout, day)
		switch read := back.Format(time.DateOnly); read {
		case "1981-02-18", "1981-02-01", "1981-01-01":
		default:
			return nil, fmt.Errorf("datasets: the layout %q reads 18 February 1981 as %s; write the day "+
				`2 January 2006 as in your file, such as "02.01.2006"`, layout, read)
		}
	}
	dates := make([]time.Time, len(fields))
	for i, field := range fields {
		if isMissing(field) {
			return nil, f.wrong(i, where, fmt.Errorf("a missing date (%q); fill it in, or leave out "+
				"the rows without a date with Frame.Select", field))
		}
		if dates[i], err = parseDate(field, layouts); err != nil {
			return nil, f.wrong(i, where, fmt.Errorf("%s is not a date that can be read, %s",
				quoted(field), hint))
		}
	}
	return dates, nil
}

func parseDate(field string, layouts []string) (day time.Time, err error) {
	for _, layout := range layouts {
		if day, err = time.Parse(layout, field); err == nil {
			break
		}
	}
	return day, err
}
