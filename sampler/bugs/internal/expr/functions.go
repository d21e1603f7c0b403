package expr

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Args are the arguments of a function of numbers.
type Args [8]float64

// A Function is what an expression may call. In the texts #1, #2, … stand for the arguments, and #
// for all of them.
type Function struct {
	Min, Max int                           // how many arguments; Max −1: any number
	Scalar   func(v Args) float64          // of numbers
	One      func(a float64) float64       // the same, if there is one argument
	Two      func(a, b float64) float64    // the same, if there are two
	Reduce   func(x []float64) float64     // of the elements of all arguments
	Vector   func(x [][]float64) []float64 // of whole arguments, to a vector
	Matrix   func(x []float64, n int) float64
	TeX      string // as a formula; "": the name
	Go       string // in Go, with functions of package source; "": there is none
}

// Functions has all functions and operators by name.
var Functions = map[string]Function{
	"+": two(func(a, b float64) float64 { return a + b }),
	"-": two(func(a, b float64) float64 { return a - b }),
	"*": two(func(a, b float64) float64 { return a * b }),
	"/": two(func(a, b float64) float64 { return a / b }), "^": two(power),
	"neg": one(func(a float64) float64 { return -a }),
	"!":   one(func(a float64) float64 { return truth(a == 0) }).as("", "indicator(# == 0)"),
	"<":   comparison(`<`, func(a, b float64) bool { return a < b }),
	">":   comparison(`>`, func(a, b float64) bool { return a > b }),
	"<=":  comparison(`\le`, func(a, b float64) bool { return a <= b }),
	">=":  comparison(`\ge`, func(a, b float64) bool { return a >= b }),
	"!=":  comparison(`\ne`, func(a, b float64) bool { return a != b }),
	"&&": two(func(a, b float64) float64 { return truth(a != 0 && b != 0) }).as("",
		"indicator(#1 != 0 && #2 != 0)"),
	"||": two(func(a, b float64) float64 { return truth(a != 0 || b != 0) }).as("",
		"indicator(#1 != 0 || #2 != 0)"),
	"==": comparison("=", func(a, b float64) bool { return a == b }),

	"abs": one(math.Abs).as(`\left|#1\right|`, "math.Abs(#)"),
	"exp": one(math.Exp).as(`e^{#1}`, "math.Exp(#)"),
	"log": one(Log).as(`\log\left(#\right)`, "logOf(#)"),
	"round": one(func(a float64) float64 { return math.Floor(a + 0.5) }).as("",
		"math.Floor(# + 0.5)"),
	"trunc": one(math.Trunc).as("", "math.Trunc(#)"),
	"sin":   one(math.Sin).as(`\sin\left(#\right)`, "math.Sin(#)"),
	"cos":   one(math.Cos).as(`\cos\left(#\right)`, "math.Cos(#)"),
	"tan":   one(math.Tan).as("", "math.Tan(#)"), "tanh": one(math.Tanh).as("", "math.Tanh(#)"),
	"arctan": one(math.Atan).as("", "math.Atan(#)"), "arcsin": one(math.Asin).as("", "math.Asin(#)"),
	"arccos": one(math.Acos).as("", "math.Acos(#)"), "sinh": one(math.Sinh).as("", "math.Sinh(#)"),
	"cosh":    one(math.Cosh).as("", "math.Cosh(#)"),
	"arcsinh": one(math.Asinh).as("", "math.Asinh(#)"),
	"arccosh": one(math.Acosh).as("", "math.Acosh(#)"),
	"arctanh": one(math.Atanh).as("", "math.Atanh(#)"),
	"loggam":  one(logGamma).as(`\log\Gamma\left(#\right)`, "logGamma(#)"),
	"logfact": one(func(a float64) float64 { return logGamma(a + 1) }).as("", "logGamma(# + 1)"),
	"step":    one(func(a float64) float64 { return truth(a >= 0) }),
	"logit": one(func(a float64) float64 { return Log(a) - math.Log1p(-a) }).as(
		`\operatorname{logit}\left(#\right)`, "(logOf(#1) - math.Log1p(-(#1)))"),
	"ilogit": one(Logistic).as(`\operatorname{logit}^{-1}\left(#\right)`, "logistic(#)"),
	"probit": one(func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }).as("",
		"math.Sqrt2*math.Erfinv(2*(#1)-1)"),
	"phi": one(Phi).as(`\Phi\left(#\right)`, "phi(#)"),
	"cloglog": one(func(a float64) float64 { return Log(-math.Log1p(-a)) }).as("",
		"logOf(-math.Log1p(-(#1)))"),
	"icloglog": one(func(a float64) float64 { return -math.Expm1(-math.Exp(a)) }).as(
		`\operatorname{cloglog}^{-1}\left(#\right)`, "(-math.Expm1(-math.Exp(#)))"),
	"softplus": one(SoftPlus).as(`\log\left(1 + e^{#1}\right)`, "softPlus(#)"),
	"logphi":   one(LogPhi).as(`\log\Phi\left(#\right)`, "logOf(phi(#))"),
	"logicloglog": one(func(a float64) float64 { return Log(-math.Expm1(-math.Exp(a))) }).as(
		`\log\operatorname{cloglog}^{-1}\left(#\right)`,
		"logOf(-math.Expm1(-math.Exp(#)))"),
	// the logarithm of: v[0] is from v[1] to v[2]
	"inside": Function{Min: 3, Max: 3, Scalar: func(v Args) float64 {
		if v[0] < v[1] || v[0] > v[2] {
			return Impossible
		}
		return 0
	}}.as("", "inside(#)"),
	"ifelse": Function{Min: 3, Max: 3, Scalar: func(v Args) float64 {
		if v[0] != 0 {
			return v[1]
		}
		return v[2]
	}}.as("", "ifElse(#)"),

	"sum": reduce(floats.Sum).as("", "floats.Sum(#)"),
	"mean": reduce(func(x []float64) float64 { return stat.Mean(x, nil) }).as(
		"", "stat.Mean(#, nil)"),
	"prod": reduce(floats.Prod).as("", "floats.Prod(#)"),
	"sd": reduce(func(x []float64) float64 { return stat.StdDev(x, nil) }).as(
		"", "stat.StdDev(#, nil)"),
	"max":    reduce(slices.Max[[]float64]).as(`\max\left(#\right)`, "slices.Max(#)"),
	"min":    reduce(slices.Min[[]float64]).as(`\min\left(#\right)`, "slices.Min(#)"),
	"length": reduce(func(x []float64) float64 { return float64(len(x)) }),
	"inprod": Function{Min: 2, Max: 2}.as("", "floats.Dot(#)"),
	"select": {Min: 2, Max: -1}, "interp.lin": {Min: 3, Max: 3},
	"logdet":  Function{Min: 1, Max: 1, Matrix: logDet}.as(`\log\left|#1\right|`, ""),
	"inverse": {Min: 1, Max: 1}, "t": {Min: 1, Max: 1}, "%*%": {Min: 2, Max: 2},
	"c": {Min: 1, Max: -1}, "rep": {Min: 2, Max: 2}, "sort": {Min: 1, Max: 1,
		Vector: func(x [][]float64) []float64 { return slices.Sorted(slices.Values(x[0])) }},
	"rank": {Min: 1, Max: 1, Vector: ranks}, "order": {Min: 1, Max: 1, Vector: order},
}

