package bugs_test

import (
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler/bugs"
)

// Models with bounds that depend on the data have other blocks if the data are open: no more than
// five of the forms. An open model is refused for a model with another prior, another power or
// another constant.
func TestOpen(t *testing.T) {
	closed := []string{}
	for name, m := range everyForm(t) {
		if opens, taken, err := m.Opens(m); !opens {
			closed = append(closed, name)
		} else if !taken || err != nil {
			t.Errorf("%s: %v %v", name, taken, err)
		}
	}
	if len(closed) > 5 {
		t.Errorf("no open model of %v", closed)
	}
	model := func(mu, tau, y string) *bugs.Model {
		return compiled(t, "model { for (i in 1:29) { y[i] ~ "+y+" }\n mu ~ "+mu+"\n tau ~ "+tau+" }",
			bugs.Data{"y": datasets.ExamScores()})
	}
	right := model("dnorm(80, 0.1)", "dgamma(3, 50)", "dnorm(mu, tau)")
	for _, wrong := range []*bugs.Model{
		model("dnorm(81, 0.1)", "dgamma(3, 50)", "dnorm(mu, tau)"),
		model("dnorm(80, 0.1)", "dgamma(3, 51)", "dnorm(mu, tau)"),
		model("dnorm(80, 0.1)", "dgamma(3, 50)", "dnorm(mu, 0.99 * tau)"),
	} {
		if opens, taken, err := right.Opens(wrong); !opens || taken || err != nil {
			t.Errorf("the open model of another: %v %v %v\n%v", opens, taken, err, wrong.Plan())
		}
	}
}
