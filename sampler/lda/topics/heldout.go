package topics

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// units numbers what is held out together: documents, or the clusters of covariates in the order of
// their first documents.
func units(docs int, p lda.Prior) []int {
	of, known := make([]int, docs), map[string]int{}
	by, _ := p.By.(lda.Covariates)
	for d := range of {
		if of[d] = d; by.Clusters == nil {
			continue
		}
		if _, ok := known[by.Clusters[d]]; !ok {
			known[by.Clusters[d]] = len(known)
		}
		of[d] = known[by.Clusters[d]]
	}
	return of
}

// split takes out what belongs to documents that are held out: units 0, 5, 10, ….
func split[T any](all []T, unit []int) (seen, heldOut []T) {
	for d, x := range all {
		if unit[d]%5 == 0 {
			heldOut = append(heldOut, x)
		} else {
			seen = append(seen, x)
		}
	}
	return seen, heldOut
}

// predictRows is LeftToRight, with the α that a chain of the trace gives each document. Without
// rows all documents have one α.
func (t *Topics) predictRows(
	r *rand.Rand, tr *sampler.Trace, chain int, docs []corpus.Doc, rows [][]float64,
) ([]float64, error) {
	if rows == nil {
		return t.LeftToRight(r, docs, 0)
	}
	lambda, err := tr.Array("lambda")
	if err != nil {
		return nil, err
	}
	logP, of := make([]float64, len(docs)), map[string][]int{} // documents by row
	for d, row := range rows {
		of[fmt.Sprint(row)] = append(of[fmt.Sprint(row)], d)
	}
	for _, key := range slices.Sorted(maps.Keys(of)) {
		same := &Topics{Phi: t.Phi, Alpha: make([]float64, len(t.Phi))}
		row, p := rows[of[key][0]], lambda.Shape[1]
		for _, l := range lambda.Draws[chain] {
			for k := range same.Alpha {
				log := l[k*p] + floats.Dot(l[k*p+1:][:p-1], row)
				same.Alpha[k] += math.Exp(log) / float64(len(lambda.Draws[chain]))
			}
		}
		var texts []corpus.Doc
		for _, d := range of[key] {
			texts = append(texts, docs[d])
		}
		log, err := same.LeftToRight(r, texts, 0)
		if err != nil {
			return nil, err
		}
		for i, d := range of[key] {
			logP[d] = log[i]
		}
	}
	return logP, nil
}
