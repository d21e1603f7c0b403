package sampler

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"
)

// inMemory is a farm that computes the pieces here, one after another, and counts its jobs.
type inMemory struct {
	dir  string
	jobs *int
}

func (m inMemory) Do(ctx context.Context, job Job) (results [][]byte, err error) {
	*m.jobs++
	scratch := func(i int) string { return filepath.Join(m.dir, fmt.Sprint(i)) }
	done := make([]bool, job.N)
	for i := range job.N {
		over := make(chan struct{})
		go func() {
			defer close(over)
			data, err2 := job.Work(ctx, i, scratch(i))
			results, err = append(results, data), errors.Join(err, err2)
		}()
		for !done[i] {
			select {
			case <-over:
				done[i] = true
			case <-time.After(time.Millisecond):
			}
			job.Progress(done, scratch, "in memory")
		}
	}
	return results, err
}

// walk is a random walk. step is called in each sweep.
func walk(moments bool, step func(sweep int) error) Model[[2]float64] {
	m := Model[[2]float64]{
		Data: "walk",
		Init: func(r *rand.Rand) (*[2]float64, error) { return &[2]float64{r.Float64(), 0}, nil },
		Blocks: []Block[[2]float64]{{Name: "step", Update: func(r *rand.Rand, s *[2]float64) error {
			s[0] += r.NormFloat64()
			s[1]++
			return step(int(s[1]))
		}}},
		Params: []Param[[2]float64]{
			Scalar("x", func(s *[2]float64) float64 { return s[0] }),
			{Name: "third", Every: 3, Read: func(s *[2]float64, dst []float64) { dst[0] = s[0] }},
		},
	}
	if moments {
		m.Params = append(m.Params, Param[[2]float64]{Name: "mean", Moments: true,
			Read: func(s *[2]float64, dst []float64) { dst[0] = s[0] }})
	}
	return m
}

// Until ends a run on a farm at the same draws as a run here, also if a chain fails in between,
// and takes few jobs.
func TestFarmUntil(t *testing.T) {
	for _, c := range []struct {
		enough, fails int
		moments       bool
		jobs          int
	}{
		{100, 0, false, 1}, {300, 0, false, 3}, {2600, 0, false, 6}, {1e9, 0, false, 7},
		{1200, 0, true, 12}, {900, 1030, false, 5}, {1e9, 1030, false, 5}, {1e9, 40, false, 1},
	} {
		set := Settings{Chains: 2, Warmup: 50, Draws: 4000, Seed: 3,
			Until: func(tr *Trace) (string, error) {
				if draws, _ := tr.Draws("x"); len(draws) < 2*c.enough {
					return fmt.Sprint("only ", len(draws)), nil
				}
				return "", nil
			}}
		m := walk(c.moments, func(sweep int) error {
			if sweep == c.fails {
				return errors.New("it fails")
			}
			return nil
		})
		want, err1 := Run(context.Background(), m, set)
		jobs := 0
		set.On = inMemory{t.TempDir(), &jobs}
		got, err2 := Run(context.Background(), m, set)
		if fmt.Sprint(err1) != fmt.Sprint(err2) {
			t.Errorf("%+v: other errors:\n%v\n%v", c, err1, err2)
		}
		if fmt.Sprint(want.columns) != fmt.Sprint(got.columns) {
			t.Errorf("%+v: other draws", c)
		}
		if jobs != c.jobs {
			t.Errorf("%+v: %d jobs", c, jobs)
		}
	}
}

// A chain that runs elsewhere says how far it has come before it is done.
func TestFarmProgress(t *testing.T) {
	defer func(before time.Duration) { tellEvery = before }(tellEvery)
	tellEvery = 0
	seen := make(chan struct{})
	jobs, told := 0, false
	set := Settings{Chains: 2, Warmup: 10, Draws: 50, On: inMemory{t.TempDir(), &jobs},
		Progress: func(r Report) {
			if c := r.Chains[0]; c.Sweeps > 0 && c.Sweeps < c.Total && c.Draws == 0 && !told {
				told = true
				close(seen)
			}
		}}
	_, err := Run(context.Background(), walk(false, func(sweep int) error {
		if sweep == 30 {
			<-seen // the test hangs if nobody is told
		}
		return nil
	}), set)
	if err != nil || !told {
		t.Error(told, err)
	}
}
