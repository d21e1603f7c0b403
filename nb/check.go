package nb

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gibbslab/nb/internal/output"
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

// Todo is the answer to an exercise that is not solved yet. Code cells return Todo, the reader
// replaces it, and [Exercise] judges the result:
//
//	func answer() float64 { return nb.Todo } // replace nb.Todo by your answer
//
//	nb.Exercise("Exercise 1", answer(), "Il73ygnHX5PtOhmoDy4", 0.01)
//
// Todo is a NaN with bits of its own. Exercise can tell it from a NaN that was computed.
var Todo = math.Float64frombits(todoBits)

const (
	todoBits = 0x7FF8_0000_0070_D0D0
	signBit  = 1 << 63
)

// Exercise tells the reader whether an answer is right, without showing the right answer in the
// cell. [Seal] makes target from it. Exercise is green if got is within tol of the right answer. It
// is red and fails the cell if got is wrong. It is grey as long as got is [Todo]: a notebook with
// open exercises runs to its end.
func Exercise(name string, got float64, target string, tol float64) {
	checkTolerance("exercise", name, tol)
	f := digitsOf(tol)
	switch {
	case math.Float64bits(got)&^signBit == todoBits:
		output.Say(output.Grey, "○", name+": not yet. Replace nb.Todo by your answer.")
	case unsealed(name, got, target, tol):
		pass(fmt.Sprintf("%s: %s is right", name, f(got)))
	default:
		fail(fmt.Sprintf("%s: %s is not right (it must be within %s)", name, f(got), rounded(tol)))
	}
}

// Seal hides the right answer of an exercise, for whoever writes one: the text that it returns is
// the target for [Exercise], with the same name and the same tolerance, which must be positive. A
// reader cannot see the answer in it. A program could find it by trying.
//
// The text holds a check of name and tolerance, then the number want, encrypted with a key that is
// made from name and want in steps of tol.
func Seal(name string, want, tol float64) string {
	checkTolerance("seal", name, tol)
	if step := math.Round(want / tol); tol == 0 || math.Abs(step) > 1<<53 || step != step {
		panic(fmt.Sprintf("seal %q: want %v and tolerance %v: give a finite number, and a "+
			"tolerance that is not many digits smaller; 0.5 is right for whole numbers", name, want, tol))
	}
	key := sealKey(name, math.Round(want/tol))
	body := binary.BigEndian.AppendUint64(nil, math.Float64bits(want)^binary.BigEndian.Uint64(key[:]))
	text := slices.Concat(sealCheck(name, tol), key[8:11], body)
	return base64.RawURLEncoding.EncodeToString(text)
}

// unsealed reports whether got is within tol of the sealed number. The number's step differs from
// that of got by one at most.
func unsealed(name string, got float64, seal string, tol float64) bool {
	text, err := base64.RawURLEncoding.DecodeString(seal)
	if err != nil || len(text) != 14 || string(text[:3]) != string(sealCheck(name, tol)) {
		panic(fmt.Sprintf("exercise %q: the sealed target %q was not made for this name and the "+
			"tolerance %v: make it with nb.Seal(name, answer, tolerance)", name, seal, tol))
	}
	for step := math.Round(got/tol) - 1; step <= math.Round(got/tol)+1; step++ {
		key := sealKey(name, step)
		if string(key[8:11]) == string(text[3:6]) {
			want := binary.BigEndian.Uint64(text[6:]) ^ binary.BigEndian.Uint64(key[:])
			return near(got, math.Float64frombits(want), tol)
		}
	}
	return false
}

// sealCheck tells a seal that was made for another exercise.
func sealCheck(name string, tol float64) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", name, tol))
	return sum[:3]
}

func sealKey(name string, step float64) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s %.0f", name, step+0))
}
