package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// constants are the integrals by which densities with a name are divided.
var constants = map[string]struct{ called, integral string }{
	"Dirichlet": {"the parameters $a$",
		`I(a) = \frac{\prod_{v} \Gamma(a_v)}{\Gamma(\sum_{v} a_v)}`},
	"normal": {"the precision $q$, and $l$ for the precision times the mean,",
		`I(q, l) = \sqrt{\frac{2 \pi}{q}}\; \exp(\frac{l^{2}}{2 q})`},
	"gamma":         {"the shape $a$ and the rate $b$", `I(a, b) = \frac{\Gamma(a)}{b^{a}}`},
	"inverse gamma": {"the shape $a$ and the scale $b$", `I(a, b) = \frac{\Gamma(a)}{b^{a}}`},
	"power of a gamma": {"the shape $a$ and the rate $b$ of the power",
		`I(a, b) \propto \frac{\Gamma(a)}{b^{a}}`},
	"beta": {"the parameters $a$ and $b$",
		`I(a, b) = \frac{\Gamma(a)\,\Gamma(b)}{\Gamma(a + b)}`},
}

// collapsed derives the draws of unknowns with few values while others are integrated out: the
// distributions of the others come first.
func collapsed(g *graph.Graph, b *block.Block, wanted []*graph.Statement) (out []*Derived) {
	var outs []string
	kinds := map[string]bool{}
	for _, in := range b.Form.Inside {
		out = append(out, Derive(g, in)...)
		outs = expr.Union(outs, symbol(in.Target[0].Left.Array))
		kinds[in.Kind] = true
	}
	for _, s := range wanted {
		if slices.Contains(b.Form.Integrated, s) {
			continue
		}
		w := begin(g, b, s)
		w.head(b.Kind)
		weight := w.weights()
		x, k := w.x(), w.Letter.Name
		all, are := strings.Join(outs, "$ and $"), "are"
		if len(outs) == 1 {
			are = "is"
		}
		w.say("**Step 3.** $%s$ depends strongly on $%s$. Drawn in turn, they would move in small "+
			"steps. So $%s$ %s integrated out: each weight is averaged over the distribution "+
			"that $%s$ would have without the factors of step 1. That is the one above, without what "+
			"$%s$ adds to its parameters:", x, all, all, are, all, x)
		w.formula(`P(` + x + " = " + k + ` \mid \cdots) \;\propto\; \int ` + weight + `\; p(` +
			join(outs, comma) + ` \mid \text{without } ` + x + `)\; d` + join(outs, `\, d`))
		w.say("**Step 4.** A density is a product, divided by the integral $I$ of the product. Times " +
			"the weight, the product has the same form, with other parameters. So the average is a ratio: " +
			"the integral with what the value adds, divided by the integral without it.")
		for _, in := range b.Form.Inside {
			if c, ok := constants[in.Kind]; ok && kinds[in.Kind] {
				kinds[in.Kind] = false
				w.say("For a %s distribution with %s it is", in.Kind, c.called)
				w.formula(c.integral)
				switch in.Kind {
				case "Dirichlet":
					w.say("One more in place $j$ turns $\\Gamma(a_j)$ into $a_j\\,\\Gamma(a_j)$. So the " +
						"ratio is the mean of the distribution without the value:")
					w.formula(`\frac{I(a \text{ and one more in place } j)}{I(a)} = \frac{a_j}{\sum_{v} a_v}`)
				case "beta":
					w.say("So the ratio is the mean for one more success, and the rest for one more failure:")
					w.formula(`\frac{I(a + 1, b)}{I(a, b)} = \frac{a}{a + b},\qquad ` +
						`\frac{I(a, b + 1)}{I(a, b)} = \frac{b}{a + b}`)
				case "normal":
					w.say("If the weight is a normal density of $y$ with variance $s$, the average is one, " +
						"too, with mean $l / q$ and variance $1 / q + s$.")
				}
			}
		}
		w.say("**Step 5.** Divide by the sum of the weights, and draw $%s$ from the values with these "+
			"probabilities. After all of $%s$, draw $%s$ as above, given the new values. So their joint "+
			"distribution stays as it is.", x, w.all(), all)
		out = append(out, w.Derived)
	}
	return out
}
