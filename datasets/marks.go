package datasets

import (
	"fmt"
	"regexp"
	"strings"
)

// marks are what the fields of a column, or of a file, say about its numbers: is the comma or the
// point the decimal mark?
type marks uint8

const (
	decimalComma marks = 1 << iota // such as 1,5 or 1.234.567
	decimalPoint                   // such as 1.5 or 1,234,567
	commaGroup                     // such as 1,234, which may be 1234
	pointGroup                     // such as 1.234, which may be 1234
	noGroups                       // such as 1234
	unclear                        // the verdict that nothing tells
)

var (
	// german are numbers with a decimal comma, and with points between thousands if there are points.
	german  = regexp.MustCompile(`^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$`)
	english = regexp.MustCompile(`^[+-]?(?:\d*|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:[eE][+-]?\d+)?$`)
	group   = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}[.,]\d{3}$`)
)

func marksOf(field string) marks {
	comma, point := strings.Contains(field, ","), strings.Contains(field, ".")
	switch {
	case !comma && !point:
		if len(strings.TrimLeft(field, "+-")) > 3 && german.MatchString(field) {
			return noGroups
		}
	case group.MatchString(field) && comma:
		return commaGroup
	case group.MatchString(field):
		return pointGroup
	case german.MatchString(field):
		return decimalComma
	case !isMissing(field) && english.MatchString(field):
		return decimalPoint
	}
	return 0
}

// verdict says what the decimal mark of a column is, from the marks of its fields and of all fields
// of the file: decimalComma, decimalPoint, or unclear. What separates the fields is a hint.
func (m marks) verdict(all marks, separator rune) marks {
	grouped, clear := m&(commaGroup|pointGroup), all&(decimalComma|decimalPoint)
	switch {
	case separator == ',':
		return decimalPoint
	case m&decimalComma != 0:
		return decimalComma
	case m&decimalPoint != 0, grouped == 0, grouped == pointGroup && m&noGroups != 0:
		return decimalPoint
	case grouped == commaGroup && (m&noGroups != 0 || clear == 0 && separator == ';'):
		return decimalComma
	case clear == decimalComma, clear == decimalPoint:
		return clear
	case grouped == pointGroup && clear == 0 && separator == '\t':
		return decimalPoint
	}
	return unclear
}

// parseField reads a number with the given decimal mark. A missing value is NaN.
func parseField(field string, decimal marks) (float64, error) {
	switch {
	case decimal == unclear && group.MatchString(field):
		plain := strings.NewReplacer(",", "", ".", "").Replace(field)
		return 0, fmt.Errorf("%q may be %s, or a number with three decimals, and the file does not "+
			"tell; write all numbers of the column as %s, or as %s0", field, plain, plain,
			strings.Replace(field, ",", ".", 1))
	case decimal == decimalComma && german.MatchString(field):
		field = strings.Replace(strings.ReplaceAll(field, ".", ""), ",", ".", 1)
	case decimal == decimalComma && !isMissing(field) && strings.Contains(field, "."):
		return 0, fmt.Errorf("%q has a decimal point, and other numbers of the column have a "+
			"decimal comma; write all of them alike", field)
	}
	return parseNumber(field)
}
