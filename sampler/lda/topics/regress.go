package topics

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// fit is a least-squares regression that is made many times, with the same covariates.
type fit struct {
	docs   []int       // that have tokens
	length []float64   // their tokens
	group  []int       // their clusters
	names  []string    // of the clusters
	x      [][]float64 // documents × P, with an intercept
	solve  [][]float64 // documents × P: (XᵀX)⁻¹ x_d, of which the weights of the coefficients consist
	ask    [][]float64 // contrasts × P
	// leave is contrasts × documents: without its cluster g, the estimate is less by Σ leave_d e_d
	// over the documents of g, where e_d is the residual.
	leave    [][]float64
	clusters []float64 // contrasts: the effective number of clusters
}

// drawn is what the regressions in the draws of a chain give for a topic.
type drawn struct {
	estimate [][]float64 // contrasts × draws
	variance []float64   // contrasts: W, the mean over draws of that between clusters
	change   [][]float64 // contrasts × clusters: mean estimate less that without the cluster
	tokens   []float64   // clusters: of the topic, a mean over draws
}

func newFit(docs []corpus.Doc, by lda.Covariates, contrasts []Contrast) (*fit, error) {
	f, p := &fit{}, len(by.Names)+1
	f.docs, f.group, f.names = groupsOf(docs, by.Clusters)
	if len(f.names) < 3 {
		return nil, fmt.Errorf("there are %d clusters with tokens, expected three or more: an interval "+
			"needs to know how clusters differ", len(f.names))
	}
	for _, c := range contrasts {
		for _, row := range [][]float64{c.At, c.Less} {
			if len(row) != p-1 && (row != nil || c.At == nil) {
				return nil, fmt.Errorf("the contrast %q has a row of %d numbers, and there are %d "+
					"covariates: make rows by Covariates.At", c.Name, len(row), p-1)
			}
		}
		ask := append([]float64{1}, c.At...)
		if c.Less != nil {
			floats.Sub(ask[1:], c.Less)
			ask[0] = 0
		}
		f.ask = append(f.ask, ask)
	}
	all, of := mat.NewSymDense(p, nil), make([]*mat.SymDense, len(f.names))
	for i, d := range f.docs {
		x := append([]float64{1}, by.X[d]...)
		f.x, f.length = append(f.x, x), append(f.length, float64(docs[d].Tokens()))
		g := f.group[i]
		if of[g] == nil {
			of[g] = mat.NewSymDense(p, nil)
		}
		of[g].SymRankOne(of[g], 1, mat.NewVecDense(p, x))
	}
	for _, gram := range of {
		all.AddSym(all, gram)
	}
	return f, f.weigh(all, of, by)
}

// weigh computes solve and leave. If X_g are the rows of a cluster, the coefficients without it
// are less by (XᵀX − X_gᵀX_g)⁻¹ X_gᵀ e_g.
func (f *fit) weigh(all *mat.SymDense, of []*mat.SymDense, by lda.Covariates) error {
	p := len(f.x[0])
	var whole mat.Cholesky
	if !whole.Factorize(all) || whole.Cond() > 1e12 {
		return fmt.Errorf("in the documents that have tokens a covariate is a combination of the " +
			"others: leave the empty documents out, and see which")
	}
	at := make([][]mat.VecDense, len(of)) // cluster × contrast
	for g, gram := range of {
		rest := mat.NewSymDense(p, nil)
		rest.CopySym(all)
		for i := range p {
			for j := i; j < p; j++ {
				rest.SetSym(i, j, rest.At(i, j)-gram.At(i, j))
			}
		}
		var c mat.Cholesky
		if !c.Factorize(rest) || c.Cond() > 1e12 {
			return f.alone(g, by)
		}
		at[g] = make([]mat.VecDense, len(f.ask))
		for q, ask := range f.ask {
			if err := c.SolveVecTo(&at[g][q], mat.NewVecDense(p, ask)); err != nil {
				return f.alone(g, by)
			}
		}
	}
	f.leave = make([][]float64, len(f.ask))
	weights, squares := mat.NewDense(len(f.ask), len(of), nil), mat.NewDense(len(f.ask), len(of), nil)
	for i, x := range f.x {
		var solved mat.VecDense
		if err := whole.SolveVecTo(&solved, mat.NewVecDense(p, x)); err != nil {
			return err
		}
		f.solve = append(f.solve, solved.RawVector().Data)
		for q, ask := range f.ask {
			g, w := f.group[i], floats.Dot(ask, f.solve[i])
			f.leave[q] = append(f.leave[q], floats.Dot(at[g][q].RawVector().Data, x))
			weights.Set(q, g, weights.At(q, g)+w)
			squares.Set(q, g, squares.At(q, g)+w*w)
		}
	}
	for q := range f.ask {
		gamma := squares.RawRowView(q)
		for g, w := range weights.RawRowView(q) {
			gamma[g] += w * w
		}
		n, _ := effectiveNumber(gamma)
		f.clusters = append(f.clusters, n)
	}
	return nil
}

// alone says which covariate only one cluster varies in.
func (f *fit) alone(g int, by lda.Covariates) error {
	for j, name := range by.Names {
		var values []float64
		for i, x := range f.x {
			if f.group[i] != g {
				values = append(values, x[j+1])
			}
		}
		if floats.Min(values) == floats.Max(values) {
			return fmt.Errorf("without the cluster %q, %q is the same in all documents: its effect cannot "+
				"be told apart from that cluster; take covariates that vary in several clusters",
				f.names[g], name)
		}
	}
	return fmt.Errorf("without the cluster %q some covariates are combinations of others, and their "+
		"effects cannot be told apart from that cluster: take fewer covariates", f.names[g])
}

// regress makes the regressions of one chain and topic, from documents × draws of n_dk.
func (f *fit) regress(counts [][]float64) drawn {
	draws, p := len(counts[0]), len(f.x[0])
	beta := make([][]float64, p)
	for j := range beta {
		beta[j] = make([]float64, draws)
	}
	out := drawn{tokens: make([]float64, len(f.names)), variance: make([]float64, len(f.ask))}
	for i, n := range counts {
		for s, x := range n {
			out.tokens[f.group[i]] += x / float64(draws)
			if x != 0 {
				for j, w := range f.solve[i] {
					beta[j][s] += w * x / f.length[i]
				}
			}
		}
	}
	change := make([][][]float64, len(f.ask)) // contrasts × clusters × draws
	for q, ask := range f.ask {
		estimate := make([]float64, draws)
		for j, a := range ask {
			floats.AddScaled(estimate, a, beta[j])
		}
		out.estimate = append(out.estimate, estimate)
		out.change = append(out.change, make([]float64, len(f.names)))
		change[q] = make([][]float64, len(f.names))
		for g := range change[q] {
			change[q][g] = make([]float64, draws)
		}
	}
	residual := make([]float64, draws)
	for i, n := range counts {
		for s, x := range n {
			residual[s] = x / f.length[i]
		}
		for j, x := range f.x[i] {
			if x != 0 {
				floats.AddScaled(residual, -x, beta[j])
			}
		}
		for q := range f.ask {
			floats.AddScaled(change[q][f.group[i]], f.leave[q][i], residual)
		}
	}
	groups := float64(len(f.names))
	for q := range change {
		for g, c := range change[q] {
			out.change[q][g] = floats.Sum(c) / float64(draws)
			out.variance[q] += (groups - 1) / groups * floats.Dot(c, c) / float64(draws)
		}
	}
	return out
}
