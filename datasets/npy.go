package datasets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"

	"github.com/sbinet/npyio/npy"
)

// ReadNPY reads the numbers of the NumPy file at path, as numpy.save writes it: an array of shape
// (n,), (n, 1) or (1, n), of any signed, unsigned or floating type of 1 to 8 bytes that Go has
// (int8 … uint64, float32, float64), in either byte order. Integers beyond 2⁵³ are rounded to the
// nearest float64.
//
// An error names the file, what was found and what was expected. It is returned for any other shape
// or type, a malformed header, a file shorter or longer than its header says, an array without
// elements, and for a NaN or an infinity, whose position it gives.
//
// Format: NumPy enhancement proposal 1, versions 1.0 and 2.0.
func ReadNPY(path string) ([]float64, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	x, err := parseNPY(data)
	if err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w", path, err)
	}
	return x, nil
}

// parseNPY decodes a whole file. npyio indexes malformed headers out of range,
// fills a truncated array with repeats and allocates what the header claims, so
// nothing reaches it before the lengths have been checked.
func parseNPY(data []byte) ([]float64, error) {
	start, end, err := headerSpan(data)
	if err != nil {
		return nil, err
	}
	r, err := openNPY(data, data[start:end])
	if err != nil {
		return nil, err
	}
	n, err := vectorLen(r.Header.Descr.Shape)
	if err != nil {
		return nil, err
	}
	read, size, err := decoder(r.Header.Descr.Type)
	if err != nil {
		return nil, err
	}
	switch have := len(data) - end; {
	case n == 0:
		return nil, fmt.Errorf("no data: the array has shape %s; save an array of at least one "+
			"number", shapeString(r.Header.Descr.Shape))
	case n > have/size:
		return nil, fmt.Errorf("the header promises %d numbers of %d bytes, but only %d bytes "+
			"follow it: the file is truncated; copy or save it again", n, size, have)
	case n*size < have:
		return nil, fmt.Errorf("the header promises %d numbers of %d bytes, but %d bytes follow "+
			"it; save one array per file", n, size, have)
	}
	x, err := read(r)
	if err != nil {
		return nil, err
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("element %d (counting from 0) is %g, expected a finite "+
				"number; remove or replace it before saving", i, v)
		}
	}
	return x, nil
}

// headerSpan returns where the header's text starts and ends. First it checks everything that npyio
// trusts: the magic string, the version, the header's length, and its final newline.
func headerSpan(data []byte) (start, end int, err error) {
	if !bytes.HasPrefix(data, npy.Magic[:]) || len(data) < 12 {
		return 0, 0, fmt.Errorf("not a NumPy file: it begins with %q, expected %q; write one "+
			"with numpy.save, or read text with ReadCSV", data[:min(len(data), 6)], npy.Magic[:])
	}
	var length int64
	switch data[6] {
	case 1:
		start, length = 10, int64(binary.LittleEndian.Uint16(data[8:]))
	case 2:
		start, length = 12, int64(binary.LittleEndian.Uint32(data[8:]))
	default:
		return 0, 0, fmt.Errorf("NumPy format version %d.%d, expected 1.0 or 2.0; save a plain "+
			"array of numbers with numpy.save", data[6], data[7])
	}
	if length > int64(len(data)-start) {
		return 0, 0, fmt.Errorf("the header should be %d bytes long, but the file ends after %d "+
			"of them: it is truncated; copy or save it again", length, len(data)-start)
	}
	end = start + int(length)
	if bytes.IndexByte(data[start:end], '\n') < 0 {
		return 0, 0, errHeader(data[start:end])
	}
	return start, end, nil
}

// openNPY lets npyio parse the header, and turns npyio's slicing panics into an error about the
// header.
func openNPY(data, header []byte) (r *npy.Reader, err error) {
	defer func() {
		if recover() != nil {
			r, err = nil, errHeader(header)
		}
	}()
	r, err = npy.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, errHeader(header)
	}
	return r, nil
}

func errHeader(header []byte) error {
	return fmt.Errorf("malformed header %q, expected the one that numpy.save writes, {'descr': "+
		"'<f8', 'fortran_order': False, 'shape': (29,), }; save the array again",
		header[:min(len(header), 80)])
}

// vectorLen returns n for the shapes (n,), (n, 1) and (1, n).
func vectorLen(shape []int) (int, error) {
	switch {
	case len(shape) == 1 && shape[0] >= 0:
		return shape[0], nil
	case len(shape) == 2 && shape[1] == 1 && shape[0] >= 0:
		return shape[0], nil
	case len(shape) == 2 && shape[0] == 1 && shape[1] >= 0:
		return shape[1], nil
	}
	return 0, fmt.Errorf("an array of shape %s, expected one dimension, (n,), or a single row or "+
		"column; save one column, as in numpy.save(name, a[:, 0])", shapeString(shape))
}

// shapeString writes a shape as Python does: (), (3,), (3, 2).
func shapeString(shape []int) string {
	var b bytes.Buffer
	b.WriteByte('(')
	for i, n := range shape {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d,", n)
	}
	s := b.String()
	if len(shape) > 1 {
		s = s[:len(s)-1]
	}
	return s + ")"
}

// decoder returns the function that reads all elements of the type dtype, and
// the size of one in bytes.
func decoder(dtype string) (read func(*npy.Reader) ([]float64, error), size int, err error) {
	t := npy.TypeFrom(dtype)
	if t == nil {
		return nil, 0, errType(dtype)
	}
	switch t.Kind() {
	case reflect.Int8:
		read = decode[int8]
	case reflect.Int16:
		read = decode[int16]
	case reflect.Int32:
		read = decode[int32]
	case reflect.Int64:
		read = decode[int64]
	case reflect.Uint8:
		read = decode[uint8]
	case reflect.Uint16:
		read = decode[uint16]
	case reflect.Uint32:
		read = decode[uint32]
	case reflect.Uint64:
		read = decode[uint64]
	case reflect.Float32:
		read = decode[float32]
	case reflect.Float64:
		read = decode[float64]
	default:
		return nil, 0, errType(dtype)
	}
	return read, int(t.Size()), nil
}

func errType(dtype string) error {
	return fmt.Errorf("elements of NumPy type %q, expected real numbers of 1 to 8 bytes such as "+
		"'<f8' or '<i4' (no float16, bool, complex or text); save a.astype('f8')", dtype)
}

func decode[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64](
	r *npy.Reader,
) ([]float64, error) {
	var in []T
	if err := r.Read(&in); err != nil {
		return nil, fmt.Errorf("%w; save the array again", err)
	}
	x := make([]float64, len(in))
	for i, v := range in {
		x[i] = float64(v)
	}
	return x, nil
}
