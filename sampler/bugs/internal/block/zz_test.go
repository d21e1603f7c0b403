package block

import (
	"fmt"
	"os"
	"testing"

	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/syntax"
	"math/rand/v2"
)

func TestZZ(t *testing.T) {
	dir := os.Getenv("D")
	text, _ := os.ReadFile(dir + "/model.bug")
	f, _ := os.Open(dir + "/data.json")
	d, _ := data.ReadJSON(f)
	pr, err := syntax.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Build(pr, d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := p.NewLogs()
	s := p.NewState()
	r := rand.New(rand.NewPCG(1, 2))
	p.Draw(r, s, Scatter{Width: 1})
	for _, f := range l.every {
		fmt.Println(f.f.Piece.Left, f.f.Log, f.program.Sum(s.prog, s.X, 0, f.program.Rows, false))
	}
	for _, b := range p.Blocks {
		fmt.Println(b.Name, b.Kind, b.Why)
	}
}

func TestZW(t *testing.T) {
	dir := os.Getenv("D")
	text, _ := os.ReadFile(dir + "/model.bug")
	f, _ := os.Open(dir + "/data.json")
	d, _ := data.ReadJSON(f)
	pr, _ := syntax.Parse(string(text))
	g, err := graph.Build(pr, d)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := New(g, Options{})
	l := p.NewLogs()
	s := p.NewState()
	r := rand.New(rand.NewPCG(1, 2))
	for _, a := range g.Order {
		fmt.Println(a.Name, a.State, a.Base, a.Dims, a.Value, a.Def)
	}
	fmt.Println(s.X)
	for k := range 3 {
		p.Draw(r, s, Scatter{Width: 1})
		p.Recompute(s)
		for _, st := range g.Statements {
			if st.Deterministic() || len(targets(st)) == 0 || st.Dist.Multi {
				continue
			}
			one := p.collect(st)
			el := targets(st)
			a := st.Left.Array
			i := el[r.IntN(len(el))]
			old := s.X[a.Base+i]
			var vs []view
			for _, f := range p.touching(st) {
				vs = append(vs, p.view(f, a, []int{i}))
			}
			_ = one
			p.attach(s)
			s.plan = nil
			p.attach(s)
			sum := func() float64 {
				x := 0.0
				p.recompute(a)(s)
				for _, v := range vs {
					x += v.program.Sum(s.prog, s.X, 0, int(v.start[1]), true)
				}
				return x
			}
			for _, v := range vs {
				v.program.Prepare(s.prog, s.X, 0, int(v.start[1]))
			}
			a0, b0 := l.Joint(s), sum()
			nw := old * 1.01
			if st.Dist.Discrete {
				nw = 3 - old
			}
			s.X[a.Base+i] = nw
			a1, b1 := l.Joint(s), sum()
			s.X[a.Base+i] = old
			p.recompute(a)(s)
			if d := (a1 - a0) - (b1 - b0); !(d < 1e-9*(1+a0*a0) && d > -1e-9*(1+a0*a0)) {
				fmt.Println(k, a.Name, i, a1-a0, b1-b0)
				for j, v := range vs {
					for _, nv := range []float64{old, nw} {
						s.X[a.Base+i] = nv
						p.recompute(a)(s)
						fmt.Println("   ", p.touching(st)[j].Log, nv, v.program.Sum(s.prog, s.X, 0, int(v.start[1]), true), v.program.Sum(s.prog, s.X, 0, int(v.start[1]), false))
					}
				}
				for _, f := range l.every { fmt.Println(f.f.Log,  f.program.Sum(s.prog, s.X, 0, f.program.Rows, false)) }
				return
			}
		}
	}
}
