package datasets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxColumns bounds the fields of a record: each takes 32 bytes, and a file of separators alone
// would take 32 times its size.
const maxColumns = 1 << 20

// csvRows reads the records of a CSV file one by one.
type csvRows struct {
	data   []byte
	r      *csv.Reader
	fields int // of the first record, or 0 before it
}

func newCSVRows(data []byte) (*csvRows, error) {
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("there is a zero byte, so this is not UTF-8 text; save it as CSV in UTF-8")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, '\n') < 0 { // lines may end with \r alone
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma = separator(data)
	r.FieldsPerRecord = -1               // the caller says which line differs
	r.TrimLeadingSpace = r.Comma != '\t' // otherwise an empty field would vanish
	r.ReuseRecord = true
	return &csvRows{data: data, r: r}, checkColumns(data, byte(r.Comma))
}

// newTextRows is newCSVRows for a file whose texts matter. They must be in UTF-8.
func newTextRows(data []byte) (*csvRows, error) {
	if !utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		line := 1
		for text := range bytes.Lines(data) {
			if !utf8.Valid(text) {
				break
			}
			line++
		}
		return nil, fmt.Errorf("line %d: not UTF-8; save the file in UTF-8 (it may be in Latin-1 or "+
			"Windows-1252)", line)
	}
	return newCSVRows(data)
}

// next returns the fields of the next record that is not blank, without the spaces around them, or
// io.EOF. They are valid until the next call. Each record has as many fields as the first.
func (c *csvRows) next() ([]string, error) {
	for blank := false; ; {
		start := c.r.InputOffset()
		fields, err := c.r.Read()
		if e := (*csv.ParseError)(nil); errors.As(err, &e) {
			return nil, fmt.Errorf("line %d, character %d: %w; "+
				`quote a whole field ("…") and double a quote inside it`, e.Line, e.Column, e.Err)
		}
		if err != nil {
			return nil, err
		}
		text := bytes.TrimLeft(c.data[start:c.r.InputOffset()], " \r")
		blank = blank || bytes.HasPrefix(text, []byte("\n"))
		if len(bytes.TrimLeft(text, " \r\n")) == 0 {
			continue
		}
		switch {
		case c.fields == 0:
			c.fields = len(fields)
		case c.fields != len(fields):
			return nil, fmt.Errorf("line %d: %d field(s), expected %d as in the first line; add or "+
				"remove separators there", c.line(), len(fields), c.fields)
		case blank && c.fields == 1:
			return nil, fmt.Errorf("line %d: the line above it is blank, and in a file of one column "+
				"that may be a missing value; write NA there, or delete the line", c.line())
		}
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		return fields, nil
	}
}

// line is the line, from 1, on which the last record starts.
func (c *csvRows) line() int {
	line, _ := c.r.FieldPos(0)
	return line
}

// checkColumns refuses a record with too many fields, before it is read.
func checkColumns(data []byte, comma byte) error {
	fields, line, quoted := 1, 1, false
	for _, b := range data {
		switch {
		case b == '"':
			quoted = !quoted
		case b == '\n':
			line++
			if !quoted {
				fields = 1
			}
		case b == comma && !quoted:
			if fields++; fields > maxColumns {
				return fmt.Errorf("line %d: more than %d fields; keep "+
					"only the columns that you need", line, maxColumns)
			}
		}
	}
	return nil
}

// separator looks for a semicolon, then a tab, in the first line that is not
// blank, outside quotes. A file with neither has commas or one column.
func separator(data []byte) rune {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, "\r\n "), []byte("\n"))
	var outside []byte
	for i, part := range bytes.Split(line, []byte(`"`)) {
		if i%2 == 0 {
			outside = append(outside, part...)
		}
	}
	for _, c := range ";\t" {
		if bytes.ContainsRune(bytes.TrimSpace(outside), c) {
			return c
		}
	}
	return ','
}
