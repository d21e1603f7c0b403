package lda

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
)

// summed is a file that is being written. It gets its name when it is complete. It need not be on
// the disk by then: whoever reads it compares the checksum.
type summed struct {
	*bufio.Writer
	path string
	file *os.File
	hash hash.Hash
}

func create(path string) (*summed, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	w := &summed{path: path, file: f, hash: sha256.New()}
	w.Writer = bufio.NewWriterSize(io.MultiWriter(f, w.hash), 1<<14)
	return w, nil
}

// keep gives the file its name, and returns its checksum.
func (w *summed) keep() ([]byte, error) {
	err := errors.Join(w.Flush(), w.file.Close())
	if err == nil {
		err = os.Rename(w.file.Name(), w.path)
	}
	return w.hash.Sum(nil), err
}

// seal is keep for a file that ends with its own checksum.
func (w *summed) seal() error {
	err := w.Flush()
	w.file.Write(w.hash.Sum(nil))
	_, err2 := w.keep()
	return errors.Join(err, err2)
}

// drop removes the file if it was not kept.
func (w *summed) drop() {
	w.file.Close()
	os.Remove(w.file.Name())
}

// errDamaged is of a file that is not there, or not what was written. It can be computed again.
var errDamaged = errors.New("lda: the file is damaged")

// checked is a file that is being read, and its checksum so far.
type checked struct {
	io.Reader
	hash hash.Hash
}

func checking(r io.Reader) *checked {
	c := &checked{hash: sha256.New()}
	c.Reader = io.TeeReader(r, c.hash)
	return c
}

func (c *checked) sum() string { return hex.EncodeToString(c.hash.Sum(nil)) }

// readSealed reads a sealed file. read must read all of it.
func readSealed(path string, read func(r io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return damaged(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	c := checking(io.LimitReader(f, info.Size()-sha256.Size))
	if err := read(bufio.NewReaderSize(c, 1<<14)); err != nil {
		return damaged(err)
	}
	var sum [sha256.Size]byte
	if _, err := io.ReadFull(f, sum[:]); err != nil || !bytes.Equal(sum[:], c.hash.Sum(nil)) {
		return errDamaged
	}
	return nil
}

// damaged is errDamaged if a file ended early or is not there.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, fs.ErrNotExist) {
		return errDamaged
	}
	return err
}

// phiRange is φ of a share of the words, not normalised, as it lies in a file.
type phiRange struct {
	top, sum []float64 // by topic: the log of the unit of its numbers, and their sum in it
	rows     []float32 // words × K
}

func newPhiRange(from, to, topics int) *phiRange {
	return &phiRange{make([]float64, topics), make([]float64, topics),
		make([]float32, (to-from)*topics)}
}

func (f *phiRange) write(path string) error {
	out, err := create(path)
	if err != nil {
		return err
	}
	defer out.drop()
	for _, numbers := range []any{f.top, f.sum, f.rows} {
		if err := binary.Write(out, order, numbers); err != nil {
			return err
		}
	}
	return out.seal()
}

// tableOf returns φ of sweep t, which the pieces of this process share.
func (r *sharded) tableOf(t int) (*wordTable, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.loaded == t+1 {
		return r.table, nil
	}
	r.loaded, r.table = 0, nil
	table, err := r.load(t)
	if err == nil {
		r.loaded, r.table = t+1, table
	}
	return table, err
}

// load reads φ of sweep t. Files that are damaged or gone are computed again.
func (r *sharded) load(t int) (*wordTable, error) {
	table := newWordTable(r.Shards.about.V, r.Prior.K)
	var all, top, sum [shares][]float64
	for i := range shares {
		all[i] = make([]float64, r.Prior.K)
		top[i], sum[i] = make([]float64, r.Prior.K), make([]float64, r.Prior.K)
		err := r.read(table, t, i, top[i], sum[i])
		if errors.Is(err, errDamaged) {
			if t == 0 {
				err = r.first()
			} else {
				_, err = r.drawPhi(t, i)
			}
			if err == nil {
				err = r.read(table, t, i, top[i], sum[i])
			}
		}
		if err != nil {
			return nil, err
		}
	}
	scales(&all, &top, &sum)
	x := newScratch(r.Prior.K)
	for i := range shares {
		table.scale(i, all[i])
		table.sum(i, x, r.Prior.Alpha)
	}
	return table, nil
}

// read reads a share of φ into a table.
func (r *sharded) read(table *wordTable, t, share int, top, sum []float64) error {
	return readSealed(r.phiFile(t, share), func(in io.Reader) error {
		raw := make([]byte, 8*table.topics)
		for _, numbers := range [][]float64{top, sum} {
			if _, err := io.ReadFull(in, raw); err != nil {
				return err
			}
			for k := range numbers {
				numbers[k] = math.Float64frombits(order.Uint64(raw[8*k:]))
			}
		}
		raw = raw[:4*table.topics]
		from, to := wordsOf(table.v, share)
		for w := from; w < to; w++ {
			if _, err := io.ReadFull(in, raw); err != nil {
				return err
			}
			row := table.phi[w*table.stride:][:table.topics]
			for k := range row {
				row[k] = math.Float32frombits(order.Uint32(raw[4*k:]))
			}
		}
		return nil
	})
}
