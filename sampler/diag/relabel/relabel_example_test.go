package relabel_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/variate"
)

// mixture is a mixture of K normal components with variance 1: means Mu, weights Weight, the
// component Z of each observation, and the probabilities P[K·i+k] that it was drawn from.
type mixture struct {
	Mu, Weight []float64
	Z          []int
	P          []float64
	LogDensity float64
}

// normals is a Gibbs sampler for it, with priors N(0, 10²) for each mean and Dirichlet(1, …, 1) for
// the weights. Each chain starts from K quantiles of the data in random order, so chains number the
// components differently. With probability swap a sweep renumbers them, which leaves the posterior
// unchanged.
func normals(data []float64, k int, swap float64) sampler.Model[mixture] {
	n := len(data)
	return sampler.Model[mixture]{
		Init: func(r *rand.Rand) (*mixture, error) {
			s := &mixture{Mu: make([]float64, k), Weight: make([]float64, k), Z: make([]int, n),
				P: make([]float64, n*k)}
			for j, to := range r.Perm(k) {
				s.Mu[to], s.Weight[to] = diag.Quantile(data, (float64(j)+0.5)/float64(k)), 1/float64(k)
			}
			return s, nil
		},
		Blocks: []sampler.Block[mixture]{
			// P(z = k) ∝ weight · exp(−(y − mu)²/2)
			{Name: "z", Update: func(r *rand.Rand, s *mixture) error {
				s.LogDensity = 0
				for i, y := range data {
					p, sum := s.P[i*k:(i+1)*k], 0.0
					for j, mu := range s.Mu {
						p[j] = s.Weight[j] * math.Exp(-(y-mu)*(y-mu)/2)
						sum += p[j]
					}
					for j := range p {
						p[j] /= sum
					}
					s.Z[i] = variate.Categorical(r, p)
					s.LogDensity += math.Log(sum)
				}
				return nil
			}},
			{Name: "swap", Update: func(r *rand.Rand, s *mixture) error {
				if r.Float64() < swap {
					s.rename(r.Perm(k))
				}
				return nil
			}},
			{Name: "mu and weight", Update: func(r *rand.Rand, s *mixture) error {
				sum, count := make([]float64, k), make([]float64, k)
				for i, j := range s.Z {
					sum[j] += data[i]
					count[j]++
				}
				for j := range s.Mu {
					precision := count[j] + 0.01
					s.Mu[j] = sum[j]/precision + r.NormFloat64()/math.Sqrt(precision)
					count[j]++
				}
				variate.Dirichlet(r, count, s.Weight)
				return nil
			}},
		},
		Params: []sampler.Param[mixture]{
			{Name: "mu", Shape: []int{k}, Read: func(s *mixture, dst []float64) { copy(dst, s.Mu) }},
			{Name: "weight", Shape: []int{k}, Read: func(s *mixture, dst []float64) { copy(dst, s.Weight) }},
			{Name: "p", Shape: []int{n, k}, Read: func(s *mixture, dst []float64) { copy(dst, s.P) }},
			{Name: "z", Shape: []int{n}, Read: func(s *mixture, dst []float64) {
				for i, j := range s.Z {
					dst[i] = float64(j)
				}
			}},
		},
		LogJoint: func(s *mixture) float64 { return s.LogDensity },
	}
}

// rename gives component j the number to[j].
func (s *mixture) rename(to []int) {
	p := slices.Clone(s.P)
	for i, j := range s.Z {
		s.Z[i] = to[j]
		for from, number := range to {
			s.P[i*len(to)+number] = p[i*len(to)+from]
		}
	}
}

// clusters are n observations about each of the centres.
func clusters(n int, centres ...float64) []float64 {
	r := rand.New(rand.NewPCG(7, 7))
	var data []float64
	for _, c := range centres {
		for range n {
			data = append(data, c+r.NormFloat64())
		}
	}
	return data
}

