package dist

import (
	"math"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// closed has functions of distributions that are formulas of simpler functions, whose derivatives
// are known. Below the support, x is put at its end.
var closed = map[string]string{
	"pnorm":  "phi((x - a)*b^0.5)",
	"plnorm": "phi((log(max(x, 0)) - a)*b^0.5)",
	"pexp":   "icloglog(log(a) + log(max(x, 0)))",
	"pweib":  "icloglog(log(b) + a*log(max(x, 0)))",
	"plogis": "ilogit(b*(x - a))",
	"ppar":   "1 - (b/max(x, b))^a",
	"qnorm":  "a + probit(x)/b^0.5",
	"qlnorm": "exp(a + probit(x)/b^0.5)",
	"qexp":   "-log(1 - x)/a",
	"qweib":  "(-log(1 - x)/b)^(1/a)",
	"qlogis": "a + logit(x)/b",
	"qunif":  "a + x*(b - a)",
	"qpar":   "b*(1 - x)^(-1/a)",
}

// Closed writes a density, a log density, a probability or a quantile of a distribution by simpler
// functions; nil if there is no such formula, or name is something else. Always tells whether x is
// always in the support.
func Closed(p *expr.Pool, name string, args []*e, always func(x *e, d *Dist) bool) *e {
	if text, ok := closed[name]; ok {
		return formulas(text)(p, args[0], args[1:])[0]
	}
	bare, ofLog := strings.CutPrefix(name, "logdensity.")
	d := All[bare]
	if d == nil || d.Log == nil || strings.HasPrefix(bare, "dhyper") || bare == "dnchisqr" ||
		bare == "dunif" || bare == "dpar" { // the last two: their parameters move the support
		return nil
	}
	x, outside := args[0], []*e(nil)
	if !always(x, d) {
		if d.Lo > math.Inf(-1) {
			outside = append(outside, p.Call("inside", x, p.Num(d.Lo), p.Num(d.Hi)))
			x = p.Call("max", x, p.Num(d.Lo))
		}
		if d.Hi < math.Inf(1) {
			x = p.Call("min", x, p.Num(d.Hi))
		}
		if d.Discrete {
			off := p.Sub(x, p.Call("trunc", x))
			outside = append(outside, p.Call("inside", off, p.Num(0), p.Num(0)))
		}
	}
	log := p.Add(append(outside, d.Log(p, x, args[1:]))...)
	if ofLog {
		return log
	}
	return p.Call("exp", log)
}
