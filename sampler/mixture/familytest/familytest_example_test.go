package familytest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/mixture"
	"gibbslab/sampler/mixture/familytest"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// normals describes the family of normal components: how to bind it to data, and how to draw an
// observation given the parameters of its component.
var normals = familytest.Case[float64]{
	Data: []float64{1, -2, 0.5, 3, 1.2, 0},
	Family: func(x []float64) (mixture.Family, error) {
		return mixture.Normal{Mean: 1, Kappa: 0.3, Shape: 3, Scale: 2}.Family(x, nil)
	},
	Observe: func(r *rand.Rand, theta []float64, _ int) float64 {
		return theta[0] + math.Sqrt(theta[1])*r.NormFloat64()
	},
	Number: func(x float64) float64 { return x },
}

// All tests of a family. In a package of yours, body is the body of func TestFamily(t *testing.T).
func ExampleRun() {
	body := func(t *testing.T) { familytest.Run(t, normals) }
	_ = body
	// Output:
}

// One sampler of a family, by a test of package verify.
func ExampleJoint() {
	f, err := normals.Family(normals.Data)
	if err != nil {
		panic(err)
	}
	for _, s := range familytest.Samplers(mixture.DP{Alpha: 1}, f) {
		if s.Name != "Neal8" {
			continue
		}
		j, err := familytest.Joint(normals, s)
		if err != nil {
			panic(err)
		}
		report, err := verify.JointTest(j, verify.Settings{Replications: 400, Sweeps: 5})
		fmt.Println(report.Wrong, err)
		fmt.Println(familytest.Blocks(normals, s))
	}
	// Output:
	// false <nil>
	// <nil>
}

// The family of normal components merges the statistics of two components.
func ExampleCase() {
	f, err := normals.Family(normals.Data)
	if err != nil {
		panic(err)
	}
	stats := func(observations ...int) []float64 {
		s := make([]float64, f.Size().Stats)
		f.Clear(s)
		for _, i := range observations {
			f.Add(s, i)
		}
		return s
	}
	both := stats()
	fmt.Println(f.(mixture.Merger).Merge(stats(0, 1), stats(2), both))
	c := f.(mixture.Conjugate)
	fmt.Println(math.Abs(c.LogMarginal(both)-c.LogMarginal(stats(0, 1, 2))) < 1e-12)
	// Output:
	// true
	// true
}

// The engine's checks work for any model of this project, or of yours.
func TestEngine(t *testing.T) {
	f, err := normals.Family(normals.Data)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mixture.Neal8(mixture.DP{Alpha: 1}, f, 3)
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Engine(t, m)
}
