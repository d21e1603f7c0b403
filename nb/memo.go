//go:build !js

package nb

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"gibbslab/internal/opaque"
	"gibbslab/internal/same"
	"gibbslab/internal/snapshot"
	"gibbslab/nb/internal/memo"
	"gibbslab/nb/internal/output"
	"gibbslab/sampler"
)

// Memo returns compute(), and remembers the result on disk, for what takes longer than a second or
// so:
//
//	post := nb.Memo(func() *sampler.Trace { return nb.Run(spam(corpus), set) }, corpus, set)
//
// A result is found again as long as nothing that it depends on has changed: the code of the
// function and of all that it calls, here, in this library, in your module and in modules that
// go.mod replaces by a folder; the inputs; the versions of Go and of other modules; the flags of
// the build. Comments and layout of your cells, other cells and a new kernel do not matter.
// Variables of the function around compute that it uses must be among the inputs, or Memo refuses,
// and so must variables that hold files (//go:embed). It refuses generic functions, too. What
// compute shows is shown again.
//
// What you get is always read back from its stored form, so it is the same in the run that computed
// it. A type that encoding/gob would not store whole (unexported fields, functions, interfaces) is
// refused by name; *sampler.Trace and *mat.Dense are fine. A [Run] that was interrupted or failed
// is not remembered; one that ended by its MaxTime is.
//
// Results lie in .memo beside the notebook, or in $GIBBSLAB_MEMO_DIR, until [Forget] deletes them.
// Each is sealed with a secret in your own configuration folder (os.UserConfigDir), and a file
// without your seal is not read. Parallel cells and a kill while writing leave no damaged result.
//
// Memo cannot see what compute reads from files, the network, the clock or the environment, nor
// that a package-level variable was changed through a method or a pointer (an assignment it sees,
// and refuses). With -trimpath it cannot see what -ldflags -X sets. Where the source of the program
// is not at hand, or was edited after the build, it computes every time.
func Memo[T any](compute func() T, inputs ...any) T {
	if err := memo.Carries(reflect.TypeFor[T]()); err != nil {
		panic(fmt.Sprintf("memo: the result cannot be remembered: %v", err))
	}
	_, file, line, _ := runtime.Caller(1)
	key, err := same.Key(same.Call{Name: "Memo", Inputs: "inputs", Give: "to Memo after the function",
		First: 1, Last: -1, File: file, Line: line}, compute, reflect.TypeFor[T](), inputs...)
	known := err == nil
	if err != nil && !errors.Is(err, same.ErrNoSource) {
		panic(fmt.Errorf("memo: %w", err))
	}
	dir := memoDir()
	if known {
		if data, ok := memo.Load(dir, key); ok {
			if r, err := decode[T](data); err == nil {
				output.Emit(r.Shown...)
				return r.Value
			}
		}
	}

	stopped := interruptions.Load()
	var r remembered[T]
	memos.Add(1)
	r.Shown = output.Record(false, func() {
		defer memos.Add(-1)
		r.Value = compute()
	})
	r.Shown = toRemember(r.Shown)
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(r); err != nil {
		panic(fmt.Sprintf("memo: the result cannot be remembered: %v", err))
	}
	if known && interruptions.Load() == stopped {
		if err := memo.Save(dir, key, b.Bytes()); err != nil {
			output.Say(output.Grey, "○", fmt.Sprintf("The result could not be remembered: %v", err))
		}
	}
	back, err := decode[T](b.Bytes())
	if err != nil {
		panic(fmt.Sprintf("memo: the result cannot be read back: %v", err))
	}
	return back.Value
}

// Forget deletes all results that [Memo] and [Run] keep in this folder, and what a killed cell may
// have left half written. It says how many there were. Other files stay.
func Forget() {
	n, err := memo.Forget(memoDir())
	runs, failed := memo.ForgetRuns(memoDir())
	n, err = n+runs, errors.Join(err, failed)
	if err != nil {
		panic(fmt.Sprintf("forget: %v", err))
	}
	output.Say(output.Grey, "○", fmt.Sprintf("Forgot %s.", output.Plural(n, "result")))
}

func memoDir() string { return cmp.Or(os.Getenv("GIBBSLAB_MEMO_DIR"), ".memo") }

// remembered is a result and what was shown while it was computed.
type remembered[T any] struct {
	Value T
	Shown []output.Message
}

