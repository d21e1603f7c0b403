package browser

import "math"

// mostGroups are listed of a topic.
const mostGroups = 12

// groups adds to each topic the groups that it belongs to, and returns their names.
func (p Page) groups(n *numbers, of []topic) (names []string) {
	if p.Groups == nil {
		return nil
	}
	at := map[string]int{}
	for _, name := range p.Groups {
		if _, ok := at[name]; !ok {
			at[name] = len(names)
			names = append(names, name)
		}
	}
	for k := range of {
		parts, sum, squares := make([]float64, len(names)), 0.0, 0.0
		for d, doc := range n.docs {
			tokens := n.theta[d][k] * float64(doc.Tokens())
			parts[at[p.Groups[d]]] += tokens
			sum += tokens
		}
		for g := range parts {
			parts[g] /= max(sum, math.SmallestNonzeroFloat64)
			squares += parts[g] * parts[g]
		}
		if squares > 0 {
			of[k].Effective = num(1 / squares)
		}
		for _, g := range largest(len(parts), mostGroups, func(g int) float64 { return parts[g] }) {
			if parts[g] > 0 {
				of[k].Groups = append(of[k].Groups, num(g), num(parts[g]))
			}
		}
	}
	return names
}

// addEffects adds to each topic what topics.Effects found for it.
func (p Page) addEffects(of []topic) {
	e := p.Effects
	if e == nil {
		return
	}
	for k := range of {
		for q, contrast := range e.Contrasts {
			one := effect{Name: contrast.Name, Agree: e.Agree[q][k], RHat: num(e.RHat[q][k]),
				Without: num(e.Without[q][k]), Dropped: e.Dropped[q][k], Stands: e.Stands(q, k)}
			if math.IsNaN(e.RHat[q][k]) || math.IsInf(e.RHat[q][k], 0) {
				one.RHat = -1 // JSON has no such number
			}
			for c, mean := range e.Mean[q][k] {
				one.Chains = append(one.Chains, [3]num{num(mean), num(e.Low[q][k][c]), num(e.High[q][k][c])})
			}
			of[k].Effects = append(of[k].Effects, one)
		}
	}
}
