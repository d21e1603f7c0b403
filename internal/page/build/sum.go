package main

import (
	"encoding/binary"
	"hash"
	"math"
	"math/bits"
)

// This file is compiled twice: here, where a test compares it with crypto/sha256, and for the
// browser as crypto/sha256 itself (see withOverlay), which links much of crypto that nobody calls.

// Size is the length of a digest.
const Size = 32

// Sum256 is the SHA-256 digest of data.
func Sum256(data []byte) [Size]byte { return [Size]byte((&digest{data}).Sum(nil)) }

// New returns a hash that keeps what it is given.
func New() hash.Hash { return &digest{} }

type digest struct{ all []byte }

func (d *digest) Write(p []byte) (int, error) {
	d.all = append(d.all, p...)
	return len(p), nil
}

func (d *digest) Reset()       { d.all = nil }
func (*digest) Size() int      { return Size }
func (*digest) BlockSize() int { return 64 }

func (d *digest) Sum(to []byte) []byte {
	data := append(d.all[:len(d.all):len(d.all)], 0x80)
	data = append(data, make([]byte, (64+56-len(data)%64)%64)...)
	data = binary.BigEndian.AppendUint64(data, 8*uint64(len(d.all)))
	state := begins
	for ; len(data) > 0; data = data[64:] {
		var w [64]uint32
		for i := range w {
			if i < 16 {
				w[i] = binary.BigEndian.Uint32(data[4*i:])
				continue
			}
			x, y := w[i-15], w[i-2]
			w[i] = w[i-16] + w[i-7] + (right(x, 7) ^ right(x, 18) ^ x>>3) +
				(right(y, 17) ^ right(y, 19) ^ y>>10)
		}
		s := state
		for i, w := range w {
			a, e := s[0], s[4]
			t := s[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + (e&s[5] ^ ^e&s[6]) + steps[i] + w
			u := (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
			s = [8]uint32{t + u, a, s[1], s[2], s[3] + t, e, s[5], s[6]}
		}
		for i := range state {
			state[i] += s[i]
		}
	}
	for _, x := range state {
		to = binary.BigEndian.AppendUint32(to, x)
	}
	return to
}

func right(x uint32, k int) uint32 { return bits.RotateLeft32(x, -k) }

// What the algorithm begins with, and adds in each step: the first bits behind the point of the
// square roots and cube roots of the first primes.
var begins, steps = func() (begins [8]uint32, steps [64]uint32) {
	behind := func(x float64) uint32 { return uint32((x - math.Floor(x)) * (1 << 32)) }
	for n, p := 0, 2; n < len(steps); p++ {
		prime := true
		for k := 2; k < p; k++ {
			prime = prime && p%k != 0
		}
		if !prime {
			continue
		}
		if n < len(begins) {
			begins[n] = behind(math.Sqrt(float64(p)))
		}
		steps[n] = behind(math.Cbrt(float64(p)))
		n++
	}
	return begins, steps
}()
