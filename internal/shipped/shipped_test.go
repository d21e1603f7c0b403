package shipped

import (
	"bytes"
	"context"
	"encoding/gob"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/naivebayes"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/regress"
)

// shipped lists every exported function that returns a model, and how to check its variants.
var shipped = map[string]func(t *testing.T){
	"normal.Prior.Model": func(t *testing.T) {
		resumes(t, "", ask(normal.Prior{Tau2: 100, Alpha: 2, Beta: 2}.Model(numbers)))
	},
	"naivebayes.Prior.Explicit":    bayes(naivebayes.Prior.Explicit),
	"naivebayes.Prior.Collapsed":   bayes(naivebayes.Prior.Collapsed),
	"naivebayes.Prior.CollapsedPi": bayes(naivebayes.Prior.CollapsedPi),
	"mixture.Explicit":             finite(mixture.Explicit),
	"mixture.Collapsed":            finite(conjugate(mixture.Collapsed)),
	"mixture.Neal3":                infinite(conjugate(mixture.Neal3)),
	"mixture.Neal8": infinite(func(p mixture.Partition,
		f mixture.Family) (mixtureModel, error) {
		return mixture.Neal8(p, f, 2)
	}),
	"mixture.SplitMerge": infinite(conjugate(splitMerge)),
	"lda.Prior.Model":    topics,
	"lda.Prior.ModelSeq": func(t *testing.T) {
		resumes(t, "", ask(lda.Prior{K: 3}.ModelSeq(slices.Values(docs), words, lda.Settings{})))
	},
	"regress.Multinomial.Model": func(t *testing.T) {
		resumes(t, "multinomial", ask(regress.Multinomial{Categories: []string{"a", "b", "c"},
			X: [][]float64{{1, 0.5}, {1, 1.5}, {1, -0.3}, {1, 2}}, Y: []int{0, 2, 1, 0},
			Prior: regress.Prior{SD: []float64{2}}}.Model()))
	},
	"regress.Regression.Model": regressions,
	"bugs.Model.Sampler":       statements,
}

