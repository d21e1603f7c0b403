package classic

import "math"

// cramerTail is the probability that the Cramér–von Mises statistic ∫B(t)²dt of a Brownian bridge
// exceeds q (Anderson & Darling, Annals of Mathematical Statistics 23, 1952, 193–212, eq. 4.35):
//
//	1 − 1/(π√q) Σₖ Γ(k+½)/(Γ(½)k!) √(4k+1) e⁻ᵘ K(u),   u = (4k+1)²/(16q),
//
// with K the modified Bessel function of order ¼. The statistic is Σⱼ Zⱼ²/(jπ)² for normal Zⱼ, so
// the tail falls like exp(−π²q/2): from q = 8 on it is below 1e-17, and 0 is returned.
//
// coda's pcramer stops after k = 3. That is exact to 1e-10 up to q = 1.5 (p = 2e-4). Beyond, its
// p-value rises again, to 8e-5 at q = 5 (the true value is 3e-12) and above 0.05 from q = 30 on:
// the further a chain has drifted, the better it looks.
func cramerTail(q float64) float64 {
	switch {
	case math.IsNaN(q) || q < 0:
		return math.NaN()
	case q >= 8:
		return 0
	case q == 0:
		return 1
	}
	sum, coefficient := 0.0, 1.0 // Γ(k+½)/(Γ(½)k!)
	for k := 0.0; ; k++ {
		root := 4*k + 1
		u := root * root / (16 * q)
		if u > 400 { // e⁻²ᵘ < 1e-300
			break
		}
		sum += coefficient * math.Sqrt(root) * scaledBesselK(u)
		coefficient *= (k + 0.5) / (k + 1)
	}
	return min(max(1-sum/(math.Pi*math.Sqrt(q)), 0), 1)
}

// scaledBesselK is e⁻ᵘK(u) of order ¼, from K(u) = ∫ exp(−u·cosh t) cosh(t/4) dt over t ≥ 0
// (Watson, Theory of Bessel Functions, 6.22) by the trapezoidal rule. For such an integrand its
// error is about exp(−π²/step).
func scaledBesselK(u float64) float64 {
	const step = 1.0 / 8
	sum := math.Exp(-2*u) / 2
	for t := step; ; t += step {
		term := math.Exp(-u*(1+math.Cosh(t))) * math.Cosh(t/4)
		sum += term
		if term <= 1e-17*sum {
			return sum * step
		}
	}
}
