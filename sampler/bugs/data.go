package bugs

import (
	"bufio"
	"fmt"
	"io"
	"unicode"

	"gibbslab/sampler/bugs/internal/data"
)

// Data are the values of variables by name: numbers, slices of numbers, and slices of slices. NaN
// is a missing value.
type Data map[string]any

// ReadData reads data, or initial values, from a file: JSON, an object of numbers and of arrays by
// rows, with null for what is missing; or the text of R's dump, x <- c(1, 2); or the lists of the
// BUGS books, list(x = c(1, 2)), and their tables, which end with END. NA is missing there. You may
// add to the result, and change it.
func ReadData(r io.Reader) (Data, error) {
	b := bufio.NewReader(r)
	first, _, err := b.ReadRune()
	for err == nil && (unicode.IsSpace(first) || first == '\ufeff') {
		first, _, err = b.ReadRune()
	}
	if err != nil {
		return nil, fmt.Errorf("bugs: ReadData: the file is empty or cannot be read: %w", err)
	}
	if err := b.UnreadRune(); err != nil {
		return nil, err
	}
	read := data.ReadDump
	if first == '{' {
		read = data.ReadJSON
	}
	all, err := read(b)
	if err != nil {
		return nil, fmt.Errorf("bugs: ReadData: %w", err)
	}
	out := Data{}
	for name, a := range all {
		out[name] = a
	}
	return out, nil
}

func arrays(values Data) (map[string]data.Array, error) {
	out := map[string]data.Array{}
	for name, v := range values {
		if a, ok := v.(data.Array); ok { // from ReadData
			out[name] = a
			continue
		}
		a, err := data.From(v)
		if err != nil {
			return nil, fmt.Errorf("bugs: data: %s: %w", name, err)
		}
		out[name] = a
	}
	return out, nil
}
