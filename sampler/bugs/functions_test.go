package bugs

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Densities, probabilities and quantiles as functions are those of JAGS 4.3.1, which prints six
// digits. Only qhyper is left out: JAGS gives 1.64 for a whole number. Beyond the support the
// density is 0.
func TestDensitiesAsFunctions(t *testing.T) {
	const jags = `
dnorm(x, 0.5, 2) = 0.297493
pnorm(x, 0.5, 2) = 0.87105
qnorm(u, 0.5, 2) = 0.227537
dlnorm(x, 0.5, 2) = 0.410163
plnorm(x, 0.5, 2) = 0.36841
qlnorm(u, 0.5, 2) = 1.2555
dgamma(x, 2.5, 1.5) = 0.437152
pgamma(x, 2.5, 1.5) = 0.436098
qgamma(u, 2.5, 1.5) = 1.10837
dexp(x, 0.7) = 0.281767
pexp(x, 0.7) = 0.597476
qexp(u, 0.7) = 0.615404
dweib(x, 1.4, 0.6) = 0.392305
pweib(x, 1.4, 0.6) = 0.579499
qweib(u, 1.4, 0.6) = 0.789259
dgen.gamma(x, 2.5, 0.8, 1.2) = 0.273828
pgen.gamma(x, 2.5, 0.8, 1.2) = 0.164345
qgen.gamma(u, 2.5, 0.8, 1.2) = 1.90937
ddexp(x, 0.5, 2) = 0.201897
pdexp(x, 0.5, 2) = 0.899052
qdexp(u, 0.5, 2) = 0.321663
dlogis(x, 0.5, 2) = 0.279528
plogis(x, 0.5, 2) = 0.832018
qlogis(u, 0.5, 2) = 0.19048
dt(x, 0.5, 2, 5) = 0.270944
pt(x, 0.5, 2, 5) = 0.845387
qt(u, 0.5, 2, 5) = 0.211339
df(x, 4, 7) = 0.314926
pf(x, 4, 7) = 0.643469
qf(u, 4, 7) = 0.64129
dbeta(u, 2, 3) = 1.7745
pbeta(u, 2, 3) = 0.437019
qbeta(u, 2, 3) = 0.300964
dpar(x, 2, 0.5) = 0.227583
ppar(x, 2, 0.5) = 0.852071
qpar(u, 2, 0.5) = 0.620174
dpois(k, 2.4) = 0.261268
ppois(k, 2.4) = 0.569709
qpois(u, 2.4) = 2
dbin(k, 0.3, 6) = 0.324135
pbin(k, 0.3, 6) = 0.74431
qbin(u, 0.3, 6) = 1
dnegbin(k, 0.3, 2.5) = 0.105676
pnegbin(k, 0.3, 2.5) = 0.241238
qnegbin(u, 0.3, 2.5) = 3
dchisqr(x, 3) = 0.23746
pchisqr(x, 3) = 0.270867
qchisqr(u, 3) = 1.64158
dhyper(k, 5, 6, 4, 1.5) = 0.462131
phyper(k, 5, 6, 4, 1.5) = 0.688062
-logdensity.dexp(x, 0.5, 2) = 1.6
-logdensity.exp(x, 0.7) = 1.26667
dnorm(x, -1, 2) + pexp(-1, 3) + dexp(-1, 3) = 0.00284451`
	lines := strings.Split(strings.TrimSpace(jags), "\n")
	model := "data { x <- 1.3\n k <- 2\n u <- 0.35\n"
	for i, l := range lines {
		f, _, _ := strings.Cut(l, " = ")
		model += fmt.Sprintf("f[%d] <- %s\n", i+1, f)
	}
	m, err := Compile(model+"}\nmodel { for (i in 1:n) { y[i] ~ dnorm(f[i], 1) } }",
		Data{"n": len(lines)})
	if err != nil {
		t.Fatal(err)
	}
	f := m.given["f"].Values
	for i, l := range lines {
		var want float64
		call, value, _ := strings.Cut(l, " = ")
		if fmt.Sscan(value, &want); !(math.Abs(f[i]-want) <= 6e-6*want) {
			t.Errorf("%s is %g, and %g in JAGS", call, f[i], want)
		}
	}
}
