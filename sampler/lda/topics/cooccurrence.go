package topics

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/corpus"
)

// Cooccurrence counts in how many documents, or windows of text, the words of each topic occur, and
// occur together. Coherence is computed from it: [Cooccurrence.UMass], [Cooccurrence.NPMI] and
// [Cooccurrence.CV]. Make one with [CountDocs] or [CountWindows].
type Cooccurrence struct {
	windows int       // total number of documents or windows
	topics  [][][]int // of topic k: at [i][j] windows with its words i and j, at [i][i] with i
	places  map[int32][]place
	present [][]int32 // by topic: the positions of the words that the window has; scratch
	touched []int32
}

// maxList is the maximum number of words per topic, because all their pairs are stored.
const maxList = 1000

// A place is one occurrence of a word in the lists: a topic and a position in its list.
type place struct{ topic, position int32 }

func newCooccurrence(top [][]int) (*Cooccurrence, error) {
	c := &Cooccurrence{places: map[int32][]place{}, present: make([][]int32, len(top))}
	if len(top) == 0 {
		return nil, errors.New("no topics, expected lists of words, such as Topics.Top gives")
	}
	for k, words := range top {
		n := len(words)
		if n > maxList {
			return nil, fmt.Errorf("topic %d has a list of %d words, expected at most %d: "+
				"coherence is of the first ten or twenty", k, n, maxList)
		}
		c.topics = append(c.topics, numeric.Matrix[int](n, n))
		for i, w := range words {
			if w < 0 || w > math.MaxInt32 {
				return nil, fmt.Errorf("topic %d has word %d, expected the number of a word, from 0", k, w)
			}
			if slices.Contains(words[:i], w) {
				return nil, fmt.Errorf("topic %d has word %d twice", k, w)
			}
			c.places[int32(w)] = append(c.places[int32(w)], place{int32(k), int32(i)})
		}
	}
	return c, nil
}

// add counts a word of a window, once.
func (c *Cooccurrence) add(w int32) {
	for _, at := range c.places[w] {
		if len(c.present[at.topic]) == 0 {
			c.touched = append(c.touched, at.topic)
		}
		c.present[at.topic] = append(c.present[at.topic], at.position)
	}
}

// count counts the window this many times.
func (c *Cooccurrence) count(times int) {
	c.windows += times
	for _, k := range c.touched {
		for _, i := range c.present[k] {
			row := c.topics[k][i]
			for _, j := range c.present[k] {
				row[j] += times
			}
		}
	}
}

// next clears the words of the window.
func (c *Cooccurrence) next() {
	for _, k := range c.touched {
		c.present[k] = c.present[k][:0]
	}
	c.touched = c.touched[:0]
}

// CountDocs counts in how many documents the words of top occur, and occur together. top is K lists
// of words, such as [Topics.Top] gives. The documents may be the corpus or others over the same
// vocabulary. Errors: no topics or no documents, a list with a repeated word, documents that
// [corpus.Check] refuses.
func CountDocs(docs []corpus.Doc, top [][]int) (*Cooccurrence, error) {
	c, err := newCooccurrence(top)
	if len(docs) == 0 {
		err = errors.Join(err, errors.New("no documents, expected at least one"))
	}
	if err := errors.Join(err, corpus.Check(docs, math.MaxInt32)); err != nil {
		return nil, fmt.Errorf("topics: CountDocs: %w", err)
	}
	for _, d := range docs {
		for _, w := range d {
			c.add(w.Word)
		}
		c.count(1)
		c.next()
	}
	return c, nil
}

// CountWindows is like [CountDocs], but counts windows of text instead of documents. A window is
// any run of size consecutive words; a text of fewer words is one window. A text lists the numbers
// of its words in order; a negative number is a word outside the vocabulary, which takes up a place
// in windows. Röder et al. (2015) use windows of 110 words for [Cooccurrence.CV] and of 10 for
// [Cooccurrence.NPMI]. For texts of at most size words the result is the same as that of CountDocs.
func CountWindows(texts [][]int32, size int, top [][]int) (*Cooccurrence, error) {
	c, err := newCooccurrence(top)
	if size < 1 {
		err = errors.Join(err, fmt.Errorf("windows of %d words, expected 1 or more", size))
	}
	if len(texts) == 0 {
		err = errors.Join(err, errors.New("no texts, expected at least one"))
	}
	if err != nil {
		return nil, fmt.Errorf("topics: CountWindows: %w", err)
	}
	in := map[int32]int{} // how often the window has each word of top
	for _, text := range texts {
		clear(in)
		same := 0 // number of windows with the words in the map
		flush := func() {
			if same > 0 {
				for w := range in {
					c.add(w)
				}
				c.count(same)
				c.next()
				same = 0
			}
		}
		for i, w := range text {
			leaves, full := int32(-1), i >= size
			if full {
				leaves = text[i-size]
			}
			if leaves != w {
				if full && c.places[leaves] != nil && in[leaves] == 1 || c.places[w] != nil && in[w] == 0 {
					flush()
				}
				if in[leaves]--; in[leaves] <= 0 {
					delete(in, leaves)
				}
				if c.places[w] != nil {
					in[w]++
				}
			}
			if i >= size-1 {
				same++
			}
		}
		if len(text) < size {
			same = 1
		}
		flush()
	}
	return c, nil
}
