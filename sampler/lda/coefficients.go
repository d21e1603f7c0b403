package lda

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// design is the matrix of covariates, with the intercept, of which each row stands for all
// documents that have it. The coefficients of a topic are drawn along directions, one after the
// other: the columns of V, where X V has columns that are uncorrelated. Covariates that are
// correlated then cost nothing.
type design struct {
	x    []float64 // rows × P+1
	dirs []float64 // V, by direction
	xv   []float64 // X V, by direction
	p    int       // P+1
}

func newDesign(c Covariates) (*design, *docRows) {
	keys := make([]string, len(c.X))
	for d, row := range c.X {
		keys[d] = rowKey(row)
	}
	rows, first := rowsOf(keys)
	g := &design{p: len(c.Names) + 1}
	for _, d := range first {
		g.x = append(append(g.x, 1), c.X[d]...)
	}
	// XᵀX over the documents, and the precisions of the prior.
	p := g.p
	gram := make([]float64, p*p)
	for i, n := range rows.n {
		x := g.x[i*p:][:p]
		for a := range p {
			for b := range p {
				gram[a*p+b] += float64(n) * x[a] * x[b]
			}
		}
	}
	for a := range p {
		sd := c.SD
		if a == 0 {
			sd = c.InterceptSD
		}
		gram[a*p+a] += 1 / (sd * sd)
	}
	g.dirs = inverseFactor(gram, p)
	n := len(first)
	g.xv = make([]float64, p*n)
	for j := range p {
		for i := range n {
			for a := range p {
				g.xv[j*n+i] += g.x[i*p+a] * g.dirs[j*p+a]
			}
		}
	}
	return g, rows
}

// inverseFactor returns the columns v_j of V, one after the other, with VᵀAV = 1: V is the inverse
// of the transposed Cholesky factor of A, which is positive definite.
func inverseFactor(a []float64, p int) []float64 {
	l := make([]float64, p*p)
	for i := range p {
		for j := range i + 1 {
			sum := a[i*p+j]
			for k := range j {
				sum -= l[i*p+k] * l[j*p+k]
			}
			if i == j {
				l[i*p+i] = math.Sqrt(math.Max(sum, 1e-12*a[i*p+i]))
			} else {
				l[i*p+j] = sum / l[j*p+j]
			}
		}
	}
	v := make([]float64, p*p)
	for j := range p { // Lᵀ v_j = e_j
		for i := j; i >= 0; i-- {
			sum := 0.0
			if i == j {
				sum = 1
			}
			for k := i + 1; k <= j; k++ {
				sum -= l[k*p+i] * v[j*p+k]
			}
			v[j*p+i] = sum / l[i*p+i]
		}
	}
	return v
}

// dependent returns the first covariate that is a combination of those before it, "" for none: the
// part of it that is left when they are subtracted is nearly 0.
func (g *design) dependent(rows *docRows, names []string) string {
	n := len(rows.n)
	dot := func(a, b []float64) (sum float64) {
		for i, docs := range rows.n {
			sum += float64(docs) * a[i] * b[i]
		}
		return sum
	}
	var before [][]float64
	for j := range g.p {
		x := make([]float64, n)
		for i := range x {
			x[i] = g.x[i*g.p+j]
		}
		whole := 0.0
		for i, b := range before {
			c := dot(x, b)
			for r := range x {
				x[r] -= c * b[r]
			}
			if i == 0 { // less its mean
				whole = dot(x, x)
			}
		}
		left := dot(x, x)
		if j > 0 && left <= 1e-10*whole {
			return names[j-1]
		}
		for r := range x {
			x[r] /= math.Sqrt(left)
		}
		before = append(before, x)
	}
	return ""
}

// regression is the scratch space of a chain for the coefficients.
type regression struct {
	tables                []float64 // K × rows: Σ m_dk over the documents of a row
	rate                  []float64 // Σ −log w_d, by row
	eta                   []float64 // of one topic: log α, by row
	weight                []float64 // rate × α
	at                    []float64 // the direction now, by row
	fixed, moving         []float64 // parts of log α in rescale, like tables
	linear, square, slope float64
	density               func(t float64) float64
}

func (c Covariates) begin(s *State) {
	p, rows := len(c.Names)+1, len(s.rows.n)
	if !s.learnsSDs() || s.sds[0] == 0 {
		s.sds = c.sds()
	}
	if len(s.lambda) != len(s.Alpha)*p { // a new chain
		s.lambda = make([]float64, len(s.Alpha)*p)
		for k := range s.Alpha {
			s.lambda[k*p], _ = c.prior(s, k, 0)
		}
	}
	x := &regression{tables: make([]float64, len(s.Alpha)*rows), rate: make([]float64, rows),
		eta: make([]float64, rows), weight: make([]float64, rows)}
	x.density = x.logDensity
	if s.learnsSDs() {
		x.fixed, x.moving = make([]float64, len(x.tables)), make([]float64, len(x.tables))
	}
	s.regression = x
	s.alphas, s.totals = make([]float64, len(s.Alpha)*rows), make([]float64, rows)
	c.setAlphas(s)
	s.setRows()
}

