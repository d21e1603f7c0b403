// Package zarr writes and reads arrays in Zarr version 2: folders with plain files of numbers and
// descriptions in JSON. It knows what a trace needs: 64-bit floats and integers, and texts. The
// format: zarr-specs.readthedocs.io, storage specification version 2; the names of dimensions are
// an attribute, as xarray stores them.
package zarr

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// meta is the content of a file .zarray.
type meta struct {
	Format     int             `json:"zarr_format"`
	Shape      []int           `json:"shape"`
	Chunks     []int           `json:"chunks"`
	Type       string          `json:"dtype"`
	Compressor json.RawMessage `json:"compressor"`
	Fill       json.RawMessage `json:"fill_value"`
	Order      string          `json:"order"`
	Filters    json.RawMessage `json:"filters"`
	Separator  string          `json:"dimension_separator,omitempty"`
}

// dimensions is the attribute that names the dimensions of an array.
const dimensions = "_ARRAY_DIMENSIONS"

// A Writer writes a store into a folder.
type Writer struct {
	dir  string
	meta map[string]any // all descriptions once more, for .zmetadata
}

// NewWriter begins a store in a folder that is there and empty.
func NewWriter(dir string) *Writer { return &Writer{dir: dir, meta: map[string]any{}} }

// describe writes a file of JSON.
func (w *Writer) describe(file string, value any) error {
	w.meta[file] = value
	return w.json(file, value)
}

func (w *Writer) json(file string, value any) error {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	if err := out.Encode(value); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.dir, filepath.FromSlash(file)), text.Bytes(), 0o644)
}

// Group makes a group; "" is the root, which comes first.
func (w *Writer) Group(name string, attributes map[string]any) error {
	if err := os.MkdirAll(filepath.Join(w.dir, name), 0o755); err != nil {
		return err
	}
	if err := w.describe(path.Join(name, ".zgroup"), map[string]int{"zarr_format": 2}); err != nil {
		return err
	}
	return w.describe(path.Join(name, ".zattrs"), attributes)
}

// begin makes the folder of an array and writes what describes it.
func (w *Writer) begin(name string, dims []string, m meta) error {
	if err := os.MkdirAll(filepath.Join(w.dir, filepath.FromSlash(name)), 0o755); err != nil {
		return err
	}
	null := json.RawMessage("null")
	m.Format, m.Order, m.Separator = 2, "C", "."
	m.Compressor, m.Filters = null, null
	if m.Fill == nil {
		m.Fill = null
	}
	if err := w.describe(path.Join(name, ".zarray"), m); err != nil {
		return err
	}
	return w.describe(path.Join(name, ".zattrs"), map[string][]string{dimensions: dims})
}

// chunkValues is about how many numbers a file holds.
const chunkValues = 1 << 18

// chunkShape divides elements of this shape into chunks of about n that are contiguous: whole
// trailing dimensions, a part of the one before, and single positions of the others.
func chunkShape(shape []int, n int) []int {
	chunks := make([]int, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		chunks[d] = max(1, min(shape[d], n))
		n /= shape[d]
	}
	return chunks
}

// Draws writes an array of chains × draws × elements. fill gives the draws of elements lo to hi−1,
// chain after chain: dst[i] those of element lo+i. Only that much is in memory. draws is 0 for data
// without the dimensions chain and draw; then fill gives one number for each element.
func (w *Writer) Draws(
	name string, dims []string, chains, draws int, shape []int,
	fill func(lo, hi int, dst [][]float64) error,
) error {
	chunks := chunkShape(shape, max(1, chunkValues/max(draws, 1)))
	all := meta{Type: "<f8", Fill: json.RawMessage(`"NaN"`), Shape: shape, Chunks: chunks}
	if draws > 0 {
		all.Shape, all.Chunks = append([]int{chains, draws}, shape...), append([]int{1, draws}, chunks...)
	}
	if all.Shape == nil {
		all.Shape, all.Chunks = []int{}, []int{}
	}
	if err := w.begin(name, dims, all); err != nil {
		return err
	}
	size, step := product(shape), product(chunks)
	at := make([]int, len(shape)) // the chunk
	whole := len(shape)           // from here on chunks hold the dimensions whole
	for whole > 0 && chunks[whole-1] == shape[whole-1] {
		whole--
	}
	dst := make([][]float64, step)
	per := max(draws, 1)
	for lo := 0; lo < size; {
		hi := lo + step
		if whole > 0 { // the last chunk of a dimension may be shorter
			hi = min(hi, lo-lo%(step/chunks[whole-1]*shape[whole-1])+step/chunks[whole-1]*shape[whole-1])
		}
		hi = min(hi, size)
		clear(dst)
		if err := fill(lo, hi, dst[:hi-lo]); err != nil {
			return err
		}
		for c := range max(chains, 1) {
			key := slices.Clone(at)
			if draws > 0 {
				key = append([]int{c, 0}, at...)
			}
			data := make([]byte, 0, 8*step*per)
			for d := range per {
				for i := range step {
					v := math.NaN()
					if i < hi-lo {
						v = dst[i][c*per+d]
					}
					data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
				}
			}
			if err := w.chunk(name, key, data); err != nil {
				return err
			}
		}
		lo = hi
		advance(at, shape, chunks)
	}
	return nil
}

// advance moves to the next chunk, in row-major order.
func advance(at, shape, chunks []int) {
	for d := len(at) - 1; d >= 0; d-- {
		if at[d]++; at[d]*chunks[d] < shape[d] {
			return
		}
		at[d] = 0
	}
}

func (w *Writer) chunk(name string, key []int, data []byte) error {
	return os.WriteFile(filepath.Join(w.dir, filepath.FromSlash(name), keyOf(key, ".")), data, 0o644)
}

// keyOf is the name of the file of a chunk.
func keyOf(at []int, separator string) string {
	if len(at) == 0 {
		return "0"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(at), "[]"), " ", separator)
}

// Positions writes the coordinates 0 … n−1 of a dimension.
func (w *Writer) Positions(name string, n int) error {
	m := meta{Type: "<i8", Shape: []int{n}, Chunks: []int{max(n, 1)}}
	if err := w.begin(name, []string{path.Base(name)}, m); err != nil {
		return err
	}
	var data []byte
	for i := range n {
		data = binary.LittleEndian.AppendUint64(data, uint64(i))
	}
	return w.chunk(name, []int{0}, data)
}

// Texts writes texts as the coordinates of a dimension.
func (w *Writer) Texts(name string, texts []string) error {
	width := 1
	for _, s := range texts {
		width = max(width, utf8.RuneCountInString(s))
	}
	m := meta{Type: fmt.Sprintf("<U%d", width), Shape: []int{len(texts)}, Chunks: []int{len(texts)}}
	if err := w.begin(name, []string{path.Base(name)}, m); err != nil {
		return err
	}
	var data []byte
	for _, s := range texts {
		runes := []rune(s)
		for i := range width {
			var c rune
			if i < len(runes) {
				c = runes[i]
			}
			data = binary.LittleEndian.AppendUint32(data, uint32(c))
		}
	}
	return w.chunk(name, []int{0}, data)
}

// Close writes all descriptions once more in one file, so that a reader opens few files.
func (w *Writer) Close() error {
	return w.json(".zmetadata", map[string]any{"metadata": w.meta, "zarr_consolidated_format": 1})
}

func product(shape []int) int {
	n := 1
	for _, l := range shape {
		n *= l
	}
	return n
}
