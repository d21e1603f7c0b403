package lda

import "slices"

// topicsOfDoc counts the topics of a document in s.n and returns those that occur, in increasing
// order. The caller resets their counts to 0.
func (s *State) topicsOfDoc(d int) []uint16 {
	return s.inOrder(s.kernel.addDoc(s, d, s.n, s.occur[:0]))
}

// topicsOfWord does the same for a word.
func (s *State) topicsOfWord(w int) []uint16 {
	return s.inOrder(s.kernel.addWord(s, w, s.n, s.occur[:0]))
}

// inOrder sorts topics, because sums of float64 depend on their order. It sorts few topics, and
// ticks off many.
func (s *State) inOrder(topics []uint16) []uint16 {
	if len(topics) < len(s.n)/16 {
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
