package nb

import (
	"fmt"
	"gibbslab/nb/internal/output"
	"math"
	"strconv"
)

// Check shows whether a claim is true: the sentence has a green badge if it is, and a red badge if
// it is not. A red badge fails the cell, and with it a headless run of the notebook.
func Check(claim string, ok bool) {
	if !ok {
		fail(claim)
	}
	pass(claim)
}

// Near checks that got is within tol of want, ends included. It shows both with as many digits as
// tol makes meaningful. NaN is near nothing. With tol 0 the two must be equal.
func Near(claim string, got, want, tol float64) {
	checkTolerance("near", claim, tol)
	f := digitsOf(tol)
	within := fmt.Sprintf("within %s of %s", rounded(tol), f(want))
	if tol == 0 {
		within = "equal to " + f(want)
	}
	if !near(got, want, tol) {
		fail(fmt.Sprintf("%s: %s is not %s", claim, f(got), within))
	}
	pass(fmt.Sprintf("%s: %s is %s", claim, f(got), within))
}

// Rejects shows that a check can fail. It runs f, which must fail as [Check], [Near] and [Exercise]
// do, and it fails itself if f does not. It shows nothing of what f shows. Solutions use it to
// prove that a wrong answer is noticed.
func Rejects(f func()) {
	var failed *failure
	output.Record(true, func() {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case failure:
				failed = &r
			default:
				panic(r)
			}
		}()
		f()
	})
	if failed == nil {
		fail("rejects: nothing failed, and something should have")
	}
	pass("rejected, as it should be: " + string(*failed))
}

// failure is what a failed check panics with: the sentence it showed.
type failure string

// Error makes the panic's message the sentence.
func (f failure) Error() string { return string(f) }

func pass(claim string) { output.Say(output.Green, "✓", claim) }

func fail(claim string) {
	output.Say(output.Red, "✗", claim)
	panic(failure(claim))
}

func near(got, want, tol float64) bool {
	return got == want || math.Abs(got-want) <= tol && !math.IsInf(want, 0)
}

func checkTolerance(helper, name string, tol float64) {
	if !(tol >= 0) || math.IsInf(tol, 1) {
		panic(fmt.Sprintf("%s %q: the tolerance is %v: give a positive number, or 0 for equality",
			helper, name, tol))
	}
}

// rounded writes a tolerance with at most three significant digits.
func rounded(tol float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(tol, 'g', 3, 64), 64)
	if err != nil {
		return fmt.Sprint(tol)
	}
	return strconv.FormatFloat(short, 'g', -1, 64)
}

// digitsOf writes numbers down to a tenth of the tolerance. Smaller digits do not matter.
func digitsOf(tol float64) func(float64) string {
	decimals := 0
	if tol > 0 {
		decimals = max(0, 1-int(math.Floor(math.Log10(tol))))
	}
	if tol == 0 || decimals > 15 {
		return func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	}
	return func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
}

// Must returns v, or panics with err if err is not nil. It is for calls in cells that return a
// value and an error: the panic is a red cell with the sentence of the error.
//
//	model := nb.Must(prior.Model(scores))
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
