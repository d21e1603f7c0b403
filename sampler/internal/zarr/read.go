package zarr

import (
	"cmp"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"gibbslab/internal/memory"
)

// A Store is read.
type Store struct{ files fs.FS }

// Open looks for a store in a folder.
func Open(dir string) (*Store, error) {
	s := &Store{os.DirFS(dir)}
	if _, err := fs.Stat(s.files, ".zgroup"); err == nil {
		return s, nil
	}
	if _, err := fs.Stat(s.files, "zarr.json"); err == nil {
		return nil, fmt.Errorf("%s is a store of Zarr version 3, and version 2 is read: in Python, "+
			"write it with to_zarr(folder, zarr_format=2)", dir)
	}
	return nil, fmt.Errorf("%s is no Zarr store: there is no file .zgroup", dir)
}

// Groups lists the groups below the root.
func (s *Store) Groups() []string { return s.list(".", ".zgroup") }

// Arrays lists the arrays of a group.
func (s *Store) Arrays(group string) []string { return s.list(group, ".zarray") }

// Order is the attribute of a group that lists its arrays in an order of its own, as [Writer.Group]
// was given it; nil without.
func (s *Store) Order(group string) []string {
	var attributes struct {
		Order []string `json:"order"`
	}
	text, err := fs.ReadFile(s.files, path.Join(group, ".zattrs"))
	if err != nil || json.Unmarshal(text, &attributes) != nil {
		return nil
	}
	return attributes.Order
}

func (s *Store) list(dir, file string) (names []string) {
	entries, _ := fs.ReadDir(s.files, dir)
	for _, e := range entries {
		if _, err := fs.Stat(s.files, path.Join(dir, e.Name(), file)); err == nil && e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// An Array is an array of a store, whose values are read by Numbers or Texts.
type Array struct {
	Name  string
	Dims  []string
	Shape []int

	files fs.FS
	meta  meta
}

// Array reads what describes an array.
func (s *Store) Array(name string) (*Array, error) {
	a := &Array{Name: name}
	var err error
	if a.files, err = fs.Sub(s.files, name); err != nil {
		return nil, err
	}
	var attributes struct {
		Dims []string `json:"_ARRAY_DIMENSIONS"`
	}
	for file, into := range map[string]any{".zarray": &a.meta, ".zattrs": &attributes} {
		text, err := fs.ReadFile(a.files, file)
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			return nil, fmt.Errorf("array %s: %w", name, err)
		}
	}
	a.Shape, a.Dims = a.meta.Shape, attributes.Dims
	m := &a.meta
	switch {
	case m.Format != 2 || len(m.Chunks) != len(m.Shape) || len(a.Dims) != len(m.Shape):
		err = fmt.Errorf("the shape %v, the chunks %v and the dimensions %q do not fit together",
			m.Shape, m.Chunks, a.Dims)
	case m.Order != "C" || filled(m.Filters):
		err = errors.New("arrays in Fortran order or with filters are not read")
	case slices.ContainsFunc(m.Chunks, func(n int) bool { return n < 1 }) ||
		slices.ContainsFunc(m.Shape, func(n int) bool { return n < 0 }):
		err = fmt.Errorf("the shape %v or the chunks %v hold a number below 1", m.Shape, m.Chunks)
	case 16*size(m.Shape) > memory.Limit() || 16*size(m.Chunks) > memory.Limit():
		err = fmt.Errorf("the shape %v needs %s, more than there is", m.Shape,
			memory.Format(16*max(size(m.Shape), size(m.Chunks))))
	}
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", name, err)
	}
	return a, nil
}

// size is a product that does not overflow.
func size(shape []int) float64 {
	n := 1.0
	for _, l := range shape {
		n *= float64(l)
	}
	return n
}

func filled(text json.RawMessage) bool { return len(text) > 0 && string(text) != "null" }

