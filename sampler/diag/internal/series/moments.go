package series

// MeanVariance returns mean and variance (over n−1) of draws of ordinary magnitude (see Rescale).
// It sums differences, from the first draw and then from the mean: no digits are lost if the mean
// is large compared with the spread, and the variance of equal draws is exactly 0. It keeps four
// sums at a time, because one would wait for each addition.
func MeanVariance(x []float64) (mean, variance float64) {
	n, first := float64(len(x)), x[0]
	var a, b, c, d float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		v := x[i : i+4 : i+4]
		a += v[0] - first
		b += v[1] - first
		c += v[2] - first
		d += v[3] - first
	}
	for ; i < len(x); i++ {
		a += x[i] - first
	}
	mean = first + (a+b+c+d)/n
	a, b, c, d = 0, 0, 0, 0
	for i = 0; i+4 <= len(x); i += 4 {
		v := x[i : i+4 : i+4]
		a += (v[0] - mean) * (v[0] - mean)
		b += (v[1] - mean) * (v[1] - mean)
		c += (v[2] - mean) * (v[2] - mean)
		d += (v[3] - mean) * (v[3] - mean)
	}
	for ; i < len(x); i++ {
		a += (x[i] - mean) * (x[i] - mean)
	}
	return mean, (a + b + c + d) / (n - 1)
}
