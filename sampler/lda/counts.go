package lda

import (
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// A histogram says how many counts of each size there are. It does not keep zeros, because they add
// nothing below. The likelihood of a concentration depends only on the histogram, so one evaluation
// costs no more than the number of different counts.
type histogram struct {
	small [64]int32 // by size
	most  int       // the largest size in small
	large []int32   // the others, one by one
}

func (h *histogram) reset() {
	clear(h.small[:h.most+1])
	h.most, h.large = 0, h.large[:0]
}

func (h *histogram) add(n int32) {
	switch {
	case n <= 0:
	case int(n) < len(h.small):
		h.small[n]++
		h.most = max(h.most, int(n))
	default:
		h.large = append(h.large, n)
	}
}

// logRising is Σ log a (a+1) … (a+n−1) over the counts n.
func (h *histogram) logRising(a float64) float64 {
	sum, one := 0.0, 0.0
	for n := 1; n <= h.most; n++ {
		one += math.Log(a + float64(n-1))
		sum += float64(h.small[n]) * one
	}
	for _, n := range h.large {
		sum += numeric.LogRising(a, int(n))
	}
	return sum
}

// slope is the derivative of logRising, Σ ψ(a+n) − ψ(a).
func (h *histogram) slope(a float64) float64 {
	sum, one := 0.0, 0.0
	for n := 1; n <= h.most; n++ {
		one += 1 / (a + float64(n-1))
		sum += float64(h.small[n]) * one
	}
	if len(h.large) > 0 {
		at := numeric.Digamma(a)
		for _, n := range h.large {
			sum += numeric.Digamma(a+float64(n)) - at
		}
	}
	return sum
}

// histograms are all histograms of a state.
type histograms struct {
	docTopic []histogram // n_dk, by topic
	doc      histogram   // n_d
	word     histogram   // n_wk of all topics
	topic    histogram   // n_k
}

// ofDocs fills in docTopic and doc.
func (h *histograms) ofDocs(s *State) {
	if h.docTopic == nil {
		h.docTopic = make([]histogram, len(s.Alpha))
	}
	for k := range h.docTopic {
		h.docTopic[k].reset()
	}
	h.doc.reset()
	for d, length := range s.tokens.length {
		h.doc.add(length)
		for _, k := range s.topicsOfDoc(d) {
			h.docTopic[k].add(s.n[k])
			s.n[k] = 0
		}
	}
}

// ofWords fills in word and topic.
func (h *histograms) ofWords(s *State) {
	h.word.reset()
	h.topic.reset()
	for _, n := range s.nk {
		h.topic.add(n)
	}
	for i := range s.tokens.words {
		for _, k := range s.topicsOfWord(i) {
			h.word.add(s.n[k])
			s.n[k] = 0
		}
	}
}

// topicsOfDoc counts the topics of a document in s.n and returns those that occur, in increasing
// order. The caller resets their counts to 0.
func (s *State) topicsOfDoc(d int) []uint16 {
	return s.inOrder(s.kernel.addDoc(s, d, s.n, s.occur[:0]))
}

// topicsOfWord does the same for word i of those that occur.
func (s *State) topicsOfWord(i int) []uint16 {
	return s.inOrder(s.kernel.addWord(s, i, s.n, s.occur[:0]))
}

// inOrder sorts topics, because sums of float64 depend on their order. It sorts few topics, and
// ticks off many.
func (s *State) inOrder(topics []uint16) []uint16 {
	if len(topics) < 2 {
		return topics
	}
	if len(topics) < 3+len(s.n)/16 {
		slices.Sort(topics)
		return topics
	}
	found := 0
	topics = topics[:len(s.n)]
	for k, n := range s.n { // without a jump that depends on n, which a processor cannot foresee
		topics[found] = uint16(k)
		if n > 0 {
			found++
		}
	}
	return topics[:found]
}

// addCounts adds a row of counts to n.
func addCounts[N int32 | float32 | float64](n []int32, counts []N, topics []uint16) []uint16 {
	for k := range n {
		if c := int32(counts[k]); c > 0 {
			n[k] += c
			topics = append(topics, uint16(k))
		}
	}
	return topics
}

// addTopics adds the topics of tokens to n.
func addTopics(n []int32, z, topics []uint16) []uint16 {
	for _, k := range z {
		if k == none {
			continue
		}
		if n[k]++; n[k] == 1 {
			topics = append(topics, k)
		}
	}
	return topics
}
