package numeric

// Matrix is rows in one piece of memory.
func Matrix[T any](rows, columns int) [][]T {
	all, m := make([]T, rows*columns), make([][]T, rows)
	for i := range m {
		m[i] = all[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return m
}
