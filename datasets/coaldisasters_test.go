package datasets

import "testing"

// R's boot::coal gives counts by year with Σ y = 191, Σ i y = 7359 and Σ y² = 625, where i = year −
// 1850. One disaster less in 1942 (i = 92) and one more in 1941 takes 1 from the second sum and
// adds 4² + 2² − 3² − 3² = 2 to the third.
func TestCoalDisasters(t *testing.T) {
	y := CoalDisasters()
	if len(y) != 112 {
		t.Fatalf("%d years, want 112", len(y))
	}
	var sum, weighted, squares float64
	for i, v := range y {
		sum, weighted, squares = sum+v, weighted+float64(i+1)*v, squares+v*v
	}
	if sum != 191 || weighted != 7359-1 || squares != 625+2 {
		t.Errorf("Σ y = %g, Σ i y = %g, Σ y² = %g", sum, weighted, squares)
	}
	y[0] = -1
	if CoalDisasters()[0] != 4 {
		t.Error("a caller's change shows in the next call")
	}
}
