package bugs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

const scores = `model {
   for (i in 1:N) { y[i] ~ Normal(mu, sqrt(sigma2)) }
   mu     ~ Normal(80, 4)
   sigma2 ~ InverseGamma(3, 50)
}`

// must ends the program with an error, as a short example may.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func scoresModel() *bugs.Model {
	y := datasets.ExamScores()
	return must(bugs.Compile(scores, bugs.Data{"y": y, "N": len(y)}))
}

func Example() {
	m := scoresModel()
	fmt.Println(m.Plan())
	tr := must(sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Seed: 1}))
	fmt.Printf("mean of mu: %.1f\n", diag.Mean(must(tr.Draws("mu"))))
	// Output:
	// Updates: 2. A sweep draws 2 numbers and takes about 6 products.
	// unknowns  update         numbers  products  why
	// mu        normal               1         3  its log density is a sum of x and x²
	// sigma2    inverse gamma        1         3  its log density is a sum of log x and 1/x
	//
	// mean of mu: 86.3
}

// The text form; in a notebook nb.Show typesets the derivation.
func ExampleModel_Derivation() {
	d := scoresModel().Derivation("sigma2")
	text := d.String()
	fmt.Println(text[strings.Index(text, "Step 4"):])
	latex := d.Markdown()
	fmt.Println(strings.Contains(latex, `\sigma^{2} \mid \cdots \;\sim\; \mathrm{InvGamma}(a, b)`))
	fmt.Println(scoresModel().Derivation("nu").Err())
	// Output:
	// Step 4. So the parameters are:
	//
	//     σ² | … ~ InvGamma(a, b),   a = ½ N + 3,   b = ½ Σ_{i=1…N} (y_i − μ)² + 50
	//
	// In numbers:
	//
	//     a = 35/2,   b = ½ Σ_{i=1…N} (y_i − μ)² + 50
	//
	// true
	// bugs: Derivation: the model draws no unknown nu. Did you mean mu?
}

// All mistakes are found at once, each with its place.
func ExampleCompile_mistakes() {
	_, err := bugs.Compile("model {\n  y ~ dnorm(mu, tua)\n  mu ~ dnrom(0, 1)\n  tau ~ dgamma(1, 1)\n}",
		bugs.Data{"y": 3})
	fmt.Println(err)
	// Output:
	// line 2, column 17: tua is not defined. Did you mean tau?
	// 	  y ~ dnorm(mu, tua)
	// 	                ^
	// line 3, column 8: There is no distribution dnrom. Did you mean dnorm?
	// 	  mu ~ dnrom(0, 1)
	// 	       ^
}

// The same data as JSON, and as R's dump writes them.
func ExampleReadData() {
	for _, file := range []string{`{"y": [1, 2, null], "N": 3}`, "y <- c(1, 2, NA)\nN <- 3"} {
		data := must(bugs.ReadData(strings.NewReader(file)))
		m := must(bugs.Compile("model { for (i in 1:N) { y[i] ~ dnorm(0, 1) } }", data))
		fmt.Println(m.Observed()["y"])
	}
	// Output:
	// [1 2 NaN]
	// [1 2 NaN]
}

// Monitor chooses what is recorded. Elements are counted from one.
func ExampleModel_Monitor() {
	m := must(bugs.Compile(`model {
	   for (i in 1:3) { y[i] ~ dnorm(mu, 1)
	      residual[i] <- y[i] - mu }
	   mu ~ dnorm(0, 0.01)
	}`, bugs.Data{"y": []float64{1, 2, 4}}))
	m = must(m.Monitor("residual"))
	tr := must(sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Seed: 1}))
	fmt.Println(must(tr.Labels("residual")))
	// Output: [residual[1] residual[2] residual[3]]
}

// The plan draws alpha and beta together; here each is drawn alone.
func ExampleModel_Choose() {
	m := must(bugs.Compile(`model {
	   for (i in 1:3) { y[i] ~ dnorm(alpha + beta*x[i], 1) }
	   alpha ~ dnorm(0, 0.01)
	   beta  ~ dnorm(0, 0.01)
	}`, bugs.Data{"y": []float64{1, 2, 4}, "x": []float64{1, 2, 3}}))
	fmt.Println(len(m.Plan()), m.Plan()[0].Kind)
	m = must(m.Choose("alone", "alpha", "beta"))
	fmt.Println(len(m.Plan()), m.Plan()[0].Kind)
	// Output:
	// 1 normal, 2 at once
	// 2 normal
}

// A block of the author's takes the place of a derived one.
func ExampleModel_Replace() {
	m := must(scoresModel().Replace(func(r *rand.Rand, m *bugs.Model, s *bugs.State) {
		shape, scale, mu := 3.0, 50.0, m.Values(s, "mu")[0]
		for _, y := range m.Values(s, "y") {
			shape, scale = shape+0.5, scale+(y-mu)*(y-mu)/2
		}
		m.Values(s, "sigma2")[0] = variate.InvGamma(r, shape, scale)
	}, "sigma2"))
	for _, u := range m.Plan() {
		fmt.Println(u.Unknowns, u.Kind)
	}
	// Output:
	// mu normal
	// sigma2 the author's own
}

// The exact value is −109.094.
func ExampleModel_Evidence() {
	m := scoresModel()
	tr := must(sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Seed: 1}))
	e := must(m.Evidence(tr, sampler.Stream("evidence", 1, 0)))
	fmt.Printf("log p(y) = %.1f\n", e.Log)
	// Output: log p(y) = -109.1
}

// One call leaves each score out, and does what is needed for the one that fits badly. Without
// leaves out folds.
func ExampleModel_LOO() {
	y := append(datasets.ExamScores(), 35)
	m := must(bugs.Compile(scores, bugs.Data{"y": y, "N": len(y)}))
	ctx, set := context.Background(), sampler.Settings{Seed: 1}
	tr := must(sampler.Run(ctx, m.Sampler(), set))
	e := must(m.LOO(ctx, tr, set))
	fmt.Printf("%s: elpd %.1f, %d terms with a large k̂\n", e.Method, e.Elpd, len(e.Bad()))
	fmt.Printf("of the score 35: %.0f, exactly -16\n", e.Points[29].Elpd)
	folds := must(criticism.Folds(len(y), 5, sampler.Stream("folds", 1, 0)))
	fmt.Println(must(criticism.KFold(folds, m.Without(ctx, set))).Method)
	// Output:
	// LOO, 1 by moment matching: elpd -124.1, 0 terms with a large k̂
	// of the score 35: -16, exactly -16
	// 5-fold
}
