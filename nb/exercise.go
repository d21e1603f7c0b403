package nb

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"gibbslab/nb/internal/output"
	"math"
	"slices"
)

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
