package farm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"gibbslab/internal/durable"
	"gibbslab/internal/memory"
	"gibbslab/sampler"
	"gibbslab/sampler/internal/guard"
)

// A folder holds the files of a job:
//
//	STEP/0000012.piece   the result of piece 12, with a checksum
//	STEP/0000012.try     a byte for each time that somebody has begun with it
//	STEP/0000012.failed  why it cannot be computed
//	STEP/part-3.log      what part 3 has printed
//	scratch/0000012      what piece 12 keeps for the case that it moves
//	program-3f2a…        the program
type folder struct {
	sampler.Job
	path    string
	results [][]byte // by piece; nil if there is none yet

	looked time.Time // when collect last looked
	clock  string    // says that another clock differs from the one here

	left atomic.Pointer[error] // about a piece that was left behind
}

const pieceMagic = "gibbslab piece 1\n"

func (f *folder) step() string { return filepath.Join(f.path, f.Step) }

func (f *folder) file(i int, ending string) string {
	return filepath.Join(f.step(), fmt.Sprintf("%07d.%s", i, ending))
}

// scratch is the file that a piece keeps for the case that it moves.
func (f *folder) scratch(i int) string {
	return filepath.Join(f.path, "scratch", fmt.Sprintf("%07d", i))
}

func (f *folder) logOf(part int) string {
	return filepath.Join(f.step(), fmt.Sprintf("part-%d.log", part))
}

// checksum covers the job and the number, so the file of another piece is not taken for this one.
func (f *folder) checksum(i int, data []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %d %d\n", filepath.Base(f.path), f.Step, i, len(data))
	h.Write(data)
	return h.Sum(nil)
}

// put writes a file of the folder. Whoever may read the folder may read the file.
func put(path string, data []byte, mode fs.FileMode) error {
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	return durable.Replace(path, data, mode&info.Mode().Perm())
}

func (f *folder) write(i int, data []byte) error {
	return put(f.file(i, "piece"),
		bytes.Join([][]byte{[]byte(pieceMagic), f.checksum(i, data), data}, nil), 0o666)
}

func (f *folder) read(i int) ([]byte, error) {
	rest, err := durable.Read(f.file(i, "piece"), pieceMagic, memory.Limit())
	if err == nil && (len(rest) < sha256.Size ||
		!bytes.Equal(rest[:sha256.Size], f.checksum(i, rest[sha256.Size:]))) {
		err = durable.ErrDamaged
	}
	if err != nil {
		return nil, err
	}
	return rest[sha256.Size:], nil
}

// blocked is an error if the file of a piece is there, and can be neither read nor replaced.
func (f *folder) blocked(i int, err error) error {
	file := f.file(i, "piece")
	info, statErr := os.Lstat(file)
	switch {
	case statErr == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, and the result of piece %d belongs there: remove it", file, i)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("the result of piece %d is there and cannot be read: %w: ask its owner "+
			"for chmod a+r, or name another folder in Farm.Dir", i, err)
	case errors.Is(err, durable.ErrTooLarge):
		return fmt.Errorf("the result of piece %d is there and cannot be read: %w: collect the "+
			"results on a machine with more memory", i, err)
	}
	return nil
}

// collect reads the results that are new.
func (f *folder) collect() (done []bool) {
	done = make([]bool, f.N)
	before := f.looked
	f.looked = time.Now()
	there := map[string]bool{}
	entries, _ := os.ReadDir(f.step())
	for _, e := range entries {
		there[e.Name()] = true
	}
	for i := range f.results {
		if f.results[i] == nil && there[filepath.Base(f.file(i, "piece"))] {
			if data, err := f.read(i); err == nil {
				f.results[i] = data
				f.compareClocks(i, before)
			}
		}
		done[i] = f.results[i] != nil
	}
	return done
}

// compareClocks looks whether a file that has appeared since the last look is dated otherwise.
func (f *folder) compareClocks(i int, before time.Time) {
	info, err := os.Stat(f.file(i, "piece"))
	if err != nil || before.IsZero() {
		return
	}
	off := info.ModTime().Sub(f.looked)
	if off < 0 {
		off = min(info.ModTime().Sub(before), 0)
	}
	if off.Abs() > clocksMayDiffer {
		f.clock = fmt.Sprintf("the file of piece %d has just appeared, and it is dated %v: its "+
			"clock differs from the one here by %v. The results do not depend on it. Set the clocks "+
			"right all the same, because a scheduler may refuse such a machine", i,
			info.ModTime().UTC().Format(time.DateTime), off.Round(time.Second))
	}
}

// clocksMayDiffer is by how much clocks may differ without being mentioned.
const clocksMayDiffer = 2 * time.Minute

// missing lists the pieces that are still to be computed. A damaged file is replaced by the next
// result.
func (f *folder) missing() (pieces, failed []int, err error) {
	f.collect()
	for i, data := range f.results {
		if data != nil {
			continue
		}
		if _, readErr := f.read(i); err == nil && readErr != nil {
			err = f.blocked(i, readErr)
		}
		if _, err := os.Stat(f.file(i, "failed")); err == nil {
			failed = append(failed, i)
			continue
		}
		pieces = append(pieces, i)
	}
	return pieces, failed, err
}

// compute makes sure that a piece is there. It returns an error if the piece could not be written,
// or the context has ended. If the work fails, it writes down why.
func (f *folder) compute(ctx context.Context, i int) error {
	if _, err := f.read(i); err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f.try(i)
	data, err := f.work(ctx, i)
	switch {
	case errors.Is(err, guard.ErrLeft):
		err = fmt.Errorf("piece %d %w", i, err)
		f.left.CompareAndSwap(nil, &err)
		return err
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		text := fmt.Sprintf("piece %d: %v", i, err)
		return errors.Join(errors.New(text), put(f.file(i, "failed"), []byte(text), 0o666))
	}
	if err := f.write(i, data); err != nil {
		return fmt.Errorf("the result of piece %d was not written: %w", i, err)
	}
	return nil
}

func (f *folder) work(ctx context.Context, i int) (data []byte, err error) {
	ended := guard.Go(func() {
		defer guard.Recover(&err, func() string { return "the function" })
		data, err = f.Work(ctx, i, f.scratch(i))
	})
	if e := <-ended; e != nil {
		err = fmt.Errorf("the function %w", e)
	}
	if err == nil && data == nil {
		data = []byte{} // nil means that there is no result yet
	}
	return data, err
}

// try notes that somebody begins with a piece. It is only for the order of later tries.
func (f *folder) try(i int) {
	path, err := durable.Target(f.file(i, "try"))
	if err != nil {
		return
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err == nil {
		file.WriteString(".")
		file.Close()
	}
}

// tries is how often somebody has begun with a piece.
func (f *folder) tries(i int) int {
	info, err := os.Stat(f.file(i, "try"))
	if err != nil {
		return 0
	}
	return int(info.Size())
}

// create makes the folder, and forgets what went wrong in earlier runs.
func (f *folder) create() error {
	for _, dir := range []string{f.step(), filepath.Join(f.path, "scratch")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	f.clean()
	entries, err := os.ReadDir(f.step())
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".failed") {
			os.Remove(filepath.Join(f.step(), e.Name()))
		}
	}
	return err
}

// clean removes what killed processes have left half written.
func (f *folder) clean() {
	for _, dir := range []string{f.path, f.step(), filepath.Join(f.path, "scratch")} {
		durable.CleanFolder(dir)
	}
}
