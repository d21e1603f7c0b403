package gauss

import (
	"math"
	"slices"
)

// order is the order of elimination by minimum degree: again and again the node with the fewest
// neighbours goes, and its neighbours become neighbours of each other. Equal degrees are decided by
// the order of the nodes, so that the result depends on the pattern only.
//
// Nodes with very many neighbours (a mean of all groups) go last. Without them a step is cheap.
// Once the rest is nearly a clique, its order makes no difference.
func order(n int, pairs [][2]int) []int32 {
	near := neighbours(n, pairs)
	last := hubs(near)
	var byDegree [][]int32 // an entry is out of date if its node has another degree by now
	least := 0
	push := func(i int32) {
		d := len(near[i])
		for len(byDegree) <= d {
			byDegree = append(byDegree, nil)
		}
		byDegree[d] = append(byDegree[d], i)
		least = min(least, d)
	}
	gone := make([]bool, n)
	for _, i := range last {
		gone[i] = true
	}
	for i := n - 1; i >= 0; i-- {
		if !gone[i] {
			push(int32(i))
		}
	}
	perm := make([]int32, 0, n)
	var old []int32
	for left := n - len(last); left > 0; {
		for len(byDegree[least]) == 0 {
			least++
		}
		if 10*least >= 9*(left-1) && least > 1 {
			break
		}
		end := len(byDegree[least]) - 1
		v := byDegree[least][end]
		byDegree[least] = byDegree[least][:end]
		if gone[v] || len(near[v]) != least {
			continue
		}
		gone[v] = true
		left--
		perm = append(perm, v)
		for _, a := range near[v] {
			old = append(old[:0], near[a]...)
			near[a] = join(near[a][:0], old, near[v], a, v)
			push(a)
		}
		near[v] = nil
	}
	from := len(perm)
	for i := range int32(n) {
		if !gone[i] {
			perm = append(perm, i)
		}
	}
	slices.SortStableFunc(perm[from:], func(a, b int32) int { return len(near[a]) - len(near[b]) })
	return append(perm, last...)
}

// neighbours lists for each node the others that share a pair with it, ascending.
func neighbours(n int, pairs [][2]int) [][]int32 {
	count := make([]int32, n+1)
	for _, p := range pairs {
		if p[0] != p[1] {
			count[p[0]+1]++
			count[p[1]+1]++
		}
	}
	cumulate(count)
	all := make([]int32, count[n])
	next := slices.Clone(count)
	for _, p := range pairs {
		if i, j := p[0], p[1]; i != j {
			all[next[i]], all[next[j]] = int32(j), int32(i)
			next[i]++
			next[j]++
		}
	}
	near := make([][]int32, n)
	for i := range near {
		own := all[count[i]:count[i+1]:count[i+1]]
		slices.Sort(own)
		near[i] = slices.Compact(own)
	}
	return near
}

// hubs takes the nodes with very many neighbours out of the graph, and returns them, those with
// fewer neighbours first.
func hubs(near [][]int32) []int32 {
	limit := max(16, int(10*math.Sqrt(float64(len(near)))))
	var hubs []int32
	is := make([]bool, len(near))
	for i, own := range near {
		if len(own) > limit {
			hubs = append(hubs, int32(i))
			is[i] = true
		}
	}
	slices.SortStableFunc(hubs, func(a, b int32) int { return len(near[a]) - len(near[b]) })
	if len(hubs) > 0 {
		for i, own := range near {
			near[i] = slices.DeleteFunc(own, func(j int32) bool { return is[j] })
		}
	}
	return hubs
}

// join appends to dst the union of two ascending lists, without nodes u and v.
func join(dst, a, b []int32, u, v int32) []int32 {
	for len(a) > 0 || len(b) > 0 {
		var x int32
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			x = a[0]
			if len(b) > 0 && b[0] == x {
				b = b[1:]
			}
			a = a[1:]
		} else {
			x, b = b[0], b[1:]
		}
		if x != u && x != v {
			dst = append(dst, x)
		}
	}
	return dst
}
