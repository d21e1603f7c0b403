package criticism

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gibbslab/internal/memory"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Bridge estimates the log marginal likelihood by bridge sampling. It needs no full conditionals,
// only the joint density of data and parameters.
//
// at writes the parameters of a draw into x, in coordinates without bounds, such as log σ. Latent
// variables must be integrated out, or be among them. logDensity is the log joint density of data
// and x, with all constants and with the Jacobian of the coordinates: for log σ² it has the prior
// density of σ² times σ².
//
// A normal distribution with the mean and covariance of the first half of each chain is the bridge
// to the second half. So the posterior should look roughly normal in these coordinates. The
// standard error accounts for the autocorrelation of the draws, and not for a mode that no chain
// has seen. A warning says if chains disagree.
//
// Sources: Meng & Wong, Statistica Sinica 6 (1996) 831–860; the error: Frühwirth-Schnatter,
// Econometrics Journal 7 (2004) 143–167, section 3.3.
func Bridge(
	tr *sampler.Trace, dim int, at func(d *sampler.Draw, x []float64),
	logDensity func(x []float64) float64, r *rand.Rand,
) (*Marginal, error) {
	if tr == nil || at == nil || logDensity == nil || r == nil || dim < 1 {
		return nil, errors.New("criticism: Bridge needs a trace, at least one coordinate, both " +
			"functions, and random numbers")
	}
	if err := memory.Room(16 * float64(dim) * float64(dim)); err != nil {
		return nil, fmt.Errorf("criticism: Bridge: the covariance of %d coordinates: %w; "+
			"integrate some of them out", dim, err)
	}
	rows, err := tr.Replicate(r, 0, dim, func(_ *rand.Rand, d *sampler.Draw, x []float64) { at(d, x) })
	if err != nil {
		return nil, fmt.Errorf("criticism: Bridge: %w", err)
	}
	l, err := newLogLik(tr, "", positions(1))
	if err != nil {
		return nil, err
	}
	m := &Marginal{Method: "log marginal likelihood (bridge sampling)"}
	m.disagreeIn(rows, l.chains)
	var fit [][]float64          // the first halves
	var use [][][]float64        // the second halves, by chain
	for _, n := range l.chains { // of unequal chains, all draws count
		fit, use, rows = append(fit, rows[:n/2]...), append(use, rows[n/2:n]), rows[n:]
	}
	proposal, err := fitNormal(fit)
	if err != nil {
		return nil, err
	}
	b := bridge{chains: make([][]float64, len(use))}
	for c, rows := range use {
		for _, x := range rows {
			b.chains[c] = append(b.chains[c], logDensity(x)-proposal.log(x))
		}
	}
	x := make([]float64, dim)
	for range slices.Concat(b.chains...) {
		proposal.draw(r, x)
		b.proposed = append(b.proposed, logDensity(x)-proposal.log(x))
	}
	if err := b.estimate(m); err != nil {
		return nil, err
	}
	return m, nil
}

// disagreeIn warns of the coordinate about which chains disagree most.
func (m *Marginal) disagreeIn(rows [][]float64, lengths []int) {
	worst, which, chains := 0.0, 0, [][]float64(nil)
	for i := range rows[0] {
		x := make([]float64, len(rows))
		for s, row := range rows {
			x[s] = row[i]
		}
		if r := diag.RHat(chainsOf(x, lengths)); r > worst {
			worst, which, chains = r, i, chainsOf(x, lengths)
		}
	}
	if worst > 0 {
		m.disagree(fmt.Sprintf("coordinate %d", which), chains)
	}
}

// A bridge holds log ratios of the joint density to the density of the proposal.
type bridge struct {
	chains   [][]float64 // at draws from the posterior
	proposed []float64   // at draws from the proposal
}

