package coupling

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/variate"
)

// Within a block the chain ahead moves first. Its random bits are recorded, and each law that it
// drew from, with the value. Then the chain behind runs the same block. Its k-th law meets the
// k-th law of the other, and takes over the value as often as both laws allow. Its other random
// bits are those of the chain ahead, up to the next law. Where there are no more, it has bits of
// its own. So no bit of the chain ahead has a part in two draws of the chain behind, and each of
// its draws has the right law given all before.

// leader is the source of random bits of the chain ahead, and the director of its draws.
type leader struct {
	src, r    *rand.Rand // r draws from the leader, and the leader from src
	recording bool
	bits      []uint64
	laws      []drawn
}

// drawn is a law, what was drawn from it, and between which bits.
type drawn struct {
	law      draws.Law
	value    []float64
	from, to int
}

func (l *leader) begin(recording bool) {
	l.recording, l.bits, l.laws = recording, l.bits[:0], l.laws[:0]
}

func (l *leader) Uint64() uint64 {
	b := l.src.Uint64()
	if l.recording {
		l.bits = append(l.bits, b)
	}
	return b
}

func (l *leader) Draw(law draws.Law, dst []float64) {
	from := len(l.bits)
	law.Draw(l.r, law.Params, dst)
	if l.recording {
		l.laws = append(l.laws, drawn{law, slices.Clone(dst), from, len(l.bits)})
	}
}

// raw is the number of bits that belong to no law.
func (l *leader) raw() int {
	n := len(l.bits)
	for _, d := range l.laws {
		n -= d.to - d.from
	}
	return n
}

// follower is the same for the chain behind.
type follower struct {
	src, r   *rand.Rand
	lead     *leader
	bit, law int  // the next of the leader
	own      bool // bits come from src
	same     bool // so far
}

func (f *follower) begin() { f.bit, f.law, f.own, f.same = 0, 0, false, true }

// end tells whether all draws of the block were those of the leader.
func (f *follower) end() bool {
	return f.same && f.bit == len(f.lead.bits) && f.law == len(f.lead.laws)
}

func (f *follower) Uint64() uint64 {
	if !f.own {
		end := len(f.lead.bits)
		if f.law < len(f.lead.laws) {
			end = f.lead.laws[f.law].from
		}
		if f.bit < end {
			f.bit++
			return f.lead.bits[f.bit-1]
		}
		f.same = false
	}
	return f.src.Uint64()
}

func (f *follower) Draw(law draws.Law, dst []float64) {
	f.own = true
	defer func() { f.own = false }()
	if f.law == len(f.lead.laws) || f.lead.laws[f.law].law.Name != law.Name ||
		len(f.lead.laws[f.law].value) != len(dst) {
		f.same = false
		law.Draw(f.r, law.Params, dst)
		return
	}
	d := f.lead.laws[f.law]
	f.same = f.same && f.bit == d.from
	f.law, f.bit = f.law+1, d.to
	couple := f.couple
	if law.Sets != nil {
		couple = f.transport
	}
	f.same = couple(d, law, dst) && f.same
}

// couple draws from the law, and tells whether the value is that of the leader, whose probability
// is the largest possible.
func (f *follower) couple(d drawn, law draws.Law, dst []float64) (same bool) {
	copy(dst, d.value)
	if len(law.Params) > 0 && slices.Equal(d.law.Params, law.Params) {
		return true
	}
	here := law.LogProb(d.value, law.Params)
	if d.law.LogProb(d.value, d.law.Params)-f.r.ExpFloat64() <= here && !math.IsInf(here, -1) {
		return true
	}
	if reflected(d, law, dst) {
		return false
	}
	for { // what of the law the leader's law leaves
		law.Draw(f.r, law.Params, dst)
		if !(law.LogProb(dst, law.Params)-f.r.ExpFloat64() <= d.law.LogProb(dst, d.law.Params)) {
			return false
		}
	}
}

// reflected reflects the leader's value at the plane between the means of two normal laws of the
// same precision Q: with means m and n and e the direction of m − n, in coordinates in which Q is
// 1, it is n + z − 2(e·z)e for the leader's value m + z.
func reflected(d drawn, law draws.Law, dst []float64) bool {
	n := len(dst)
	p, q := d.law.Params, law.Params
	if law.Name != "Normal" && law.Name != "MultiNormalPrecision" || !slices.Equal(p[:n*n], q[:n*n]) {
		return false
	}
	chol := make([]float64, n*n)
	if variate.Cholesky(q[:n*n], chol) != nil {
		return false
	}
	difference := make([]float64, n) // Q(m − n)
	for i := range difference {
		difference[i] = p[n*n+i] - q[n*n+i]
	}
	mean, shift := solve(chol, p[n*n:]), solve(chol, difference)
	along, length := 0.0, 0.0
	for i, v := range difference {
		along += v * (d.value[i] - mean[i])
		length += v * shift[i]
	}
	if !(length > 0) {
		return false
	}
	for i := range dst {
		dst[i] = d.value[i] - shift[i] - 2*along/length*shift[i]
	}
	return true
}

// solve solves L Lᵀ x = b.
func solve(l, b []float64) []float64 {
	n := len(b)
	factor := blas64.Triangular{N: n, Stride: n, Data: l, Uplo: blas.Lower, Diag: blas.NonUnit}
	x := blas64.Vector{N: n, Inc: 1, Data: slices.Clone(b)}
	blas64.Trsv(blas.NoTrans, factor, x)
	blas64.Trsv(blas.Trans, factor, x)
	return x.Data
}
