package nb

import (
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
)

// A declared model is shown, run and judged without another line.
func TestDeclared(t *testing.T) {
	days, weights := datasets.Rats()
	m := Must(bugs.Compile(`model {
	   for (i in 1:N) {
	      for (j in 1:T) { Y[i,j] ~ dnorm(alpha[i] + beta[i]*(x[j] - mean(x[])), tau.c) }
	      alpha[i] ~ dnorm(alpha.c, tau.alpha)
	      beta[i]  ~ dnorm(beta.c, tau.beta)
	   }
	   alpha.c ~ dnorm(0, 1.0E-4)
	   beta.c  ~ dnorm(0, 1.0E-4)
	   tau.c     ~ dgamma(0.001, 0.001)
	   tau.alpha ~ dgamma(0.001, 0.001)
	   tau.beta  ~ dgamma(0.001, 0.001)
	}`, bugs.Data{"Y": weights, "x": days, "N": 30, "T": 5}))
	if p, ok := plotOf(m.Plates()); !ok || len(p.Title.Text) == 0 {
		t.Error("plates are no plot")
	}
	if shown := messageOf(m.Derivation("alpha.c")); !strings.Contains(shown.Markdown, `\alpha_{c}`) ||
		!strings.Contains(shown.Text, "α_c") && !strings.Contains(shown.Text, "αc") {
		t.Error(shown.Text)
	}
	turns.Long(t)
	page := Report(m.Case(Run(m.Sampler(), sampler.Settings{})))
	var all strings.Builder
	for _, message := range page.messages() {
		all.WriteString(message.Text)
	}
	if text := all.String(); !strings.Contains(text, "The prior is too wide to draw from") ||
		!strings.Contains(text, "R-hat") {
		t.Error(text)
	}
}

// A name that is no unknown is a red cell.
func TestShowMistakenDerivation(t *testing.T) {
	m := Must(bugs.Compile("model { y ~ dnorm(mu, 1); mu ~ dnorm(0, 1) }", bugs.Data{"y": 1}))
	defer func() {
		if e, ok := recover().(error); !ok || !strings.Contains(e.Error(), "Did you mean mu?") {
			t.Error(e)
		}
	}()
	messageOf(m.Derivation("nu"))
}
