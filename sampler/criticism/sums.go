package criticism

// sums are the sum and the sum of squares, of four parts each: one addition waits for another.
func sums(x []float64) (sum, squares float64) {
	var a, b, c, d, aa, bb, cc, dd float64
	for ; len(x) >= 4; x = x[4:] {
		x := x[:4:4]
		a, b, c, d = a+x[0], b+x[1], c+x[2], d+x[3]
		aa, bb, cc, dd = aa+x[0]*x[0], bb+x[1]*x[1], cc+x[2]*x[2], dd+x[3]*x[3]
	}
	for _, v := range x {
		a, aa = a+v, aa+v*v
	}
	return a + b + c + d, aa + bb + cc + dd
}

// inverses is the sum of 1/v.
func inverses(x []float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4; x = x[4:] {
		x := x[:4:4]
		a, b, c, d = a+1/x[0], b+1/x[1], c+1/x[2], d+1/x[3]
	}
	for _, v := range x {
		a += 1 / v
	}
	return a + b + c + d
}

// ends are the smallest and the largest value; finite is false if one is NaN or infinite.
func ends(x []float64) (least, top float64, finite bool) {
	least, top = x[0], x[0]
	noise := 0.0
	for _, v := range x {
		noise += v - v
		if v < least {
			least = v
		} else if v > top {
			top = v
		}
	}
	return least, top, noise == 0
}