func (b *bridge) estimate(m *Marginal) error {
	posterior := slices.Concat(b.chains...)
	for s, v := range posterior {
		if v-v != 0 {
			return fmt.Errorf("criticism: Bridge: the log joint density is %v in draw %d of the "+
				"second halves, expected a finite number", v, s)
		}
	}
	for _, v := range b.proposed {
		if math.IsNaN(v) || math.IsInf(v, 1) {
			return fmt.Errorf("criticism: Bridge: the log joint density of a proposed point is %v: it "+
				"must be finite, or −Inf, for all x: are the coordinates without bounds?", v)
		}
	}
	ess := diag.ESSMean(b.chains)
	n := float64(len(posterior))
	if math.IsNaN(ess) {
		ess = n
	}
	s1 := ess / (ess + n)
	s2 := 1 - s1
	shift := diag.Quantile(posterior, 0.5)
	one := slices.Clone(b.proposed) // p/g at proposals, over exp(shift)
	for i, v := range one {
		one[i] = math.Exp(v - shift)
	}
	two := make([][]float64, len(b.chains))
	for c, x := range b.chains {
		for _, v := range x {
			two[c] = append(two[c], math.Exp(v-shift))
		}
	}
	z := 1.0
	for range 1000 {
		above, below := 0.0, 0.0
		for _, v := range one {
			above += v / (s1*v + s2*z)
		}
		for _, x := range two {
			for _, v := range x {
				below += 1 / (s1*v + s2*z)
			}
		}
		next := above / below
		done := math.Abs(next-z) <= 1e-12*next
		z = next
		if done {
			break
		}
	}
	if !(z > 0) || math.IsInf(z, 0) {
		return errors.New("criticism: Bridge: posterior and proposal do not overlap: choose " +
			"coordinates in which the posterior looks normal")
	}
	m.Log = shift + math.Log(z)
	for i, v := range one {
		one[i] = v / z / (s1*v/z + s2)
	}
	for _, x := range two {
		for s, v := range x {
			x[s] = 1 / (s1*v/z + s2)
		}
	}
	fromProposal := diag.SD(one) / diag.Mean(one) / math.Sqrt(n)
	fromPosterior := diag.MCSEMean(two) / diag.Mean(slices.Concat(two...))
	m.SE = math.Hypot(fromProposal, fromPosterior)
	m.judge()
	return nil
}

// A normalFit is a multivariate normal distribution.
type normalFit struct {
	mean []float64
	l    mat.TriDense // Cholesky factor of the covariance
	logZ float64
	z    *mat.VecDense
}

// fitNormal has the mean and covariance of the rows.
func fitNormal(rows [][]float64) (*normalFit, error) {
	if len(rows) < 2 {
		return nil, errors.New("criticism: Bridge needs more draws")
	}
	dim := len(rows[0])
	f := &normalFit{mean: make([]float64, dim), z: mat.NewVecDense(dim, nil)}
	n := float64(len(rows))
	for _, x := range rows {
		for i, v := range x {
			f.mean[i] += v / n
		}
	}
	covariance := mat.NewSymDense(dim, nil)
	for _, x := range rows {
		for i := range x {
			for j := i; j < dim; j++ {
				covariance.SetSym(i, j, covariance.At(i, j)+(x[i]-f.mean[i])*(x[j]-f.mean[j])/(n-1))
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(covariance) {
		return nil, fmt.Errorf("criticism: Bridge: the covariance of %d draws of %d coordinates is "+
			"singular: is a coordinate constant, a function of others, or not finite?", len(rows), dim)
	}
	chol.LTo(&f.l)
	f.logZ = chol.LogDet()/2 + float64(dim)/2*math.Log(2*math.Pi)
	return f, nil
}

func (f *normalFit) log(x []float64) float64 {
	for i, v := range x {
		f.z.SetVec(i, v-f.mean[i])
	}
	if err := f.z.SolveVec(&f.l, f.z); err != nil {
		var ill mat.Condition
		if !errors.As(err, &ill) {
			return math.NaN()
		}
	}
	return -mat.Dot(f.z, f.z)/2 - f.logZ
}

func (f *normalFit) draw(r *rand.Rand, x []float64) {
	for i := range x {
		f.z.SetVec(i, r.NormFloat64())
	}
	f.z.MulVec(&f.l, f.z)
	for i := range x {
		x[i] = f.mean[i] + f.z.AtVec(i)
	}
}
