package datasets

import "math"

// misfit is the largest |z| that shows whether a corpus and its truth follow the model. It looks at
// how often each topic is used given θ, over all documents and over those that have much of it, at
// each word given its topic, and at the mean of θ and of its squares under Dirichlet(alpha).
func misfit(s *Simulated, alpha float64) float64 {
	k, v := len(s.Phi), len(s.Phi[0])
	worst := 0.0
	score := func(got, mean, variance float64) {
		if variance < 1e-12 {
			if math.Abs(got-mean) > 1e-6 {
				worst = math.Inf(1)
			}
			return
		}
		worst = max(worst, math.Abs(got-mean)/math.Sqrt(variance))
	}
	used := make([]float64, k)
	inTopic := make([][]float64, k)
	for j := range inTopic {
		inTopic[j] = make([]float64, v)
	}
	has := make([][]float64, len(s.Docs))
	for d, z := range s.Z {
		has[d] = make([]float64, k)
		i := 0
		for _, n := range s.Docs[d] {
			for range n.N {
				used[z[i]]++
				has[d][z[i]]++
				inTopic[z[i]][n.Word]++
				i++
			}
		}
	}
	docs, a, squares := float64(len(s.Docs)), alpha*float64(k), 0.0
	moment := func(order int) float64 { // of θ_k ~ Beta(alpha, a−alpha)
		m := 1.0
		for i := range order {
			m *= (alpha + float64(i)) / (a + float64(i))
		}
		return m
	}
	for j := range k {
		mean, variance, theta, square := 0.0, 0.0, 0.0, 0.0
		n := float64(s.Docs[0].Tokens()) // of each document
		lean, leanVariance := 0.0, 0.0   // whether documents have more of their own topics
		for d := range s.Docs {
			p := s.Theta[d][j]
			mean, variance = mean+n*p, variance+n*p*(1-p)
			theta, square = theta+p, square+p*p
			lean, leanVariance = lean+p*(has[d][j]-n*p), leanVariance+p*p*n*p*(1-p)
		}
		score(used[j], mean, variance)
		score(lean, 0, leanVariance)
		for w, p := range s.Phi[j] {
			if expected := used[j] * p; p == 0 || expected > 10 { // otherwise it is far from normal
				score(inTopic[j][w], expected, expected*(1-p))
			}
		}
		squares += square
		score(theta, docs*moment(1), docs*(moment(2)-moment(1)*moment(1)))
	}
	// S = Σ_k θ_k²: E S = K E θ_k², E S² = K E θ_k⁴ + K(K−1) E θ_j² θ_k².
	kk := float64(k)
	crossed := math.Pow(alpha*(alpha+1), 2) / (a * (a + 1) * (a + 2) * (a + 3))
	mean := kk * moment(2)
	score(squares, docs*mean, docs*(kk*moment(4)+kk*(kk-1)*crossed-mean*mean))
	return worst
}
