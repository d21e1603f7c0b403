package verify_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/farm"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/verify"
)

// whole writes all fields of a report.
func whole(report fmt.Stringer) string {
	return fmt.Sprintf("%+v", reflect.ValueOf(report).Elem().Interface())
}

// On a farm each test gives the same report, for a right sampler, for a wrong one, and for one that
// fails. Prior and data of another model make other jobs.
func TestOnFarm(t *testing.T) {
	on := farm.Farm{Dir: t.TempDir()}
	right := normalJoint(normal.Prior{Nu: 1, Tau2: 4, Alpha: 5, Beta: 8}, 5)
	fails := measuredJoint()
	model := fails.Model
	fails.Model = func(y []float64) (sampler.Model[measured], error) {
		m, err := model(y)
		m.Blocks[1].Update = func(r *rand.Rand, s *measured) error {
			if y[0] > 3 {
				return errors.New("too large")
			}
			return nil
		}
		return m, err
	}
	same := func(
		name string, test func(verify.Settings) (fmt.Stringer, error), set verify.Settings,
	) {
		here, err1 := test(set)
		set.On = on
		there, err2 := test(set)
		if err1 != nil || err2 != nil || whole(here) != whole(there) {
			t.Errorf("%s: %v, %v\n%v\n%v", name, err1, err2, here, there)
		}
	}
	set := verify.Settings{Seed: 3, Replications: 300}
	same("Blocks", func(set verify.Settings) (fmt.Stringer, error) {
		return verify.Blocks(right, set)
	}, set)
	if !turns.Short(t) {
		same("Blocks of a wrong sampler", func(set verify.Settings) (fmt.Stringer, error) {
			return verify.Blocks(measuredJoint(), set)
		}, set)
	}
	same("Blocks of one that fails", func(set verify.Settings) (fmt.Stringer, error) {
		return verify.Blocks(fails, set)
	}, set)
	same("JointTest", func(set verify.Settings) (fmt.Stringer, error) {
		return verify.JointTest(right, set)
	}, set)
	same("SBC", func(set verify.Settings) (fmt.Stringer, error) {
		return verify.SBC(right, set)
	}, verify.Settings{Seed: 3, Replications: 50, Draws: 19})
	same("SBC of a wrong sampler", func(set verify.Settings) (fmt.Stringer, error) {
		return verify.SBC(measuredJoint(), set)
	}, verify.Settings{Seed: 3, Replications: 50, Draws: 19})
	coin := sampler.Model[int]{
		Init: func(r *rand.Rand) (*int, error) { return new(int), nil },
		Blocks: []sampler.Block[int]{
			sampler.Update("coin", func(r *rand.Rand, n *int) { *n = r.IntN(2) })},
	}
	same("Enumerate", func(set verify.Settings) (fmt.Stringer, error) {
		return verify.Enumerate(coin, []float64{1, 1}, func(n *int) int { return *n }, set)
	}, verify.Settings{Seed: 3, Draws: 500})

	jobs, _ := filepath.Glob(filepath.Join(on.Dir, "*"))
	other := normalJoint(normal.Prior{Nu: 1, Tau2: 5, Alpha: 5, Beta: 8}, 5)
	set.On = on
	if _, err := verify.JointTest(other, set); err != nil {
		t.Fatal(err)
	}
	if more, _ := os.ReadDir(on.Dir); len(more) == len(jobs) {
		t.Error("another prior has taken the replications of the old one")
	}
}
