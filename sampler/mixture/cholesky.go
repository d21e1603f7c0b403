package mixture

import "math"

// Lower triangular d × d matrices, row by row.

// cholesky factors a symmetric matrix, a = L Lᵀ; false if it is not positive definite.
func cholesky(a [][]float64, l []float64) bool {
	d := len(a)
	for i := range d {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= l[i*d+k] * l[j*d+k]
			}
			if i != j {
				l[i*d+j] = sum / l[j*d+j]
			} else if sum > 1e-14*a[i][i] {
				l[i*d+i] = math.Sqrt(sum)
			} else {
				return false
			}
		}
	}
	return true
}

// update turns the factor of L Lᵀ into that of L Lᵀ + w wᵀ in d² operations; w is overwritten.
func update(l, w []float64) {
	d := len(w)
	for k := range d {
		diagonal := l[k*d+k]
		root := math.Sqrt(diagonal*diagonal + w[k]*w[k])
		c, s := root/diagonal, w[k]/diagonal
		l[k*d+k] = root
		for i := k + 1; i < d; i++ {
			l[i*d+k] = (l[i*d+k] + s*w[i]) / c
			w[i] = c*w[i] - s*l[i*d+k]
		}
	}
}

// downdate turns the factor of L Lᵀ into that of L Lᵀ − w wᵀ. It returns false, and leaves L
// invalid, if the result is not positive definite or inaccurate.
func downdate(l, w []float64) bool {
	d := len(w)
	for k := range d {
		diagonal := l[k*d+k]
		square := (diagonal - w[k]) * (diagonal + w[k])
		if !(square > 1e-6*diagonal*diagonal) {
			return false
		}
		root := math.Sqrt(square)
		c, s := root/diagonal, w[k]/diagonal
		l[k*d+k] = root
		for i := k + 1; i < d; i++ {
			l[i*d+k] = (l[i*d+k] - s*w[i]) / c
			w[i] = c*w[i] - s*l[i*d+k]
		}
	}
	return true
}

// logDiagonal is the sum of the logarithms of the diagonal: half the log determinant of L Lᵀ.
func logDiagonal(l []float64, d int) float64 {
	product, sum := 1.0, 0.0
	for k := range d {
		product *= l[k*d+k]
		if k%2 == 1 { // two factors of at most 1e150 each
			sum, product = sum+math.Log(product), 1
		}
	}
	return sum + math.Log(product)
}

// distance is |L⁻¹(x − m)|², with z as working memory.
func distance(l, x, m, z []float64) float64 {
	if len(m) == 2 { // by far the most frequent case
		u := (x[0] - m[0]) / l[0]
		v := (x[1] - m[1] - l[2]*u) / l[3]
		return u*u + v*v
	}
	sum, row := 0.0, 0
	for i, v := range x {
		v -= m[i]
		for j, zj := range z[:i] {
			v -= l[row+j] * zj
		}
		v /= l[row+i]
		z[i] = v
		sum += v * v
		row += len(x)
	}
	return sum
}