// toRemember leaves out what is of no interest once it is over, such as the progress of a run.
func toRemember(shown []output.Message) (kept []output.Message) {
	for _, m := range shown {
		if m.ID = ""; !m.Passing { // shown again, it is a new output
			kept = append(kept, m)
		}
	}
	return kept
}

func decode[T any](data []byte) (r remembered[T], err error) {
	err = gob.NewDecoder(bytes.NewReader(data)).Decode(&r)
	return r, err
}

// worthKeeping is how long a run must take to be kept. Below that, to look for it costs as much.
const worthKeeping = 3 * time.Second

// memos counts the calls of [Memo] that are computing. They keep what runs in them.
var memos atomic.Int64

// anyModel is a model with the type of its states hidden.
type anyModel = sampler.Model[opaque.State]

// A keeper looks for the result of a run among those that were kept, and keeps it. It is nil for a
// run that is not kept: outside a notebook, in a Memo, with a checkpoint, a time limit or a farm.
type keeper struct {
	model anyModel
	state reflect.Type
	set   sampler.Settings
	group [32]byte // of runs with these names and settings
	from  *same.Caller
	once  sync.Once
	key   [32]byte
	known bool
}

type keptRun struct {
	Trace *sampler.Trace
	Shown []output.Message
	Took  time.Duration
}

func newKeeper(m anyModel, set sampler.Settings, state reflect.Type) *keeper {
	if !output.InNotebook() || memos.Load() > 0 || set.Checkpoint != "" || set.MaxTime != 0 ||
		set.On != nil || set.NoReplay {
		return nil
	}
	from := same.NewCaller(3) // of Run
	if from == nil {
		return nil
	}
	set.Progress, set.Until = nil, nil // the code says what they do
	var names []string
	for _, b := range m.Blocks {
		names = append(names, b.Name)
	}
	for _, p := range m.Params {
		names = append(names, fmt.Sprint(p.Name, p.Shape))
	}
	group, err := snapshot.Digest([]any{"run", set, names})
	if err != nil {
		return nil
	}
	return &keeper{model: m, state: state, set: set, group: group, from: from}
}

func (k *keeper) find() (r keptRun, ok bool) {
	if k == nil || !memo.HasRuns(memoDir(), k.group) || !k.identify() {
		return r, false
	}
	data, ok := memo.LoadRun(memoDir(), k.group, k.key)
	if !ok {
		return r, false
	}
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&r)
	return r, err == nil && r.Trace != nil
}

// identify computes the key of the run, once.
func (k *keeper) identify() bool {
	k.once.Do(func() {
		first, err := k.firstSweeps()
		if err != nil {
			return
		}
		inputs := []any{k.set, first}
		if _, err := snapshot.Digest(k.model.Data); err == nil {
			inputs = append(inputs, k.model.Data)
		}
		k.key, err = k.from.Key(k.state, inputs...)
		k.known = err == nil
	})
	return k.known
}

// firstSweeps returns what the first sweeps of a chain make of the parameters, bit for bit. Data
// that come from a file, the network or a clock show there.
func (k *keeper) firstSweeps() (bits []uint64, err error) {
	sweeps := 0
	r := sampler.Stream("keep", k.set.Seed, 0)
	for s, err := range k.model.Sweeps(context.Background(), r) {
		if err != nil {
			return nil, err
		}
		for _, p := range k.model.Params {
			size := 1
			for _, n := range p.Shape {
				size *= n
			}
			values := make([]float64, size)
			p.Read(s, values)
			for _, v := range values {
				bits = append(bits, math.Float64bits(v))
			}
		}
		if sum, err := snapshot.Digest(s.Of); err == nil {
			for _, b := range sum {
				bits = append(bits, uint64(b))
			}
		}
		if sweeps++; sweeps == 3 {
			break
		}
	}
	return bits, nil
}

// keep stores a run that took long.
func (k *keeper) keep(r keptRun) {
	if k == nil || r.Took < worthKeeping || !k.identify() {
		return
	}
	r.Shown = toRemember(r.Shown)
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(r) == nil {
		memo.SaveRun(memoDir(), k.group, k.key, b.Bytes()) // if it cannot be kept, it runs again
	}
}

// sayKept shows what a kept run has shown, and where its draws come from.
func sayKept(r keptRun) {
	output.Emit(r.Shown...)
	m := output.Sentence(output.Grey, "○", fmt.Sprintf("Nothing has changed since this ran for %v: "+
		"these are its draws. nb.Forget() would forget them.", r.Took.Round(time.Second)))
	m.Passing = true
	output.Emit(m)
}
