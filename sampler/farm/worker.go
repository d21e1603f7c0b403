package farm

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"gibbslab/sampler"
)

// What a part is told by its environment.
const (
	folderVariable = "GIBBSLAB_FARM"        // the folder of its job
	stepVariable   = "GIBBSLAB_FARM_STEP"   // the step
	beforeVariable = "GIBBSLAB_FARM_BEFORE" // a file that lists the jobs before
	piecesVariable = "GIBBSLAB_FARM_PIECES" // the number of pieces in a part
	partVariable   = "GIBBSLAB_FARM_PART"   // its number
)

// Worker tells whether this process computes a part of a job for another one. Such a process ends
// within the call of [Map] that it was started for. It should print and plot nothing before, and
// ask nobody anything.
func Worker() bool { return os.Getenv(folderVariable) != "" }

// finished lists the jobs that this program has finished, for the parts of the next one: they take
// the results from there.
var finished jobs

type jobs struct {
	sync.Mutex
	steps []string // FOLDER/STEP, without the path of Dir
}

func (j *jobs) add(f *folder) {
	j.Lock()
	defer j.Unlock()
	j.steps = append(j.steps, filepath.Base(f.path)+"/"+f.Step)
}

// write stores the list in a folder, in a file named by its content.
func (j *jobs) write(folder string) (path string, err error) {
	j.Lock()
	list := strings.Join(j.steps, "\n")
	j.Unlock()
	path = filepath.Join(folder, "before-"+digest(list)[:12])
	return path, put(path, []byte(list), 0o666)
}

// workOn does what a part has to do when it comes to a job. If the job is its own, it computes its
// pieces and ends the process. An earlier job of the program is done: it returns the results.
func workOn(ctx context.Context, job sampler.Job) ([][]byte, error) {
	own := &folder{Job: job, path: os.Getenv(folderVariable), results: make([][]byte, job.N)}
	if strings.HasPrefix(filepath.Base(own.path), nameOf(job)) && job.Step == os.Getenv(stepVariable) {
		os.Exit(own.part(ctx))
	}
	list, err := os.ReadFile(os.Getenv(beforeVariable))
	if err != nil {
		return nil, fmt.Errorf("farm: %s: in a part of another job: %w", job.Name, err)
	}
	for _, step := range strings.Split(string(list), "\n") {
		name, step, _ := strings.Cut(step, "/")
		if !strings.HasPrefix(name, nameOf(job)) || step != job.Step {
			continue
		}
		own.path = filepath.Join(filepath.Dir(own.path), name)
		if done := own.collect(); !slices.Contains(done, false) {
			return own.results, nil
		}
	}
	fmt.Fprintf(os.Stderr, "farm: this part belongs to the job %s, and the program came to the job "+
		"%s first, which the program that started it did not. What runs before a job must be the "+
		"same on all machines, data and settings too\n", filepath.Base(own.path), nameOf(job))
	os.Exit(1)
	return nil, nil
}

// part computes the pieces of the part that this process is, and returns its exit code.
func (f *folder) part(ctx context.Context) (code int) {
	number, err := strconv.Atoi(os.Getenv(partVariable))
	size, err2 := strconv.Atoi(os.Getenv(piecesVariable))
	if err != nil || err2 != nil || size < 1 {
		fmt.Fprintf(os.Stderr, "farm: the variables %s and %s are not two numbers\n", partVariable,
			piecesVariable)
		return 1
	}
	host, _ := os.Hostname()
	fmt.Fprintf(os.Stderr, "%s%d on %s\n", partBegins, number, host)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	fresh, tried := f.piecesOf(number, size)
	var mu sync.Mutex
	compute := func(i int) {
		if err := f.compute(ctx, i); err != nil {
			mu.Lock()
			defer mu.Unlock()
			code = 1
			fmt.Fprintln(os.Stderr, "farm:", err)
		}
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(fresh)) {
		wg.Go(func() {
			for i := range next {
				compute(i)
			}
		})
	}
	for _, i := range fresh {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, i := range tried {
		compute(i)
	}
	if code == 0 {
		fmt.Fprintf(os.Stderr, "%s%d\n", partEnds, number)
	}
	return code
}

// partBegins is the first thing in a part's log, once the program has come to its job, and partEnds
// the last, if it has computed all.
const (
	partBegins = "farm: part "
	partEnds   = "farm: end of part "
)

// piecesOf lists the pieces of a part: those that nobody has begun, which may be computed at the
// same time, and the others. One of these may have ended its process, for want of memory perhaps,
// so they come last, each alone, and the one that was tried most often at the end.
func (f *folder) piecesOf(part, size int) (fresh, tried []int) {
	tries := map[int]int{}
	for i := part * size; i < min((part+1)*size, f.N); i++ {
		if tries[i] = f.tries(i); tries[i] == 0 {
			fresh = append(fresh, i)
		} else {
			tried = append(tried, i)
		}
	}
	slices.SortStableFunc(tried, func(a, b int) int { return tries[a] - tries[b] })
	return fresh, tried
}
