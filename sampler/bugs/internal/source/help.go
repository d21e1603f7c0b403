package source

import (
	"maps"
	"slices"
)

// helpers are functions that a program has if it calls them.
var helpers = map[string]string{
	"between": `// between draws a number from lo to hi.
func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }`,
	"square": `func square(x float64) float64 { return x * x }`,
	"logOf": `// logOf is the logarithm. That of zero is finite, so that 0 times it is 0.
func logOf(x float64) float64 {
	if x <= 0 && x > -1e-12 { // zero but for rounding
		return -1e300
	}
	return math.Log(x)
}`,
	"logGamma": `func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}`,
	"logistic": `func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }`,
	"softPlus": `// softPlus is log(1 + exp(x)).
func softPlus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}`,
	"power": `// power is x to the power of y.
func power(x, y float64) float64 {
	if x > 0 && y != math.Trunc(y) && math.Abs(y) != 0.5 {
		return math.Exp(y * math.Log(x)) // quicker than math.Pow
	}
	return math.Pow(x, y)
}`,
	"phi": `// phi is the standard normal distribution function.
func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }`,
	"logMass": `// logMass is the log probability that a normal number is from lo to hi.
func logMass(lo, hi, mean, precision float64) float64 {
	a, b := (lo-mean)*math.Sqrt(precision), (hi-mean)*math.Sqrt(precision)
	if a > 0 {
		a, b = -b, -a // where phi is accurate
	}
	return logOf(phi(b) - phi(a))
}`,
	"ifElse": `func ifElse(is, yes, no float64) float64 {
	if is != 0 {
		return yes
	}
	return no
}`,
	"inside": `// inside is the logarithm of one if x is from lo to hi, and else of zero.
func inside(x, lo, hi float64) float64 {
	if x < lo || x > hi {
		return -1e300
	}
	return 0
}`,
	"wishart": `// wishart draws a precision matrix from the Wishart distribution with df degrees of
// freedom and the inverse of scale.
func wishart(r *rand.Rand, df float64, scale []float64) []float64 {
	n := int(math.Sqrt(float64(len(scale))))
	chol, root, omega := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	if err := variate.Cholesky(scale, chol); err != nil {
		panic(err)
	}
	variate.InvWishart(r, df, chol, root) // the covariance matrix is root times its transpose
	mat.NewDense(n, n, omega).Mul(inverse(root).T(), inverse(root))
	return omega
}`,
	"multiNormal": `// multiNormal draws a normal vector from its mean and its precision matrix.
func multiNormal(r *rand.Rand, mean, precision, x []float64) {
	clear(x)
	chol := make([]float64, len(precision))
	if err := variate.MultiNormalPrecision(r, precision, x, chol, x); err != nil {
		panic(err)
	}
	floats.Add(x, mean)
}`,
	"inverse": `// inverse is the inverse of a matrix that is given by rows.
func inverse(x []float64) *mat.Dense {
	n := int(math.Sqrt(float64(len(x))))
	var inv mat.Dense
	if err := inv.Inverse(mat.NewDense(n, n, x)); err != nil {
		panic(err)
	}
	return &inv
}`,
	"logDet": `// logDet is the log determinant of a matrix that is given by rows.
func logDet(x []float64) float64 {
	n := int(math.Sqrt(float64(len(x))))
	v, _ := mat.LogDet(mat.NewDense(n, n, x))
	return v
}`,
	"indicator": `func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}`,
	"oneIf": `func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}`,
	"slice": `// slice makes a step of slice sampling from x. In the warm-up it learns the
// width of its first interval.
func slice(
	r *rand.Rand, s *state, x float64, width *float64, lo, hi float64,
	logDensity func(v float64) float64,
) float64 {
	if *width == 0 {
		*width = 1
	}
	v := update.SliceSteps(r, x, *width, lo, hi, 40, func(v float64) float64 {
		if d := logDensity(v); d > -1e290 {
			return d
		}
		return math.Inf(-1) // impossible
	})
	if !s.Warm {
		*width += 0.05 * (3*math.Abs(v-x) - *width)
		*width = max(*width, 1e-10*(1+math.Abs(v)))
	}
	return v
}`,
}

// help writes the functions that a program calls.
func help(program string) (text string) {
	for range 2 { // some call others
		all := program + text
		text = ""
		for _, n := range slices.Sorted(maps.Keys(helpers)) {
			if mentions(all, n+"(") {
				text += "\n" + helpers[n] + "\n"
			}
		}
	}
	return text
}
