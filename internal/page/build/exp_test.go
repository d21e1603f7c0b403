package main

import (
	"bytes"
	"crypto/sha256"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// The program for the browser has this exponential function in place of math's.
func TestExp(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the exponential function is that of amd64")
	}
	r := rand.New(rand.NewPCG(1, 2))
	check := func(x float64) {
		if got, want := archExp(x), math.Exp(x); got != want && (got == got || want == want) {
			t.Errorf("exp(%v) is %v, expected %v", x, got, want)
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, 1e-300, -1e-20, 709.78, 709.7827, 709.79, 800,
		-708, -708.5, -745, -745.14, -746, -1e9, -1e10, -1e300, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324} {
		check(x)
	}
	for range 300_000 {
		check(r.NormFloat64())
		check(20 * r.NormFloat64())
		check(1500*r.Float64() - 760)
	}
}

// It also has the digests of crypto/sha256, with which the streams of chains begin.
func TestSum(t *testing.T) {
	data := make([]byte, 300)
	for n := range data {
		data[n] = byte(37 * n)
		if got, want := Sum256(data[:n]), sha256.Sum256(data[:n]); got != want {
			t.Errorf("the digest of %d bytes is %x, expected %x", n, got, want)
		}
	}
	h := New()
	h.Write(data[:100])
	h.Sum(nil)
	h.Write(data[100:])
	if got, want := h.Sum([]byte{1}), sha256.Sum256(data); !bytes.Equal(got[1:], want[:]) {
		t.Errorf("a digest in two parts is %x, expected %x", got, want)
	}
}
