package datasets

import (
	"fmt"
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

// german tells whether a field is a number with a decimal comma, and points between thousands.
func german(field string) bool {
	whole, part, has := strings.Cut(unsigned(field), ",")
	return (digits(whole) || thousands(whole, ".")) && (!has || digits(part))
}

// english is for a decimal point, commas between thousands, and powers of ten.
func english(field string) bool {
	number := unsigned(field)
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		if !digits(unsigned(number[i+1:])) {
			return false
		}
		number = number[:i]
	}
	whole, part, _ := strings.Cut(number, ".")
	return (whole == "" || digits(whole) || thousands(whole, ",")) && (part == "" || digits(part))
}

// group tells whether a field is a number with one mark that may stand between thousands, as 1.234.
func group(field string) bool {
	number := unsigned(field)
	at := len(number) - 4
	return 0 < at && number[0] != '0' && (number[at] == '.' || number[at] == ',') &&
		thousands(number, number[at:at+1]) && at < 4
}

func unsigned(field string) string {
	if field != "" && (field[0] == '+' || field[0] == '-') {
		return field[1:]
	}
	return field
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// thousands tells whether a text has one to three digits, and then groups of three behind marks.
func thousands(s, mark string) bool {
	groups := strings.Split(s, mark)
	for i, g := range groups {
		if !digits(g) || len(g) > 3 || i > 0 && len(g) < 3 {
			return false
		}
	}
	return len(groups) > 1
}

func marksOf(field string) marks {
	comma, point := strings.Contains(field, ","), strings.Contains(field, ".")
	switch {
	case !comma && !point:
		if len(strings.TrimLeft(field, "+-")) > 3 && german(field) {
			return noGroups
		}
	case group(field) && comma:
		return commaGroup
	case group(field):
		return pointGroup
	case german(field):
		return decimalComma
	case !isMissing(field) && english(field):
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
	case decimal == unclear && group(field):
		plain := strings.NewReplacer(",", "", ".", "").Replace(field)
		return 0, fmt.Errorf("%q may be %s, or a number with three decimals, and the file does not "+
			"tell; write all numbers of the column as %s, or as %s0", field, plain, plain,
			strings.Replace(field, ",", ".", 1))
	case decimal == decimalComma && german(field):
		field = strings.Replace(strings.ReplaceAll(field, ".", ""), ",", ".", 1)
	case decimal == decimalComma && !isMissing(field) && strings.Contains(field, "."):
		return 0, fmt.Errorf("%q has a decimal point, and other numbers of the column have a "+
			"decimal comma; write all of them alike", field)
	}
	return parseNumber(field)
}
