package criticism

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// TestReviewFindsFaults plants 30 faults. The right section must be red for at least 28 of them.
// Without -calibrate it plants every fifth.
func TestReviewFindsFaults(t *testing.T) {
	turns.Long(t)
	all, few := faults(), []fault{}
	if len(all) != 30 {
		t.Fatalf("%d faults", len(all))
	}
	for i := 2; i < len(all); i += 5 {
		few = append(few, all[i])
	}
	most := 0 // faults that may be missed
	if *calibrate {
		few, most = all, 2
	}
	found := 0
	for _, f := range few {
		r, err := f.check()
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		if slices.Contains(r.Wrong(), f.section) {
			found++
		} else {
			t.Logf("%s: the section %s is not red\n%v", f.name, f.section, r)
		}
	}
	t.Logf("%d of %d faults were found in the right section", found, len(few))
	if found < len(few)-most {
		t.Error("these are too few")
	}
}

// clean makes n data sets from the prior of each model, runs the sampler, and counts red sections.
func clean(t *testing.T, n uint64) (red, runs int) {
	report := func(name string, i uint64, r *Review, err error) {
		runs++
		if err != nil {
			t.Errorf("%s, run %d: %v", name, i, err)
			return
		}
		if len(r.Wrong()) > 0 {
			red++
			t.Logf("%s, run %d: %v", name, i, r)
		}
	}
	for i := range n {
		r := rand.New(rand.NewPCG(i, 2))
		scores := examsJoint(exams, 29)
		s := must(scores.Prior(r))
		review, err := Check(examsCase(exams, scores, must(scores.Data(r, s)), i))
		report("exams", i, review, err)
		years := coalJoint(true)
		c := must(years.Prior(r))
		review, err = Check(coalCase(years, must(years.Data(r, c)), i, 30))
		report("coal", i, review, err)
		schools := schoolsJoint()
		e := must(schools.Prior(r))
		review, err = Check(schoolsCase(schools, must(schools.Data(r, e)), i))
		report("schools", i, review, err)
	}
	return red, runs
}

// TestReviewOfCleanRuns has data from the prior: at level 0.01 few reviews may have a red section.
// The runs are long, because for some of these data the change of the mines mixes slowly.
func TestReviewOfCleanRuns(t *testing.T) {
	turns.Long(t)
	n := uint64(2)
	if *calibrate {
		n = 200
	}
	red, runs := clean(t, n)
	t.Logf("%d of %d reviews have a red section", red, runs)
	if most := (distuv.Binomial{N: float64(runs), P: 0.01}); most.Survival(float64(red)-1) < 1e-3 {
		t.Errorf("%d of %d reviews of clean runs have a red section at level 0.01", red, runs)
	}
}

// logLikFaults are log likelihoods that contradict what Replicate makes, and data that were copied.
// Each is planted in models with n observations.
func logLikFaults(n int, seed uint64) map[string]func() (*Review, error) {
	r := rand.New(rand.NewPCG(seed, 3))
	scores := examsJoint(exams, n)
	s := must(scores.Prior(r))
	y := must(scores.Data(r, s))
	wrong := func(f func(d *sampler.Draw, i int) float64) func() (*Review, error) {
		return func() (*Review, error) {
			c := examsCase(exams, scores, y, seed)
			c.LogLik = must(Pointwise(c.Trace, n, f))
			return checkFit(c)
		}
	}
	years := coalJoint(true)
	counts := must(years.Data(r, must(years.Prior(r))))
	return map[string]func() (*Review, error){
		"variance for sd": wrong(func(d *sampler.Draw, i int) float64 {
			return logNormal(y[i], d.Scalar("mu"), math.Pow(d.Scalar("sigma2"), 2))
		}),
		"shifted by one": wrong(func(d *sampler.Draw, i int) float64 {
			return logNormal(y[(i+1)%n], d.Scalar("mu"), d.Scalar("sigma2"))
		}),
		"without log y!": func() (*Review, error) {
			c := coalCase(years, counts, seed, 10)
			c.LogLik = must(Pointwise(c.Trace, len(counts), func(d *sampler.Draw, i int) float64 {
				rate := d.Scalar("mu")
				if float64(i) < d.Scalar("k") {
					rate = d.Scalar("lambda")
				}
				lgamma, _ := math.Lgamma(counts[i] + 1)
				return variate.PoissonLogProb(int(counts[i]), rate) + lgamma
			}))
			return checkFit(c)
		},
		"copies": func() (*Review, error) {
			copied := append(slices.Clone(y[:n/2]), y[:n/2]...)
			return checkFit(examsCase(exams, examsJoint(exams, len(copied)), copied, seed))
		},
	}
}

