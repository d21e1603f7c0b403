package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Stream returns the random numbers that belong to a label, a seed and an index: the same ones at
// each call, and unrelated to the numbers of any other label, seed or index.
//
// Run draws chain c from Stream("chain", seed, c), so a sampler written by hand can be compared
// with [Run] bit for bit. Give other uses (simulated data, predictive draws) labels of their own.
//
// The generator is ChaCha8 keyed by SHA-256 of the three. (PCG generators seeded by seed+chain, the
// usual recipe, share half of their state for ever.)
func Stream(label string, seed uint64, index int) *rand.Rand {
	return rand.New(source(label, seed, index))
}

// chainLabel is the label of the streams of Run's chains.
const chainLabel = "chain"

func source(label string, seed uint64, index int) *rand.ChaCha8 {
	key := binary.LittleEndian.AppendUint64(nil, uint64(len(label)))
	key = append(key, label...)
	key = binary.LittleEndian.AppendUint64(key, seed)
	key = binary.LittleEndian.AppendUint64(key, uint64(index))
	return rand.NewChaCha8(sha256.Sum256(key))
}
