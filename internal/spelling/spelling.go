// Package spelling finds the name that was meant, for errors about a name that does not exist.
package spelling

import "strings"

// Nearest is the name that was most likely meant: the nearest one, if at most a third of its
// letters differ; otherwise "".
func Nearest(name string, names []string) string {
	best, least := "", min(max(1, (len(name)+1)/3), 10)
	for _, n := range names {
		if strings.EqualFold(name, n) {
			return n
		}
		d := typos(strings.ToLower(name), strings.ToLower(n))
		if len(n) > 1 && (d < least || d == least && best == "") {
			best, least = n, d
		}
	}
	return best
}

// typos counts the bytes to change, add, drop or swap with their neighbour to get from a to b: the
// optimal string alignment distance. Long names count as different.
func typos(a, b string) int {
	const long = 40
	if len(a) > long || len(b) > long {
		return long
	}
	var rows [long + 1][long + 1]int
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			changed := 1
			if a[i-1] == b[j-1] {
				changed = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