// checkFit leaves out the sections that need the Joint, which take longest.
func checkFit[S, D any](c Case[S, D]) (*Review, error) {
	c.Joint = verify.Joint[S, D]{}
	return Check(c)
}

// TestReviewFindsLogLikFaults: the log likelihood, and copies, are called wrong in the section "fit".
// The short form has few observations only.
func TestReviewFindsLogLikFaults(t *testing.T) {
	runs := uint64(1)
	if *calibrate {
		runs = 9
	}
	sizes := []int{40, 200}
	if turns.Short(t) {
		sizes = sizes[:1]
	}
	found, planted := map[string]int{}, 0
	for seed := range runs {
		for _, n := range sizes {
			planted++
			for name, check := range logLikFaults(n, seed) {
				r, err := check()
				if err != nil {
					t.Fatal(err)
				}
				fit := r.Sections[2]
				if want := map[bool]string{true: "copies", false: "LogLik"}[name == "copies"]; fit.Wrong &&
					fit.About == want {
					found[name]++
				} else {
					t.Logf("%s, n = %d, seed %d: %v", name, n, seed, r)
				}
			}
		}
	}
	t.Logf("found of %d: %v", planted, found)
	for name := range logLikFaults(4, 0) {
		if float64(found[name]) < 0.9*float64(planted) {
			t.Errorf("%s: found in %d of %d", name, found[name], planted)
		}
	}
}

// Animals that nobody caught stand behind those that were, in the rows of a model that is right: their
// order says nothing, and neighbours are left out. In another order, and in a series, they are not.
func TestFilledUp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range 200 {
		var y, series []float64
		for i := range 250 {
			caught := float64(variate.Binomial(r, 5, 0.4))
			if r.Float64() < 0.4 {
				caught = 0
			}
			y = append(y, caught)
			series = append(series, r.NormFloat64())
			if i > 0 {
				series[i] += 0.9 * series[i-1]
			}
		}
		if filledUp(y) || filledUp(series) {
			t.Fatalf("filled up: %v, or %v", y, series)
		}
		slices.SortFunc(y, func(a, b float64) int { return cmp.Compare(min(b, 1), min(a, 1)) })
		if !filledUp(y) {
			t.Fatalf("not filled up: %v", y)
		}
	}
	c := examsCase(exams, examsJoint(exams, 25), append(slices.Repeat([]float64{86}, 8),
		must(examsJoint(exams, 17).Data(r, &normal.State{Mu: 86, Sigma2: 25}))...), 1)
	rev := must(checkFit(c))
	if n := len(rev.Fit); n != orderless || !strings.Contains(rev.String(), "neighbours were not compared") {
		t.Errorf("%d statistics\n%v", n, rev)
	}
}

// Where some draws from the prior have no data, the questions that need them stay open.
func TestReviewOfImpossibleData(t *testing.T) {
	j := examsJoint(exams, 30)
	y := must(j.Data(rand.New(rand.NewPCG(1, 1)), must(j.Prior(rand.New(rand.NewPCG(1, 2))))))
	c := examsCase(exams, j, y, 1)
	data := j.Data
	c.Joint.Data = func(r *rand.Rand, s *normal.State) ([]float64, error) {
		if s.Mu > exams.Nu+2*math.Sqrt(exams.Tau2) {
			panic("a weight is negative")
		}
		return data(r, s)
	}
	rev, err := Check(c)
	if err != nil || rev.Sections[0].Checked || rev.Sections[0].Wrong || !rev.Sections[2].Checked ||
		!strings.Contains(rev.Sections[0].Finding, "a weight is negative") {
		t.Errorf("%v\n%v", rev, err)
	}
}
