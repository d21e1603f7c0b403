package mixture

import (
	"fmt"
	"math"
)

// Classify returns the probability that each new point of the family belongs to each cluster of a
// partition, such as the Labels of an [Estimate] or groups of your own. The result is New × (T+1).
// There is one column for each of the T clusters, in order of first appearance. The last column is
// the probability that the point is in none of them:
//
//	join cluster k:    (n_k + γ) p(x̃ | the observations in k)
//	in none of them:   weight of a new cluster · p(x̃)
//
// normalised. For a DP whose α was sampled, set Alpha to the posterior mean of α. (For [Finite] the
// samplers record member, which averages over all draws.) An error names the arguments that do not
// fit.
func Classify(p Partition, f Conjugate, labels []int) ([][]float64, error) {
	m, err := newConjugate(p, f)
	if err != nil {
		return nil, err
	}
	if len(labels) != m.size.N {
		return nil, fmt.Errorf("mixture: Classify: %d labels, expected %d, one for each "+
			"observation of the family", len(labels), m.size.N)
	}
	if m.law.dp.sampled() && m.law.dp.Alpha == 0 {
		return nil, fmt.Errorf("mixture: Classify: DP.Alpha is 0: give a number, such as the " +
			"posterior mean of alpha")
	}
	s := m.emptyState(0)
	s.Alpha = m.law.dp.Alpha
	z := canonical(labels)
	for i, k := range z {
		for k >= len(s.Active) {
			m.open(s)
		}
		m.put(s, i, s.Active[k])
	}
	logNew := logWeight(m.law.logNext, s)
	probability := make([][]float64, m.size.New)
	for j := range probability {
		i := m.size.N + j
		w := make([]float64, 0, len(s.Active)+1)
		for _, k := range s.Active {
			w = append(w, m.law.logSize[s.Sizes[k]]+m.c.LogPredictive(s.Stats[k], i))
		}
		w = append(w, logNew+m.prior[i])
		if math.IsInf(normalise(w), -1) {
			return nil, fmt.Errorf("mixture: Classify: new point %d has probability 0 everywhere", j)
		}
		probability[j] = w
	}
	return probability, nil
}
