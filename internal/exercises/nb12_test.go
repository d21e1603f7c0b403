package exercises

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// pathJoint is the joint probability of words and tags, with the tables integrated out.
func pathJoint(words, z []int) float64 {
	const gamma, beta = 0.5, 0.2
	moves, say, p := [2][2]float64{}, [2][3]float64{}, 1.0
	for t, k := range z {
		if t > 0 {
			row := &moves[z[t-1]]
			p *= (row[k] + gamma) / (row[0] + row[1] + 2*gamma)
			row[k]++
		}
		p *= (say[k][words[t]] + beta) / (floats.Sum(say[k][:]) + 3*beta)
		say[k][words[t]]++
	}
	return p
}

// overPaths is the posterior mean of a function of the path, over the 32 paths that begin with 0.
func overPaths(words []int, f func(p int, z []int) float64) float64 {
	sum, total := 0.0, 0.0
	for p := range 32 {
		z := []int{0, p & 1, p >> 1 & 1, p >> 2 & 1, p >> 3 & 1, p >> 4 & 1}
		w := pathJoint(words, z)
		sum, total = sum+w*f(p, z), total+w
	}
	return sum / total
}

// likeliestPath is the number of the most probable path.
func likeliestPath(words []int) (best float64) {
	top := 0.0
	overPaths(words, func(p int, z []int) float64 {
		if w := pathJoint(words, z); w > top {
			best, top = float64(p), w
		}
		return 0
	})
	return best
}

// drivers killed or seriously injured in Great Britain, 1969 to 1984.
var drivers = []float64{
	1687, 1508, 1507, 1385, 1632, 1511, 1559, 1630, 1579, 1653, 2152, 2148, 1752, 1765, 1717, 1558,
	1575, 1520, 1805, 1800, 1719, 2008, 2242, 2478, 2030, 1655, 1693, 1623, 1805, 1746, 1795, 1926,
	1619, 1992, 2233, 2192, 2080, 1768, 1835, 1569, 1976, 1853, 1965, 1689, 1778, 1976, 2397, 2654,
	2097, 1963, 1677, 1941, 2003, 1813, 2012, 1912, 2084, 2080, 2118, 2150, 1608, 1503, 1548, 1382,
	1731, 1798, 1779, 1887, 2004, 2077, 2092, 2051, 1577, 1356, 1652, 1382, 1519, 1421, 1442, 1543,
	1656, 1561, 1905, 2199, 1473, 1655, 1407, 1395, 1530, 1309, 1526, 1327, 1627, 1748, 1958, 2274,
	1648, 1401, 1411, 1403, 1394, 1520, 1528, 1643, 1515, 1685, 2000, 2215, 1956, 1462, 1563, 1459,
	1446, 1622, 1657, 1638, 1643, 1683, 2050, 2262, 1813, 1445, 1762, 1461, 1556, 1431, 1427, 1554,
	1645, 1653, 2016, 2207, 1665, 1361, 1506, 1360, 1453, 1522, 1460, 1552, 1548, 1827, 1737, 1941,
	1474, 1458, 1542, 1404, 1522, 1385, 1641, 1510, 1681, 1938, 1868, 1726, 1456, 1445, 1456, 1365,
	1487, 1558, 1488, 1684, 1594, 1850, 1998, 2079, 1494, 1057, 1218, 1168, 1236, 1076, 1174, 1139,
	1427, 1487, 1483, 1513, 1357, 1165, 1282, 1110, 1297, 1185, 1222, 1284, 1444, 1575, 1737, 1763,
}

// beltMean is the posterior mean of the coefficient of the law from month number from on. Given drift
// and noise all is normal, and a grid of 12 by 12 sums over these two.
func beltMean(from int) float64 {
	const n = 192
	sum, total, top := 0.0, 0.0, math.Inf(-1)
	y, law := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for t, d := range drivers {
		y.SetVec(t, math.Log(d)-7.4)
		law.SetVec(t, max(0, min(1, float64(t-from+1))))
	}
	for i := range 12 {
		for j := range 12 {
			drift, noise := 0.008+0.004*float64(i), 0.044+0.0036*float64(j)
			s := mat.NewSymDense(n, nil)
			for t := range n {
				for u := range t + 1 {
					v := 0.09 + (drift*drift+0.0001*float64(t))*float64(u) + 0.25*law.AtVec(t)*law.AtVec(u)
					if (t-u)%12 == 0 {
						v += 0.04
					}
					if t == u {
						v += noise * noise
					}
					s.SetSym(t, u, v)
				}
			}
			var chol mat.Cholesky
			var x mat.VecDense
			if !chol.Factorize(s) || chol.SolveVecTo(&x, y) != nil {
				panic("not positive definite")
			}
			log := -chol.LogDet()/2 - mat.Dot(y, &x)/2 + math.Log(drift) - 40*drift + math.Log(noise) - 20*noise
			if log > top {
				sum, total, top = sum*math.Exp(top-log), total*math.Exp(top-log), log
			}
			sum += 0.25 * mat.Dot(law, &x) * math.Exp(log-top)
			total += math.Exp(log - top)
		}
	}
	return sum / total
}

