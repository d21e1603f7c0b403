//go:build !js

package nb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gibbslab/nb/internal/live"
	"gibbslab/nb/internal/output"
	"gibbslab/sampler"
)

// Run is sampler.Run for a cell. It loses no draws. If you press Jupyter's stop button, Run says in
// grey how many draws were made, and returns them. The cell goes on and shows what it can make of
// them (the kernel ends it after five seconds). Run also says so when set.MaxTime is over, and what
// was still missing if the draws did not meet set.Until. If a chain fails, or the checkpoint cannot
// be written, Run says so in red, and returns the draws that were kept. It panics if there are
// none.
//
// A run of more than three seconds is kept beside the notebook, as [Memo] keeps: if you run it
// again, in the same cell or in another, its draws are there at once, also after the page was
// closed while it ran, or the kernel restarted. It runs again as soon as the code that leads to it
// changes, the files that this code names, or the settings, or if the first sweeps come out
// differently. The newest runs stay, up to 50 of them and a gigabyte; [Forget] deletes them.
//
// With set.On, such as a farm.Farm, the chains run on other machines. The cell's program runs
// there, too, up to this call: it shows and saves nothing. The stop button cancels the job and
// keeps the chains that are done, and the same cell goes on from there.
//
// A run that takes longer than two seconds shows its progress, see [Progress]. The line that stays
// is not stored by `make notebooks`, because a faster machine would not have it. To see it always
// or never, set set.Progress to [Progress](), or to a function that does nothing.
func Run[S any](m sampler.Model[S], set sampler.Settings) *sampler.Trace {
	return runOrKept(sampler.Opaque(m), set, reflect.TypeFor[S]())
}

func runOrKept(m anyModel, set sampler.Settings, state reflect.Type) *sampler.Trace {
	keeper := newKeeper(m, set, state)
	if r, ok := keeper.find(); ok {
		sayKept(r)
		tellNames(r.Trace)
		return r.Trace
	}
	began, wrong := time.Now(), interruptions.Load()
	var r keptRun
	r.Shown = output.Record(false, func() { r.Trace = run(m, set, keeper) })
	r.Took = time.Since(began)
	if interruptions.Load() == wrong {
		keeper.keep(r)
	}
	tellNames(r.Trace)
	return r.Trace
}

// tellNames tells the kernel the names that were recorded: Tab offers them between quotes.
func tellNames(tr *sampler.Trace) {
	if !output.InNotebook() {
		return
	}
	names, all := tr.Names(), strings.Builder{}
	if labels, err := tr.Labels(); err == nil && len(labels) < 1000 {
		names = append(names, labels...)
	}
	for _, name := range names {
		all.WriteString(name + "\n")
	}
	// only for Tab: without it everything else works
	_ = os.WriteFile(filepath.Join(os.Getenv("GONB_TMP_DIR"), "names"), []byte(all.String()), 0o600)
}

func run(m anyModel, set sampler.Settings, k *keeper) *sampler.Trace {
	progress := set.Progress
	if progress == nil {
		progress = patient()
	}
	var last sampler.Report
	set.Progress = func(r sampler.Report) {
		last = r
		progress(r)
		if k != nil && r.Elapsed > patience { // the kernel may write another program over the source
			go k.identify()
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tr, err := sampler.Run(ctx, m, set)
	if err == nil {
		return tr
	}
	if tr == nil {
		panic(err)
	}
	kept, _ := live.Counts(last)
	broken := last.Warning != nil || slices.ContainsFunc(last.Chains,
		func(c sampler.ChainReport) bool { return c.Err != nil })
	interrupted := errors.Is(err, context.Canceled)
	early := interrupted || errors.Is(err, context.DeadlineExceeded)
	why := "Time is up"
	if interrupted {
		why = "Stopped"
	}
	if broken || interrupted || !early && !errors.Is(err, sampler.ErrNotReached) {
		interruptions.Add(1) // Memo must not remember it
	}
	switch {
	case early && kept == "0" && broken:
		output.Say(output.Red, "✗", why+" during warm-up: there are no draws yet. "+inShort(err)+".")
	case early && kept == "0":
		output.Say(output.Grey, "■", why+" during warm-up: there are no draws yet.")
	case early && !broken:
		output.Say(output.Grey, "■", fmt.Sprintf("%s: %s draws kept in each chain. What follows "+
			"uses these draws alone.", why, kept))
	case kept == "0":
		panic(err)
	case errors.Is(err, sampler.ErrNotReached) && !broken:
		output.Say(output.Grey, "○", fmt.Sprintf("Not reached with %s draws in each chain: %s.",
			kept, last.Missing))
	default:
		output.Say(output.Red, "✗", fmt.Sprintf("%s. What follows uses the draws that were kept: "+
			"%s in each chain.", inShort(err), kept))
	}
	return tr
}

// inShort is what went wrong but for the stop, which the user knows.
func inShort(err error) string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err.Error()
	}
	var said []string
	for _, e := range joined.Unwrap() {
		if !errors.Is(e, context.Canceled) {
			said = append(said, e.Error())
		}
	}
	return strings.Join(said, "\n")
}

// patience is how long a run may take before it shows its progress. There are many quick runs, and
// a line about each of them would be noise.
const patience = 2 * time.Second

func patient() func(sampler.Report) {
	p, shown := Progress(), false
	if output.InNotebook() {
		p = live.Display(true)
	}
	return func(r sampler.Report) {
		if shown = shown || (!r.Done && r.Elapsed > patience); shown {
			p(r)
		}
	}
}

// Progress returns a function for sampler.Settings.Progress. In a notebook it redraws a display in
// place, at most four times a second. The display has a line for each chain (sweeps, draws, speed
// in sweeps or in the unit of sampler.Model.Work, time left), a small trace of the first parameter,
// R-hat and ESS of the first three parameters, and what sampler.Settings.Until waits for. At the
// end it becomes one line without times: the stored output is the same on a slow and a fast
// machine. It takes less than a hundredth of the run's time, because it redraws less often in a
// long run.
//
// Elsewhere it writes a line to standard error every five seconds, and nothing in a run of less
// than a second. [Run] uses it for runs that take longer than two seconds.
func Progress() func(sampler.Report) {
	if output.InNotebook() {
		return live.Display(false)
	}
	var last time.Duration
	return func(r sampler.Report) {
		due := r.Elapsed-last >= 5*time.Second || last == 0
		if r.Elapsed >= time.Second && (due || r.Done) {
			last = r.Elapsed
			fmt.Fprintln(os.Stderr, live.Line(r))
		}
	}
}

// interruptions counts the runs that were stopped or went wrong. [Memo] does not remember a result
// if one happened meanwhile.
var interruptions atomic.Int64
