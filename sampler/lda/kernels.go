package lda

import "math"

// A kernelType is a row of the table of kernels: what a way of sampling needs, and how it is made.
type kernelType struct {
	sampler    string // the name of its Sampler
	priors     bool   // whether it knows Prior.Guide and Prior.By
	byDocument bool   // whether its tokens are in the order of the documents, and not by word
	arena      bool   // whether it needs plan.rows
	positions  bool   // whether it needs plan.of
	// longest is how many tokens a document may have with this many topics; nil means any number.
	longest func(topics int) float64
	// bytes is the memory of the kernel of a chain; words is that of its wordStates.
	bytes func(n size, words float64) float64
	make  func(m *plan) kernel // an empty one
	phi   bool                 // whether it draws φ before the topics
}

// kernelOf holds the kernels of the samplers. In place of the one of Fast, fastKernel may choose
// another.
var kernelOf = [...]*kernelType{
	Fast: &blockedKernel, Dense: &denseKernel, PartiallyCollapsed: &partialKernel,
}

var (
	denseKernel = kernelType{sampler: "Dense", priors: true, byDocument: true, make: newDense,
		bytes: func(n size, _ float64) float64 { return 8 * n.topics * (n.docs + n.words) }}
	partialKernel = kernelType{sampler: "PartiallyCollapsed", byDocument: true, phi: true,
		make:  newPartial,
		bytes: func(n size, _ float64) float64 { return (8 + 8./block) * n.topics * n.words }}

	blockedKernel = kernelType{sampler: "Fast", priors: true, longest: longestBlocked,
		make:  newBlocked,
		bytes: func(n size, words float64) float64 { return words + 4*n.docs*(n.topics+block) }}
	sparseKernel = kernelType{sampler: "Fast", priors: true, arena: true, longest: longestSparse,
		make:  newSparse,
		bytes: func(n size, words float64) float64 { return words + 4*(n.tokens+n.docs) }}
	allowedKernel = kernelType{sampler: "Fast", priors: true, longest: longestBlocked,
		make:  newAllowed,
		bytes: func(_ size, words float64) float64 { return words }} // and docRows.bytes
	authoredKernel = kernelType{sampler: "Fast", priors: true, positions: true,
		longest: longestBlocked, make: newAuthored,
		bytes: func(n size, words float64) float64 { return words + 8*n.tokens }}
)

// fastKernel is the kernel of Fast. Blocked and sparse cross at about 75, 150 and 250 topics, as
// measured after 40 sweeps with documents of 30, 100 and 300 tokens: short documents have few
// topics to visit.
func (p Prior) fastKernel(n size, hdp bool) *kernelType {
	switch few := n.topics <= 15*math.Sqrt(n.tokens/max(n.docs, 1)); {
	case p.rows != nil && p.rows.topics != nil:
		return &allowedKernel
	case p.rows != nil && p.rows.authors != nil:
		return &authoredKernel
	case p.rows != nil, few && n.longest <= longestBlocked(p.K) && !hdp:
		return &blockedKernel
	}
	return &sparseKernel
}
