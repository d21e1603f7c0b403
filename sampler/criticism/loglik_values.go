package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"

	"gibbslab/internal/parallel"
)

func (l *LogLik) observation(i int) ([]float64, error) {
	one := make([][]float64, 1)
	if err := l.fill(i, i+1, one); err != nil {
		return nil, err
	}
	return one[0], l.check(i, one[0])
}

// atOnce is the number of observations that are computed together.
const atOnce = 32

// blocks computes the observations block by block. do is given the first observation of a block and
// the values of all in it, which were checked.
func (l *LogLik) blocks(do func(first int, block [][]float64) error) error {
	return l.unchecked(func(first int, block [][]float64) error {
		for i, x := range block {
			if err := l.check(first+i, x); err != nil {
				return err
			}
		}
		return do(first, block)
	})
}

// unchecked is blocks without the check.
func (l *LogLik) unchecked(do func(first int, block [][]float64) error) error {
	block := make([][]float64, min(atOnce, l.Len()))
	for lo := 0; lo < l.Len(); lo += atOnce {
		hi := min(lo+atOnce, l.Len())
		parts := 1
		if l.stored {
			parts = min(runtime.GOMAXPROCS(0), hi-lo)
		}
		errs := make([]error, parts)
		parallel.Each(parts, parts, func(_, k int) {
			from, to := (hi-lo)*k/parts, (hi-lo)*(k+1)/parts
			errs[k] = l.fill(lo+from, lo+to, block[from:to])
		})
		if err := cmp.Or(errs...); err != nil {
			return err
		}
		if err := do(lo, block[:hi-lo]); err != nil {
			return err
		}
	}
	return nil
}

// check refuses values that are no log likelihood to work with.
func (l *LogLik) check(i int, x []float64) error {
	for s, v := range x {
		if v-v == 0 {
			continue
		}
		chain := 0
		for s >= l.chains[chain] {
			s -= l.chains[chain]
			chain++
		}
		at := fmt.Sprintf("criticism: the log likelihood of observation %s is %v in draw %d of "+
			"chain %d", l.names[i], v, s, chain)
		if math.IsInf(v, -1) {
			return errors.New(at + ": this draw calls the observation impossible, so the weight " +
				"that leaves it out is infinite; check the bounds of the density, or use KFold")
		}
		return errors.New(at + ", expected a finite number: look for a variance of 0, or the " +
			"logarithm of a negative number")
	}
	return nil
}
