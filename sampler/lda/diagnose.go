package lda

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// A topWord is a word of a topic, with its number of tokens in the topic.
type topWord struct {
	word, n int32
}

// diagnoseWords computes the numbers that depend on n_wk, and returns the top words.
func (s *State) diagnoseWords(d []TopicDiagnostics, vocabulary []string, n int) [][]topWord {
	top := make([][]topWord, len(d))
	total := 0.0
	for k, nk := range s.nk {
		d[k].Tokens = float64(nk)
		total += d[k].Tokens
	}
	counts := make([]int32, len(d))
	s.eachWord(counts, func(w int) {
		inAll := 0.0
		for _, c := range counts {
			inAll += float64(c)
		}
		for k, c := range counts {
			if c == 0 {
				continue
			}
			p := float64(c) / d[k].Tokens
			d[k].UniformDist += p * math.Log(p*float64(s.tokens.v))
			d[k].CorpusDist += p * math.Log(p*total/inAll)
			d[k].EffWords += p * p
			top[k] = insert(top[k], topWord{int32(w), c}, n)
		}
	})
	for k := range d {
		d[k].EffWords = 1 / d[k].EffWords
		d[k].WordLength, d[k].Exclusivity = math.NaN(), 0
		if vocabulary != nil {
			letters := 0
			for _, t := range top[k] {
				letters += utf8.RuneCountInString(vocabulary[t.word])
			}
			d[k].WordLength = float64(letters) / float64(len(top[k]))
		}
		for _, t := range top[k] {
			clear(counts)
			s.kernel.addWord(s, int(t.word), counts, nil)
			all := 0.0
			for j, c := range counts {
				all += (float64(c) + s.betaOf(j, int(t.word))) / (d[j].Tokens + s.betaSum(j))
			}
			phi := (float64(t.n) + s.betaOf(k, int(t.word))) / (d[k].Tokens + s.betaSum(k))
			d[k].Exclusivity += phi / all
		}
		d[k].Exclusivity /= float64(len(top[k]))
		if d[k].Tokens == 0 {
			d[k].UniformDist, d[k].CorpusDist, d[k].EffWords = math.NaN(), math.NaN(), math.NaN()
		}
	}
	return top
}

// eachWord calls f for each word that occurs, after counting its topics.
func (s *State) eachWord(counts []int32, f func(w int)) {
	for _, w := range s.tokens.words {
		clear(counts)
		s.kernel.addWord(s, int(w), counts, nil)
		f(int(w))
	}
}

// insert puts a word into a list of at most n, in decreasing order of frequency, after words that
// are as frequent.
func insert(list []topWord, t topWord, n int) []topWord {
	at, _ := slices.BinarySearchFunc(list, t, func(a, b topWord) int {
		if a.n >= b.n {
			return -1
		}
		return 1
	})
	if at == n {
		return list
	}
	if len(list) == n {
		list = list[:n-1]
	}
	return slices.Insert(list, at, t)
}

// diagnoseDocs computes the numbers that depend on n_dk.
func (s *State) diagnoseDocs(d []TopicDiagnostics) {
	type tally struct{ some, first, two, thirty, fifty int }
	tallies, counts := make([]tally, len(d)), make([]int32, len(d))
	for doc, length := range s.tokens.length {
		clear(counts)
		s.kernel.addDoc(s, doc, counts, nil)
		alpha, total := s.alphaOf(doc)
		first := 0
		for k, c := range counts {
			if c == 0 {
				continue
			}
			if c > counts[first] {
				first = k
			}
			t := &tallies[k]
			t.some++
			d[k].DocumentEntropy -= float64(c) * math.Log(float64(c))
			theta := (alpha[k] + float64(c)) / (total + float64(length))
			for _, level := range []struct {
				at float64
				n  *int
			}{{0.02, &t.two}, {0.3, &t.thirty}, {0.5, &t.fifty}} {
				if theta >= level.at {
					*level.n++
				}
			}
		}
		if length > 0 {
			tallies[first].first++
		}
	}
	for k, t := range tallies {
		d[k].DocumentEntropy = d[k].DocumentEntropy/d[k].Tokens + math.Log(d[k].Tokens)
		d[k].Rank1Docs = float64(t.first) / float64(t.some)
		d[k].AllocationRatio = float64(t.fifty) / float64(t.two)
		d[k].AllocationCount = float64(t.thirty) / float64(t.some)
	}
}

// diagnosePairs computes the numbers that depend on the documents in which top words have their
// topic.
func (s *State) diagnosePairs(d []TopicDiagnostics, top [][]topWord) {
	where := map[[2]int32]int32{} // position of a word in the list of a topic
	for k, list := range top {
		for i, t := range list {
			where[[2]int32{int32(k), t.word}] = int32(i)
		}
	}
	type seen struct{ topic, doc, position int32 }
	var all []seen
	s.tokens.each(func(token, doc, word int) {
		z := int32(s.z[token])
		if i, ok := where[[2]int32{z, int32(word)}]; ok {
			all = append(all, seen{z, int32(doc), i})
		}
	})
	slices.SortFunc(all, func(a, b seen) int {
		return cmp.Or(cmp.Compare(a.topic, b.topic), cmp.Compare(a.doc, b.doc),
			cmp.Compare(a.position, b.position))
	})
	all = slices.Compact(all)
	for k, list := range top {
		n := len(list)
		docs := make([][]int, n)
		for i := range docs {
			docs[i] = make([]int, n)
		}
		for len(all) > 0 && all[0].topic == int32(k) {
			end := 1
			for end < len(all) && all[end].topic == all[0].topic && all[end].doc == all[0].doc {
				end++
			}
			for _, a := range all[:end] {
				for _, b := range all[:end] {
					docs[a.position][b.position]++
				}
			}
			all = all[end:]
		}
		if d[k].Tokens == 0 {
			d[k].Coherence, d[k].TokenDocDiff = math.NaN(), math.NaN()
			continue
		}
		d[k].Coherence = pairs(docs, func(i, j int) float64 {
			return math.Log((float64(docs[i][j]) + s.Beta) / (float64(docs[j][j]) + s.Beta))
		})
		d[k].TokenDocDiff = tokenDocDiff(list, docs)
	}
}

func tokenDocDiff(list []topWord, docs [][]int) (js float64) {
	tokens, in := 0.0, 0.0
	for i, t := range list {
		tokens += float64(t.n)
		in += float64(docs[i][i])
	}
	for i, t := range list {
		p, q := float64(t.n)/tokens, float64(docs[i][i])/in
		js += p*math.Log(2*p/(p+q))/2 + q*math.Log(2*q/(p+q))/2
	}
	return js
}