// TestShippedModelsResume stops each shipped model several times and resumes it from its
// checkpoint. The trace must be bit for bit the same as without a stop. A model that is missing
// from the table fails the test.
func TestShippedModelsResume(t *testing.T) {
	found := modelFunctions(t)
	for _, name := range found {
		if shipped[name] == nil {
			t.Errorf("%s is not in the table shipped: add a row that checks it", name)
		}
	}
	for name := range shipped {
		if !slices.Contains(found, name) {
			t.Errorf("the table shipped checks %s, and no package has it", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(shipped)) {
		t.Run(name, func(t *testing.T) { t.Parallel(); shipped[name](t) })
	}
}

// modelFunctions lists the exported functions below this folder that return a sampler.Model of a
// type of their own.
func modelFunctions(t *testing.T) (names []string) {
	err := filepath.WalkDir("../../sampler", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			filepath.Dir(path) == "../../sampler" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Type.TypeParams != nil || f.Type.Results == nil {
				continue
			}
			name := file.Name.Name + "."
			if f.Recv != nil {
				name += strings.TrimPrefix(text(f.Recv.List[0].Type), "*") + "."
			}
			for _, r := range f.Type.Results.List {
				if text(r.Type) == "sampler.Model" && !ofAnyState(f.Recv) {
					names = append(names, name+f.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// ofAnyState tells whether a receiver has a type parameter: its models are those of its caller.
func ofAnyState(receiver *ast.FieldList) (generic bool) {
	if receiver != nil {
		ast.Inspect(receiver.List[0].Type, func(n ast.Node) bool {
			_, is := n.(*ast.IndexExpr)
			generic = generic || is
			return true
		})
	}
	return generic
}

// text writes the name of a type, without its type arguments.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + text(e.X)
	case *ast.IndexExpr:
		return text(e.X)
	case *ast.SelectorExpr:
		return text(e.X) + "." + e.Sel.Name
	}
	return ""
}

// regressions are those of each family, with groups, the horseshoe and missing values.
func regressions(t *testing.T) {
	x := [][]float64{{1, 0.5}, {1, 1.5}, {1, -0.3}, {1, 2}, {1, 0.1}, {1, 1}, {1, -1}, {1, 0.7}}
	y := []float64{1, 0, 1, 1, 0, 0, 1, 0}
	proper := regress.Prior{SD: []float64{2}}
	for variant, r := range map[string]regress.Regression{
		"normal":            {Prior: proper},
		"Student":           {Prior: proper, Family: regress.Student{}},
		"probit":            {Prior: proper, Family: regress.Probit{}},
		"logit":             {Prior: proper, Family: regress.Logit{}},
		"negative binomial": {Prior: proper, Family: regress.NegativeBinomial{}},
		"Poisson": {Prior: proper, Family: regress.Poisson{}, Groups: &regress.Groups{
			Of: []int{0, 0, 1, 1, 2, 2, 3, 3}, Vary: []string{"x"}, Scale: []float64{1}}},
		"groups": {Prior: proper, Family: regress.Normal{Scale: 1}, Groups: &regress.Groups{
			Of: []int{0, 0, 1, 1, 2, 2, 3, 3}, Vary: []string{"intercept", "x"},
			Scale: []float64{1}}},
		"horseshoe": {Prior: regress.Prior{SD: []float64{2, 2}, Shrink: []string{"x"}}},
	} {
		r.X, r.Y, r.Names = x, y, []string{"intercept", "x"}
		resumes(t, variant, ask(r.Model()))
	}
	large := slices.Repeat([]float64{1000, 40_000}, 4)
	resumes(t, "large counts", ask(regress.Regression{X: x, Y: large, Prior: proper,
		Family: regress.NegativeBinomial{}}.Model()))
	gap := slices.Clone(x)
	gap[2] = []float64{1, math.NaN()}
	resumes(t, "missing", ask(regress.Regression{X: gap, Y: y, Prior: proper,
		Missing: &regress.Missing{SD: 1, Scale: 1}}.Model()))
}

// statements are models in the BUGS language with each kind of update that remembers something:
// widths of slices, what NUTS has learnt, where Newton's method begins.
func statements(t *testing.T) {
	y := []int{1, 2, 3, 1, 0, 0}
	data := bugs.Data{"y": y, "x": []float64{-1, -0.5, 0, 0.5, 1, 1}}
	for variant, text := range map[string]string{
		"normal, gamma": `for (i in 1:6) { y[i] ~ dnorm(a + b * x[i], tau) }
			tau ~ dgamma(3, 2)`,
		"Polya-Gamma": `for (i in 1:6) { y[i] ~ dbin(ilogit(a + b * x[i]), 4) }`,
		"nearly normal": `for (i in 1:6) { y[i] ~ dpois(exp(a + b * x[i] + e[i]))
			e[i] ~ dnorm(0, tau) }
			tau ~ dgamma(3, 2)`,
		"NUTS": `for (i in 1:6) { y[i] ~ dnorm(a + b * pow(g, x[i]), h) }
			g ~ dunif(0.2, 1)
			h ~ dunif(0.2, pow(g, -1))`,
		"slice": `for (i in 1:6) { y[i] ~ dpois(exp(a + b * x[i]) * w[1 + step(x[i] - x[k])]) }
			for (j in 1:2) { w[j] ~ dlnorm(0, 1) T(0.1, 5) }
			k ~ dcat(p[])
			p[1:6] ~ ddirch(x[] + 2)`,
		"matrix": `for (i in 1:3) { z[i, 1:2] ~ dmnorm(m[], Omega[,])
				y[i] ~ dpois(exp(z[i, 1] + a + b)) }
			for (i in 1:2) { m[i] ~ dnorm(0, 1)
				R[i, i] <- 1 }
			R[1, 2] <- 0
			R[2, 1] <- 0
			for (i in 4:6) { y[i] ~ dt(a, 1, 3) }
			Omega[1:2, 1:2] ~ dwish(R[,], 3)`,
	} {
		m, err := bugs.Compile("model {\n"+text+"\na ~ dnorm(0, 1)\nb ~ dnorm(0, 1)\n}", data)
		if err != nil {
			t.Errorf("%s: %v", variant, err)
			continue
		}
		resumes(t, variant, ask(m.Sampler(), nil))
	}
}

type made[S any] struct {
	model sampler.Model[S]
	err   error
}

func ask[S any](m sampler.Model[S], err error) made[S] { return made[S]{m, err} }

func resumes[S any](t *testing.T, variant string, m made[S]) {
	t.Helper()
	if m.err != nil {
		t.Errorf("%s: %v", variant, m.err)
		return
	}
	run := func(set sampler.Settings) []byte {
		tr, err := sampler.Run(context.Background(), m.model, set)
		if err != nil {
			t.Errorf("%s, %d draws: %v", variant, set.Draws, err)
			return nil
		}
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(tr); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	set := sampler.Settings{Chains: 2, Warmup: 4, Draws: 17, Seed: 5}
	whole := run(set)
	set.Checkpoint = filepath.Join(t.TempDir(), "run")
	var resumed []byte
	for _, set.Draws = range []int{1, 2, 9, 17} {
		if resumed = run(set); resumed == nil {
			return
		}
	}
	if !bytes.Equal(whole, resumed) {
		t.Errorf("%s: the resumed run differs", variant)
	}
}

var (
	numbers = []float64{9.2, 18.4, 19.4, 19.9, 20.2, 21.5, 22.3, 23.3, 24.3, 34.3}
	pairs   = [][]float64{{0, 1}, {0.5, 1.2}, {5, 5}, {5.5, 4.4}, {6, 5}, {-3, 0.3}, {0.1, 0.2}}
	docs    = corpusOf("the cat sat on the mat", "the dog sat", "markets fell on fears",
		"the dog fell", "", "fears of the cat")
)

const words = 26

// corpusOf numbers words by their first letter.
func corpusOf(texts ...string) (docs []corpus.Doc) {
	for _, text := range texts {
		var ids []int32
		for _, w := range strings.Fields(text) {
			ids = append(ids, int32(w[0]-'a'))
		}
		docs = append(docs, corpus.Bag(ids))
	}
	return docs
}

type bayesModel = sampler.Model[naivebayes.State]

func bayes(model func(naivebayes.Prior, naivebayes.Data) (bayesModel, error)) func(t *testing.T) {
	return func(t *testing.T) {
		data := naivebayes.Data{Docs: docs, V: words, Labels: []int{0, -1, 1, -1, -1, -1}, New: docs[:2]}
		resumes(t, "fixed scales", ask(model(naivebayes.Prior{}, data)))
		resumes(t, "sampled scales", ask(model(naivebayes.Prior{PiSpread: 1, ThetaSpread: 1}, data)))
	}
}

type mixtureModel = sampler.Model[mixture.State]

// conjugate adapts a sampler that takes only conjugate families to one that takes any family. Given
// another family, it makes no model.
func conjugate[P any](
	model func(P, mixture.Conjugate) (mixtureModel, error),
) func(P, mixture.Family) (mixtureModel, error) {
	return func(p P, f mixture.Family) (m mixtureModel, err error) {
		if c, ok := f.(mixture.Conjugate); ok {
			return model(p, c)
		}
		return m, nil
	}
}

func splitMerge(p mixture.Partition, f mixture.Conjugate) (mixtureModel, error) {
	return mixture.SplitMerge(p, f, mixture.SplitMergeSettings{Scans: 1})
}

func must[T any](t *testing.T, x T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func families(t *testing.T) map[string]mixture.Family {
	one, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(numbers, numbers[:2])
	all := map[string]mixture.Family{"normal": must(t, one, err)}
	identity := [][]float64{{1, 0}, {0, 1}}
	two, err := mixture.MultiNormal{Mean: identity[0], Kappa: 0.1, DF: 4,
		Scale: identity}.Family(pairs, pairs[:1])
	all["multivariate"] = must(t, two, err)
	three, err := mixture.Multinomial{}.Family(docs, nil, words)
	all["words"] = must(t, three, err)
	return all
}

func finite(model func(mixture.Finite, mixture.Family) (mixtureModel, error)) func(t *testing.T) {
	return func(t *testing.T) {
		for name, f := range families(t) {
			if m := ask(model(mixture.Finite{K: 4}, f)); m.err != nil || m.model.Init != nil {
				resumes(t, name, m)
			}
		}
	}
}

func infinite(
	model func(mixture.Partition, mixture.Family) (mixtureModel, error),
) func(t *testing.T) {
	laws := map[string]mixture.Partition{
		"finite": mixture.Finite{K: 4}, "DP": mixture.DP{Alpha: 1},
		"DP, α sampled": mixture.DP{Shape: 2, Rate: 2},
		"MFM":           mixture.MFM{K: []float64{1, 1, 1, 1, 1}},
	}
	return func(t *testing.T) {
		for name, f := range families(t) {
			for law, p := range laws {
				if m := ask(model(p, f)); m.err != nil || m.model.Init != nil {
					resumes(t, name+", "+law, m)
				}
			}
		}
	}
}

// topics resumes every sampler of lda with every prior that it takes, and with everything that it
// can learn.
func topics(t *testing.T) {
	for name, p := range map[string]lda.Prior{
		"few": {K: 3}, "many": {K: 300}, "asymmetric": {K: 3, Alpha: []float64{0.1, 2, 0.7}, Beta: 0.2},
		"guided": {K: 3, Guide: map[int32][]float64{'c' - 'a': {5, 0.01, 0.01}}},
	} {
		for kind, set := range map[string]lda.Settings{
			"fast": {}, "dense": {Sampler: lda.Dense}, "blocks": {Blocks: 2, Threads: 2},
			"random start": {RandomStart: true},
			"partially":    {Sampler: lda.PartiallyCollapsed, Threads: 2},
			"hyper":        {Learn: lda.SampleHyper{}}, "optimise": {Learn: lda.Optimise{Every: 3}},
			"HDP": {Learn: lda.HDP{}},
		} {
			if turns.Short(t) && name == "many" && kind != "fast" && kind != "blocks" {
				continue
			}
			m := ask(p.Model(docs, words, set))
			if p.Guide != nil && m.err != nil && strings.Contains(m.err.Error(), "Prior.Guide") {
				continue
			}
			resumes(t, name+", "+kind, m)
		}
	}
}
