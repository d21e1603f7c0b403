//go:build !js

package nb

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math"
	"reflect"
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
