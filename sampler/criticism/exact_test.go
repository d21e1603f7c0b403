package criticism

import (
	"math"
	"slices"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// exact is the elpd of n observations, by the marginal likelihood without each of them.
func exact(n int, marginal func(leftOut int) float64) (elpd, se float64, points []Point) {
	all := marginal(-1)
	for i := range n {
		points = append(points, Point{Elpd: all - marginal(i)})
	}
	e := newElpd("exact", 0, math.NaN(), points)
	return e.Elpd, e.SE, points
}

func exactExams(t *testing.T) func(leftOut int) float64 {
	return func(leftOut int) float64 {
		y := datasets.ExamScores()
		if leftOut >= 0 {
			y = slices.Delete(y, leftOut, leftOut+1)
		}
		e, err := exams.Exact(y)
		if err != nil {
			t.Fatal(err)
		}
		return e.LogMarginal
	}
}

// TestLOOIsExact compares LOO of three models with exact leave-one-out, which quadrature and sums
// give.
func TestLOOIsExact(t *testing.T) {
	y := datasets.ExamScores()
	m, err := exams.Model(y)
	scores := run(t, m, err, 2500, 1)
	disasters := datasets.CoalDisasters()
	coalLogLik := func(tr *sampler.Trace) *LogLik {
		l, err := Pointwise(tr, 112, func(d *sampler.Draw, i int) float64 {
			if float64(i) < d.Scalar("k") {
				return variate.PoissonLogProb(int(disasters[i]), d.Scalar("lambda"))
			}
			return variate.PoissonLogProb(int(disasters[i]), d.Scalar("mu"))
		})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	schools := run(t, schoolsModel(), nil, 2500, 5)
	schoolsLogLik, err := Pointwise(schools, 8, func(d *sampler.Draw, j int) float64 {
		return logNormal(effect[j], d.Array("theta")[j], se[j]*se[j])
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*Elpd{}
	for _, c := range []struct {
		name     string
		loglik   *LogLik
		marginal func(leftOut int) float64
		elpd, se float64 // as computed elsewhere
	}{
		{"exams", examsLogLik(t, scores), exactExams(t), -105.845817, 3.7571},
		{"change", coalLogLik(run(t, coal(true), nil, 2500, 1)),
			func(i int) float64 { return exactCoal(true, i) }, -172.258262, math.NaN()},
		{"no change", coalLogLik(run(t, coal(false), nil, 2500, 1)),
			func(i int) float64 { return exactCoal(false, i) }, -205.146793, math.NaN()},
		{"schools", schoolsLogLik, exactSchools, -30.741875, 1.3615},
	} {
		elpd, se, points := exact(c.loglik.Len(), c.marginal)
		if math.Abs(elpd-c.elpd) > 1e-5 || math.Abs(se-c.se) > 1e-3 {
			t.Errorf("%s: the exact elpd is %.6f, se %.4f; want %.6f, %.4f", c.name, elpd, se, c.elpd, c.se)
		}
		e, err := LOO(c.loglik)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v, MCSE %.4f, exact %.6f", c.name, e.Verdict(), e.MCSE, elpd)
		if !(math.Abs(e.Elpd-elpd) < 5*e.MCSE) || !(e.MCSE < 0.1) {
			t.Errorf("%s: elpd %.6f, MCSE %.6f; exact %.6f", c.name, e.Elpd, e.MCSE, elpd)
		}
		for i, p := range e.Points {
			if !(math.Abs(p.Elpd-points[i].Elpd) < 5*p.MCSE+1e-6) {
				t.Errorf("%s: observation %d: %.6f, MCSE %.6f; exact %.6f", c.name, i, p.Elpd, p.MCSE,
					points[i].Elpd)
			}
		}
		found[c.name] = e
	}
	c, err := Compare([]string{"none", "change"}, found["no change"], found["change"])
	if err != nil {
		t.Fatal(err)
	}
	if r := c.Rows[1]; r.Model != "none" || math.Abs(r.Diff+32.889) > 0.15 || math.Abs(r.SE-8.131) > 0.02 {
		t.Errorf("%+v", r)
	}
}

// TestMarginalsAreExact compares estimates of marginal likelihoods with exact ones.
func TestMarginalsAreExact(t *testing.T) {
	check := func(name string, m *Marginal, err error, want float64) {
		t.Helper()
		if err != nil {
			t.Error(name, err)
			return
		}
		t.Logf("%s: %s exact %.6f", name, m.Verdict(), want)
		if !(math.Abs(m.Log-want) < 3*m.SE+1e-6) || !(m.SE <= 0.02) {
			t.Errorf("%s: %v, want %.6f", name, m, want)
		}
	}
	set := sampler.Settings{Draws: 10_000, Seed: 2}
	chib, err := chibExams(t, set)
	check("exams, Chib", chib, err, -109.094371)
	for change, want := range map[bool]float64{true: -176.773439, false: -206.207409} {
		chib, err := chibCoal(t, change, set)
		check("coal, Chib", chib, err, want)
	}
	y := datasets.ExamScores()
	m, err := exams.Model(y)
	scores := run(t, m, err, 10_000, 1)
	bridge, err := Bridge(scores, 2, func(d *sampler.Draw, x []float64) {
		x[0], x[1] = d.Scalar("mu"), math.Log(d.Scalar("sigma2"))
	}, examsLogJoint, sampler.Stream("bridge", 1, 0))
	check("exams, bridge", bridge, err, -109.094371)
	schools := run(t, schoolsModel(), nil, 10_000, 5)
	bridge, err = Bridge(schools, 1, func(d *sampler.Draw, x []float64) {
		x[0] = math.Log(d.Scalar("tau"))
	}, func(x []float64) float64 {
		tau := math.Exp(x[0])
		return schoolsGivenTau(tau, -1) + variate.HalfCauchyLogProb(tau, 5) + x[0]
	}, sampler.Stream("bridge", 1, 0))
	check("schools, bridge", bridge, err, -31.311347)
	dickey, err := SavageDickey(scores, logNormal(80, 80, 16), func(d *sampler.Draw) float64 {
		n, sum := float64(len(y)), 0.0
		for _, v := range y {
			sum += v
		}
		p := 1./16 + n/d.Scalar("sigma2")
		return logNormal(80, (80./16+sum/d.Scalar("sigma2"))/p, 1/p)
	})
	check("exams, Savage–Dickey", dickey, err, -115.666352+109.094371)
}

// examsLogJoint is log p(y, μ, σ²) + log σ², of x = (μ, log σ²).
func examsLogJoint(x []float64) float64 {
	v := math.Exp(x[1])
	log := logNormal(x[0], exams.Nu, exams.Tau2) + variate.InvGammaLogProb(v, exams.Alpha, exams.Beta) + x[1]
	for _, y := range datasets.ExamScores() {
		log += logNormal(y, x[0], v)
	}
	return log
}

// The error of bridge sampling comes from the draws of the proposal and from those of the posterior,
// which are here logs of Gamma(½, 1) variates. Their density integrates to √π.
func TestBridgeErrorHasTwoParts(t *testing.T) {
	const runs = 200
	squares := 0.0
	for seed := range uint64(runs) {
		r := sampler.Stream("bridge", seed, 0)
		draws := make([]float64, 400)
		for s := range draws {
			draws[s] = variate.LogGamma(r, 0.5)
		}
		m, err := Bridge(traceOf(t, draws), 1, func(d *sampler.Draw, x []float64) { x[0] = d.Scalar("x") },
			func(x []float64) float64 { return x[0]/2 - math.Exp(x[0]) }, r)
		if err != nil {
			t.Fatal(err)
		}
		z := (m.Log - math.Log(math.Pi)/2) / m.SE
		squares += z * z / runs
	}
	t.Logf("the mean of z² is %.2f", squares)
	if !(squares > 0.7 && squares < 1.35) { // its standard error is 0.1
		t.Errorf("the mean of z² is %.2f, expected 1", squares)
	}
}