// setAlphas computes α from λ.
func (c Covariates) setAlphas(s *State) {
	p, k := c.design.p, len(s.Alpha)
	for i := range s.rows.n {
		x := c.design.x[i*p:][:p]
		for j := range k {
			s.alphas[i*k+j] = bounded(math.Exp(inner(x, s.lambda[j*p:])))
		}
	}
}

func inner(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

func (c Covariates) blocks() []sampler.Block[State] {
	return []sampler.Block[State]{sampler.Update("lambda", func(r *rand.Rand, s *State) {
		for range c.passes(s) {
			c.drawAuxiliary(r, s)
			for k := range s.Alpha {
				c.drawCoefficients(r, s, k)
			}
			if s.learnsSDs() {
				for j := range s.sds {
					c.rescale(r, s, j)
				}
				c.drawSDs(r, s)
			}
			c.setAlphas(s)
			s.setRows()
		}
	})}
}

// passes is how often a sweep draws the auxiliary variables and the coefficients: up to five times
// if this is cheap beside the topics of the tokens. On 4800 tokens five passes had three to five
// times the effective draws of one, and thirty times for the slowest coefficient.
func (c Covariates) passes(s *State) int {
	return min(max(len(s.z)/max(1, len(s.lambda)*len(s.rows.n)), 1), 5)
}

// drawAuxiliary draws w and m given z and λ.
func (c Covariates) drawAuxiliary(r *rand.Rand, s *State) {
	x, rows := s.regression, len(s.rows.n)
	clear(x.tables)
	clear(x.rate)
	for d, length := range s.tokens.length {
		if length == 0 {
			continue
		}
		row := int(s.rows.of[d])
		alpha, total := s.alphaOf(d)
		for _, k := range s.topicsOfDoc(d) {
			x.tables[int(k)*rows+row] += float64(drawTables(r, s.n[k], alpha[k]))
			s.n[k] = 0
		}
		x.rate[row] -= logBeta(r, total, float64(length))
	}
}

// drawCoefficients draws the coefficients of a topic given w and m.
func (c Covariates) drawCoefficients(r *rand.Rand, s *State, k int) {
	x, g, rows := s.regression, c.design, len(s.rows.n)
	lambda, tables := s.lambda[k*g.p:][:g.p], x.tables[k*rows:][:rows]
	for i := range x.eta {
		x.eta[i] = inner(g.x[i*g.p:][:g.p], lambda)
	}
	for j := range g.p {
		v := g.dirs[j*g.p:][:g.p]
		x.at = g.xv[j*rows:][:rows]
		x.linear, x.square, x.slope = 0, 0, 0
		for p, d := range v {
			mean, sd := c.prior(s, k, p)
			x.square += d * d / (sd * sd)
			x.slope += d * (lambda[p] - mean) / (sd * sd)
		}
		curvature, lo, hi := x.square, math.Inf(-1), math.Inf(1)
		for i, q := range x.at {
			x.linear += tables[i] * q
			curvature += tables[i] * q * q
			x.weight[i] = x.rate[i] * math.Exp(x.eta[i])
			lo, hi = within0(lo, hi, q, x.eta[i])
		}
		if lo == hi {
			continue
		}
		t := update.SliceSteps(r, 0, 3/math.Sqrt(curvature), lo, hi, 50, x.density)
		for p, d := range v {
			lambda[p] += t * d
		}
		for i, q := range x.at {
			x.eta[i] += t * q
		}
	}
}

// within0 narrows the interval of t, which contains 0, to where exp(η + tq) is a concentration.
func within0(lo, hi, q, eta float64) (float64, float64) {
	if q == 0 {
		return lo, hi
	}
	a, b := (logMin-eta)/q, (logMax-eta)/q
	if q < 0 {
		a, b = b, a
	}
	return min(max(lo, a), 0), max(min(hi, b), 0)
}

var logMin, logMax = math.Log(minConcentration), math.Log(maxConcentration)

// logDensity is that of a step t in the direction now.
func (x *regression) logDensity(t float64) float64 {
	sum, last, factor := 0.0, 0.0, 1.0
	for i, w := range x.weight {
		if q := x.at[i]; q != last && t != 0 { // neighbours are often equal, such as years after a step
			last, factor = q, math.Exp(t*q)
		}
		sum += w * factor
	}
	return t*(x.linear-x.slope-t*x.square/2) - sum
}