// Numbers reads the values in row-major order.
func (a *Array) Numbers() ([]float64, error) {
	var width int
	var number func(b []byte) float64
	order := binary.LittleEndian
	switch a.meta.Type {
	case "<f8":
		width, number = 8, func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	case "<f4":
		width, number = 4, func(b []byte) float64 {
			return float64(math.Float32frombits(order.Uint32(b)))
		}
	case "<i8":
		width, number = 8, func(b []byte) float64 { return float64(int64(order.Uint64(b))) }
	case "<i4":
		width, number = 4, func(b []byte) float64 { return float64(int32(order.Uint32(b))) }
	case "|b1":
		width, number = 1, func(b []byte) float64 { return float64(b[0]) }
	default:
		return nil, fmt.Errorf("array %s has the type %q: numbers of 32 or 64 bits are read, and "+
			"booleans", a.Name, a.meta.Type)
	}
	values := make([]float64, product(a.Shape))
	fill, ok := a.fill()
	ok = ok && !math.IsNaN(fill) // a chunk of NaN is no data: it was lost
	err := a.each(width, func(at int, b []byte) {
		if b == nil {
			values[at] = fill
		} else {
			values[at] = number(b)
		}
	}, ok)
	return values, err
}

// fill is the value of chunks that are not there.
func (a *Array) fill() (float64, bool) {
	text := string(a.meta.Fill)
	if s, err := strconv.Unquote(text); err == nil {
		text = s
	}
	v, err := strconv.ParseFloat(strings.Replace(text, "Infinity", "Inf", 1), 64)
	return v, err == nil
}

// Texts reads texts.
func (a *Array) Texts() ([]string, error) {
	width, err := strconv.Atoi(strings.TrimPrefix(a.meta.Type, "<U"))
	if err != nil || width < 1 || width > 1<<16 {
		return nil, fmt.Errorf("array %s has the type %q, expected texts of one width, <U", a.Name,
			a.meta.Type)
	}
	texts := make([]string, product(a.Shape))
	err = a.each(4*width, func(at int, b []byte) {
		var s strings.Builder
		for ; len(b) > 0; b = b[4:] {
			if c := rune(binary.LittleEndian.Uint32(b)); c != 0 {
				s.WriteRune(c)
			}
		}
		texts[at] = s.String()
	}, false)
	return texts, err
}

// each gives the bytes of each value to put, and nil in chunks that are not there.
func (a *Array) each(width int, put func(at int, b []byte), holes bool) error {
	rank := len(a.Shape)
	at, in := make([]int, rank), make([]int, rank) // the chunk, and the position in it
	chunks := 1
	for d, n := range a.Shape {
		chunks *= (n + a.meta.Chunks[d] - 1) / a.meta.Chunks[d]
	}
	for range max(1, chunks) {
		separator := a.meta.Separator
		separator = cmp.Or(separator, ".")
		data, err := a.read(keyOf(at, separator), width*product(a.meta.Chunks))
		if errors.Is(err, fs.ErrNotExist) && holes {
			data, err = nil, nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("the chunk %s is not there: the store is not complete; copy it again",
				keyOf(at, separator))
		}
		if err != nil {
			return fmt.Errorf("array %s: %w", a.Name, err)
		}
		clear(in)
		for i := range product(a.meta.Chunks) {
			to, inside := 0, true
			for d := range rank {
				p := at[d]*a.meta.Chunks[d] + in[d]
				to, inside = to*a.Shape[d]+p, inside && p < a.Shape[d]
			}
			if inside {
				var b []byte
				if data != nil {
					b = data[i*width : (i+1)*width]
				}
				put(to, b)
			}
			for d := rank - 1; d >= 0; d-- {
				if in[d]++; in[d] < a.meta.Chunks[d] {
					break
				}
				in[d] = 0
			}
		}
		advance(at, a.Shape, a.meta.Chunks)
	}
	return nil
}

// read reads a chunk, which must have this many bytes.
func (a *Array) read(key string, want int) ([]byte, error) {
	f, err := a.files.Open(key)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if filled(a.meta.Compressor) {
		var c struct{ ID string }
		if err := json.Unmarshal(a.meta.Compressor, &c); err != nil {
			return nil, err
		}
		switch c.ID {
		case "zlib":
			r, err = zlib.NewReader(f)
		case "gzip":
			r, err = gzip.NewReader(f)
		default:
			err = fmt.Errorf("it is compressed with %s: write it without, or with zlib or gzip", c.ID)
		}
		if err != nil {
			return nil, err
		}
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(want)+1))
	if err != nil {
		return nil, err
	}
	if len(data) != want {
		return nil, fmt.Errorf("chunk %s has %d bytes, expected %d: it is damaged or not complete", key,
			len(data), want)
	}
	return data, nil
}