func TestHiddenStates(t *testing.T) {
	n := open(t, "12_hidden_states")
	tiny, six := []int{0, 1, 0, 2, 1, 1}, []int{0, 1, 2, 1, 2, 0}
	n.exercise("1", func(e *exercise) {
		move := [][]float64{{0.02, 0.96, 0.02}, {0.10, 0.10, 0.80}, {0.65, 0.25, 0.10}}
		say := [][]float64{{0.6, 0.4, 0, 0, 0, 0, 0, 0}, {0, 0, 0.3, 0.3, 0.2, 0.1, 0.1, 0},
			{0, 0, 0, 0, 0.15, 0.3, 0.2, 0.35}}
		r, z, moves := sampler.Stream("text", 1, 0), 0, [3][3]float64{}
		for i := range 300 {
			variate.Categorical(r, say[z])
			next := variate.Categorical(r, move[z])
			if i < 299 {
				moves[z][next]++
			}
			z = next
		}
		e.exact(moves[2][0] / floats.Sum(moves[2][:]))
		e.wrong("of all words", moves[2][0]/300)
		e.wrong("the true probability", 0.65)
		e.wrong("a column for a row", moves[2][0]/(moves[0][0]+moves[1][0]+moves[2][0]))
		e.wrong("from a determiner to a verb", moves[0][2]/floats.Sum(moves[0][:]))
		e.wrong("from a verb to a noun", moves[2][1]/floats.Sum(moves[2][:]))
	})
	n.exercise("2", func(e *exercise) {
		share := func(i, j int) float64 {
			return overPaths(tiny, func(_ int, z []int) float64 { return 1 - math.Abs(float64(z[i]-z[j])) })
		}
		e.exact(share(1, 4))
		e.wrong("all paths alike", 0.5)
		e.wrong("counted from 0", share(2, 5))
		e.wrong("the sixth for the fifth", share(1, 5))
		one := func(i int) float64 {
			return overPaths(tiny, func(_ int, z []int) float64 { return float64(z[i]) })
		}
		e.wrong("as if independent", one(1)*one(4)+(1-one(1))*(1-one(4)))
		e.wrong("both have tag 1",
			overPaths(tiny, func(_ int, z []int) float64 { return float64(z[1] * z[4]) }))
	})
	n.exercise("3", func(e *exercise) {
		p0, p1 := pathJoint(tiny, []int{0, 1, 0, 1, 1, 1}), pathJoint(tiny, []int{0, 1, 1, 1, 1, 1})
		e.exact(p1 / (p0 + p1))
		e.wrong("tag 0", p0/(p0+p1))
		zero, word := 1.2/1.6*0.5*1.5/2, 0.2/4.6
		careless := word * 2.5 * 2.5 / 3 // the move that is made already is forgotten
		e.wrong("the move that counts already", careless/(zero+careless))
		denominator := word * 2.5 * 3.5 / 3
		e.wrong("the denominator that counts already", denominator/(zero+denominator))
		e.wrong("no move to the next word", word*2.5/(word*2.5+1.2/1.6*0.5))
		e.wrong("the word alone", word/(word+1.2/1.6))
	})
	n.exercise("4", func(e *exercise) {
		e.exact(likeliestPath(six))
		tags := 0.0
		for t := 1; t < 6; t++ {
			one := overPaths(six, func(_ int, z []int) float64 { return float64(z[t]) })
			tags += math.Round(one) * math.Pow(2, float64(t-1))
		}
		e.wrong("the most probable tags", tags)
		e.wrong("the small text of the notebook", likeliestPath(tiny))
		e.wrong("the first word counts", 2*likeliestPath(six))
		e.wrong("tags 0 and 1 exchanged", 31-likeliestPath(six))
	})
	n.exercise("5", func(e *exercise) {
		e.exact(beltMean(169))
		e.wrong("the law begins with January", beltMean(168))
		e.wrong("the law begins with March", beltMean(170))
		e.wrong("as a share", math.Expm1(beltMean(169)))
	})
}
