package lda

import (
	"fmt"
	"maps"
	"slices"
)

// guide is [Prior.Guide], completed.
type guide struct {
	beta map[int32][]float64
	sum  []float64 // Σ_w β_kw over all words, by topic
}

// guided checks Prior.Guide, after Beta and K; it returns nil if there is none.
func (p Prior) guided(v int) (*guide, []error) {
	var errs []error
	if len(p.Guide) == 0 {
		return nil, nil
	}
	others := p.Beta * float64(v-len(p.Guide))
	g := &guide{maps.Clone(p.Guide), slices.Repeat([]float64{others}, p.K)}
	for _, w := range slices.Sorted(maps.Keys(p.Guide)) {
		row := p.Guide[w]
		if w < 0 || int(w) >= v {
			errs = append(errs,
				fmt.Errorf("lda: Prior.Guide has word %d, and the words are 0 to %d", w, v-1))
		}
		if len(row) != p.K {
			errs = append(errs, fmt.Errorf("lda: Prior.Guide[%d] has %d values, expected one for "+
				"each of the %d topics", w, len(row), p.K))
			continue
		}
		g.beta[w] = slices.Clone(row)
		for k, b := range row {
			if !isConcentration(b) {
				errs = append(errs, fmt.Errorf("lda: Prior.Guide[%d][%d] is %g, expected a "+
					"concentration from %g to %g", w, k, b, minConcentration, maxConcentration))
				break
			}
			g.sum[k] += b
		}
	}
	return g, errs
}

// row returns the β of a word in each topic, or nil if the word has the common β.
func (g *guide) row(w int) []float64 {
	if g == nil {
		return nil
	}
	return g.beta[int32(w)]
}

// betaOf is β_kw.
func (s *State) betaOf(k, w int) float64 {
	if row := s.guide.row(w); row != nil {
		return row[k]
	}
	return s.Beta
}

// betaSum is Σ_w β_kw.
func (s *State) betaSum(k int) float64 {
	if s.guide != nil {
		return s.guide.sum[k]
	}
	return float64(s.tokens.v) * s.Beta
}