// The whole procedure: the posterior of a mixture is the same for all numberings of its components,
// so R-hat of a recorded mean is bad however long the run. Find which component is which in each
// draw, check whether that went well, and go on with the relabelled trace.
func ExamplePivot() {
	trace, err := sampler.Run(context.Background(), normals(clusters(20, -4, 0, 4), 3, 0.01),
		sampler.Settings{Warmup: 200, Draws: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := relabel.Pivot(trace, "mu", "weight")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := labels.Compare(trace, "mu")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(table)
	relabelled, err := labels.Apply(trace, "mu", "weight")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, label := range []string{"mu[0]", "mu[1]", "mu[2]"} {
		before, _ := trace.Draws(label)
		after, _ := relabelled.Draws(label)
		fmt.Printf("the mean of %s is %.1f as recorded, %.1f relabelled\n", label,
			diag.Mean(before), diag.Mean(after))
	}
	// Output:
	// The labels could be made comparable: R-hat is at most 1.547 as recorded, 1.003 relabelled and 1.003 free of labels. Read the relabelled components.
	// R-hat  as recorded  relabelled  label-free
	// mu[0]        1.350       1.000       1.002
	// mu[1]        1.352       1.003       1.003
	// mu[2]        1.547       1.002       1.000
	// lp__             –           –       1.001
	// ! labels switch within chains: 2 times in the 500 draws of chain 0, first at draw 444; 3 times in the 500 draws of chain 1, first at draw 92; 7 times in the 500 draws of chain 2, first at draw 168; 3 times in the 500 draws of chain 3, first at draw 12; what is recorded as one component there is a mixture of several
	// ! chains number the components differently: what is mostly recorded as 0, 1, … in chain 0 is recorded as 2 1 0 in chain 1; 0 2 1 in chain 2; 2 1 0 in chain 3; R-hat of recorded components compares different ones
	// the mean of mu[0] is 0.3 as recorded, 4.4 relabelled
	// the mean of mu[1] is 0.7 as recorded, -0.1 relabelled
	// the mean of mu[2] is -0.6 as recorded, -4.0 relabelled
}

// Six observations and the probabilities of two components, in four draws of one chain. The second
// draw numbers the components the other way round, and their probabilities show it.
func ExampleStephens() {
	// for the component of the first three observations
	first := []float64{0.9, 0.8, 0.9, 0.1, 0.2, 0.1}
	model := sampler.Model[int]{
		Init: func(*rand.Rand) (*int, error) { return new(int), nil },
		Blocks: []sampler.Block[int]{{Name: "next",
			Update: func(_ *rand.Rand, draw *int) error { *draw++; return nil }}},
		Params: []sampler.Param[int]{{Name: "p", Shape: []int{6, 2},
			Read: func(draw *int, dst []float64) {
				for i, p := range first {
					number := 0
					if *draw == 3 { // the second draw after one sweep of warm-up
						number = 1
					}
					dst[2*i+number], dst[2*i+1-number] = p, 1-p
				}
			}}},
	}
	trace, _ := sampler.Run(context.Background(), model,
		sampler.Settings{Chains: 1, Warmup: 1, Draws: 4})
	labels, err := relabel.Stephens(trace, "p")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(labels.Perms[0])
	fmt.Println(labels.Warnings[0])
	// Output:
	// [[0 1] [1 0] [0 1] [0 1]]
	// labels switch within chains: 2 times in the 4 draws of chain 0, first at draw 1; what is recorded as one component there is a mixture of several
}

// Allocations alone show which component is which. They change with the labels. Quantities that do
// not depend on labels stay the same: how many components have observations, and how probable it is
// that two observations are in the same one.
func ExampleECR() {
	trace, err := sampler.Run(context.Background(), normals(clusters(20, -4, 0, 4), 3, 0.01),
		sampler.Settings{Warmup: 200, Draws: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := relabel.ECR(trace, "z", 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	relabelled, err := labels.ApplyToAllocations(trace, "z")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tr := range []*sampler.Trace{trace, relabelled} {
		z, _ := tr.Draws("z[0]")
		fmt.Printf("the first observation is in component 0 in %.0f %% of the draws, in 2 in %.0f %%\n",
			100*diag.ROPE(z, 0, 0), 100*diag.ROPE(z, 2, 2))
	}
	occupied, _ := relabel.OccupiedClasses(trace, "z")
	together, _ := relabel.CoClustering(trace, "z")
	fmt.Printf("components with observations: %v; two observations are together in %.0f %%, R-hat "+
		"%.3f\n", occupied[0][0], 100*diag.Mean(together[0]), diag.RHat(together))
	// Output:
	// the first observation is in component 0 in 45 % of the draws, in 2 in 42 %
	// the first observation is in component 0 in 0 % of the draws, in 2 in 100 %
	// components with observations: 3; two observations are together in 32 %, R-hat 1.003
}

// Sorted means do not depend on labels either.
func ExampleRelabelling_sorted() {
	trace, err := sampler.Run(context.Background(), normals(clusters(20, -4, 0, 4), 3, 0.01),
		sampler.Settings{Warmup: 200, Draws: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	sorted, err := trace.Map(func(_, _ int, mu []float64) { slices.Sort(mu) }, "mu")
	if err != nil {
		fmt.Println(err)
		return
	}
	before, _ := trace.Chains("mu[0]")
	after, _ := sorted.Chains("mu[0]")
	fmt.Printf("R-hat of mu[0] is %.2f as recorded, and %.2f sorted\n", diag.RHat(before),
		diag.RHat(after))
	// Output:
	// R-hat of mu[0] is 1.35 as recorded, and 1.00 sorted
}