// comparison is 1 where a holds, and else 0.
func comparison(tex string, holds func(a, b float64) bool) Function {
	return two(func(a, b float64) float64 { return truth(holds(a, b)) }).as(
		`\left[#1 `+tex+` #2\right]`, "")
}

func (f Function) as(tex, golang string) Function {
	f.TeX, f.Go = tex, golang
	return f
}

// Fill puts texts of arguments into one of the texts of a function.
func Fill(text string, args []string) string {
	for i, a := range args {
		text = strings.ReplaceAll(text, "#"+strconv.Itoa(i+1), a)
	}
	return strings.Replace(text, "#", strings.Join(args, ", "), 1)
}

func one(f func(a float64) float64) Function {
	return Function{Min: 1, Max: 1, One: f, Scalar: func(v Args) float64 { return f(v[0]) }}
}

func two(f func(a, b float64) float64) Function {
	return Function{Min: 2, Max: 2, Two: f, Scalar: func(v Args) float64 { return f(v[0], v[1]) }}
}

func reduce(f func(x []float64) float64) Function { return Function{Min: 1, Max: -1, Reduce: f} }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func power(a, b float64) float64 {
	switch b {
	case 2:
		return a * a
	case 3:
		return a * (a * a) // as math.Pow rounds it
	case 4:
		return (a * a) * (a * a)
	case 0.5:
		return math.Sqrt(a)
	case -1:
		return 1 / a
	}
	if ByLog(a, b) {
		return math.Exp(b * math.Log(a))
	}
	return math.Pow(a, b)
}

// ByLog tells whether aᵇ is computed as exp(b log a), which takes half the time of math.Pow.
func ByLog(a, b float64) bool { return a > 0 && b != math.Trunc(b) && math.Abs(b) != 0.5 }

// Impossible stands for log 0. It is finite, so that 0·log 0 = 0.
const Impossible = -1e300

// Log is the logarithm, with Impossible for log 0. A number just below zero is 0 but for rounding.
func Log(a float64) float64 {
	if a <= 0 && a > -1e-12 {
		return Impossible
	}
	return math.Log(a)
}

func logGamma(a float64) float64 {
	v, _ := math.Lgamma(a)
	return v
}

// Logistic is 1/(1+e⁻ᵃ).
func Logistic(a float64) float64 { return 1 / (1 + math.Exp(-a)) }

// SoftPlus is log(1+eᵃ).
func SoftPlus(a float64) float64 {
	if a > 0 {
		return a + math.Log1p(math.Exp(-a))
	}
	return math.Log1p(math.Exp(a))
}

// Phi is the standard normal distribution function.
func Phi(a float64) float64 { return math.Erfc(-a/math.Sqrt2) / 2 }

// LogPhi is log Φ(a), accurate in the lower tail.
func LogPhi(a float64) float64 {
	if a > -30 {
		return Log(Phi(a))
	}
	b := 1 / (a * a) // Abramowitz and Stegun, 26.2.12
	return -a*a/2 - math.Log(-a) - math.Log(2*math.Pi)/2 + math.Log1p(-b*(1-3*b*(1-5*b)))
}

func order(x [][]float64) []float64 {
	at := make([]int, len(x[0]))
	floats.ArgsortStable(slices.Clone(x[0]), at)
	y := make([]float64, len(at))
	for i, k := range at {
		y[i] = float64(k + 1)
	}
	return y
}

func ranks(x [][]float64) []float64 {
	y := make([]float64, len(x[0]))
	for i, k := range order(x) {
		y[int(k)-1] = float64(i + 1)
	}
	return y
}

// Interpolate is the piecewise linear function through (x, y), constant outside.
func Interpolate(e float64, x, y []float64) float64 {
	if e <= x[0] {
		return y[0]
	}
	for i := 1; i < len(x); i++ {
		if e <= x[i] {
			return y[i-1] + (y[i]-y[i-1])*(e-x[i-1])/(x[i]-x[i-1])
		}
	}
	return y[len(y)-1]
}
