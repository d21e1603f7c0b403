package datasets

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// npyFile builds a version 1.0 file from a header's three entries and raw data.
func npyFile(descr, order, shape string, data []byte) []byte {
	h := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape)
	return npyRaw(1, h, data)
}

func npyRaw(major byte, header string, data []byte) []byte {
	b := []byte("\x93NUMPY")
	b = append(b, major, 0)
	if major == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), data...)
}

func encode(t *testing.T, order binary.ByteOrder, v any) []byte {
	t.Helper()
	b, err := binary.Append(nil, order, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseNPYTypesAndShapes(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	for _, c := range []struct {
		name string
		file []byte
		want []float64
	}{
		{"<f8", npyFile("<f8", "False", "(3,)", encode(t, le, []float64{1.5, -2, 1e300})),
			[]float64{1.5, -2, 1e300}},
		{">f8", npyFile(">f8", "False", "(2,)", encode(t, be, []float64{1.5, -2})), []float64{1.5, -2}},
		{"<f4", npyFile("<f4", "False", "(2,)", encode(t, le, []float32{0.5, -8})), []float64{0.5, -8}},
		{"|i1", npyFile("|i1", "False", "(2,)", encode(t, le, []int8{-128, 127})), []float64{-128, 127}},
		{"|u1", npyFile("|u1", "False", "(2,)", []byte{0, 255}), []float64{0, 255}},
		{"<i2", npyFile("<i2", "False", "(2,)", encode(t, le, []int16{-300, 300})), []float64{-300, 300}},
		{">u2", npyFile(">u2", "False", "(1,)", encode(t, be, []uint16{65535})), []float64{65535}},
		{">i4", npyFile(">i4", "False", "(1,)", encode(t, be, []int32{-70000})), []float64{-70000}},
		{"<u4", npyFile("<u4", "False", "(1,)", encode(t, le, []uint32{math.MaxUint32})),
			[]float64{math.MaxUint32}},
		{"<i8", npyFile("<i8", "False", "(2,)", encode(t, le, []int64{-1 << 53, 7})),
			[]float64{-1 << 53, 7}},
		{"<u8", npyFile("<u8", "False", "(1,)", encode(t, le, []uint64{1 << 63})), []float64{1 << 63}},
		{"column", npyFile("<f8", "False", "(2, 1)", encode(t, le, []float64{3, 4})), []float64{3, 4}},
		{"row, Fortran order", npyFile("<f8", "True", "(1, 2)", encode(t, le, []float64{3, 4})),
			[]float64{3, 4}},
		{"version 2", npyRaw(2, "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n",
			encode(t, le, []float64{5})), []float64{5}},
	} {
		got, err := parseNPY(c.file)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}

// Each malformed file must be refused with a sentence that names what is wrong.
func TestParseNPYRefuses(t *testing.T) {
	eight := make([]byte, 8)
	nan := encode(t, binary.LittleEndian, []float64{1, math.NaN()})
	inf := encode(t, binary.LittleEndian, []float32{float32(math.Inf(-1))})
	for _, c := range []struct {
		name string
		file []byte
		want string // part of the error
	}{
		{"empty file", nil, "not a NumPy file"},
		{"text", []byte("score\n98\n92\n"), "ReadCSV"},
		{"magic only", []byte("\x93NUMPY\x01\x00"), "not a NumPy file"},
		{"version 3", npyRaw(3, "{}\n", nil), "version 3.0"},
		{"long header", append([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), eight...),
			"4294967295 bytes long"},
		{"no newline", npyRaw(1, "{'descr': '<f8'}", eight), "malformed header"},
		{"keys missing", npyRaw(1, "{'descr': '<f8'}\n", eight), "malformed header"},
		{"keys in another order",
			npyRaw(1, "{'shape': (1,), 'fortran_order': False, 'descr': '<f8', }\n", eight),
			"malformed header"},
		{"no brace", npyRaw(1, "'descr': '<f8', 'fortran_order': False, 'shape': (1,)\n", eight),
			"malformed header"},
		{"order", npyFile("<f8", "Maybe", "(1,)", eight), "malformed header"},
		{"shape of words", npyFile("<f8", "False", "(one,)", eight), "malformed header"},
		{"scalar", npyFile("<f8", "False", "()", eight), "shape ()"},
		{"matrix", npyFile("<f8", "False", "(2, 3)", make([]byte, 48)), "shape (2, 3)"},
		{"cube", npyFile("<f8", "False", "(1, 1, 1)", eight), "shape (1, 1, 1)"},
		{"negative", npyFile("<f8", "False", "(-1,)", eight), "shape (-1,)"},
		{"no element", npyFile("<f8", "False", "(0,)", nil), "no data"},
		{"complex", npyFile("<c16", "False", "(1,)", make([]byte, 16)), `"<c16"`},
		{"bool", npyFile("|b1", "False", "(1,)", []byte{1}), `"|b1"`},
		{"half", npyFile("<f2", "False", "(1,)", make([]byte, 2)), `"<f2"`},
		{"text array", npyFile("<U3", "False", "(1,)", make([]byte, 12)), `"<U3"`},
		{"no type", npyFile("", "False", "(1,)", eight), `type ""`},
		{"truncated", npyFile("<f8", "False", "(3,)", make([]byte, 20)),
			"promises 3 numbers of 8 bytes, but only 20"},
		{"huge claim", npyFile("<f8", "False", "(9223372036854775807,)", eight), "truncated"},
		{"two arrays", npyFile("<f8", "False", "(1,)", make([]byte, 16)), "one array per file"},
		{"NaN", npyFile("<f8", "False", "(2,)", nan), "element 1 (counting from 0) is NaN"},
		{"Inf", npyFile("<f4", "False", "(1,)", inf), "element 0 (counting from 0) is -Inf"},
	} {
		x, err := parseNPY(c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, error %v; want an error with %q", c.name, x, err, c.want)
		}
	}
}

func TestReadNPYNamesTheFile(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.npy")
	if err := os.WriteFile(bad, []byte("98\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{bad, filepath.Join(t.TempDir(), "none.npy"), t.TempDir()} {
		if _, err := ReadNPY(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("ReadNPY(%s): error %v does not name the file", path, err)
		}
	}
}

func FuzzParseNPY(f *testing.F) {
	f.Add(npyFile("<f8", "False", "(1,)", make([]byte, 8)))
	f.Add(npyFile(">i2", "True", "(2, 1)", make([]byte, 4)))
	f.Add(npyFile("<f8", "False", "(9223372036854775807,)", nil))
	f.Add(npyRaw(2, "{'descr': }, 'fortran_order': , 'shape': (\n", nil))
	f.Add(npyRaw(1, "'shape': 'fortran_order': 'descr': }\n", nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := parseNPY(data)
		checkParsed(t, x, err, len(data))
	})
}

// checkParsed checks the promise of every reader here: an error, or at least one number, all
// finite, never more of them than bytes in the file.
func checkParsed(t *testing.T, x []float64, err error, size int) {
	t.Helper()
	if err != nil {
		if x != nil {
			t.Errorf("numbers %v and the error %v", x, err)
		}
		return
	}
	if len(x) == 0 || len(x) > size {
		t.Errorf("%d numbers from %d bytes without an error", len(x), size)
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("number %d is %g", i, v)
		}
	}
}
