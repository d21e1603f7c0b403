package datasets

import (
	"fmt"
	"time"
)

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
