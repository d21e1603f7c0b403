package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/bugs/internal/syntax"
)

// whole has each part of the language once.
const whole = "\ufeff" + `/* a comment
   of two lines */
var x[N, 2], y.bar, T[2];
data {
  for (i in 1:N) { z[i] <- x[i,1]; w_1[i] = x[i, 2] }   # two on a line
}
model {
  for (i in 1:N) {
    for (j in (k[i] + 1):k[i+1]) {
      x[i,j] ~ dnorm(mu[i], sd = exp(s)) T(0,) a ~ dunif(-1, 1)
      logit(p[i , j]) <- alpha + beta*(x[i] - mean(x[])) +
        1.0E-3 * .5**2
    }
    b[i,] ~ dmnorm(m[], R[,])T( , 1);;
  }
  for <- 3
  in.range <- T > 0 && !(T[1] >= 2 || for == 3)
  log <- log(2) %*% c(1, 2)
  y.bar ~ dnorm(0, 1) T(-1, 1)
}`

// text is a relation in one form, loops and all.
func text(r *syntax.Relation) string {
	var b strings.Builder
	for _, l := range r.Loops {
		fmt.Fprintf(&b, "for %s in %v:%v, ", l.Var, l.Lo, l.Hi)
	}
	fmt.Fprintf(&b, "%s(%v)=%s%v", r.Link, r.Left, r.Dist, r.Args)
	if r.Truncated {
		b.WriteString("T(")
		for _, limit := range []*syntax.Node{r.Lower, r.Upper} {
			if limit != nil {
				b.WriteString(limit.String())
			}
			b.WriteByte(';')
		}
		b.WriteByte(')')
	}
	return b.String()
}

func TestParse(t *testing.T) {
	program, err := syntax.Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range program.Dims {
		got = append(got, d.String())
	}
	for _, r := range slices.Concat(program.Data, program.Model) {
		got = append(got, text(r))
	}
	ij := "for i in 1:N, for j in k[i] + 1:k[i + 1], "
	want := []string{
		"x[N,2]", "y.bar", "T[2]",
		"for i in 1:N, (z[i])=[x[i,1]]", "for i in 1:N, (w_1[i])=[x[i,2]]",
		ij + "(x[i,j])=dnorm[mu[i] sd = exp(s)]T(0;;)", ij + "(a)=dunif[-1 1]",
		ij + "logit(p[i,j])=[alpha + beta * (x[i] - mean(x[])) + 0.001 * 0.5^2]",
		"for i in 1:N, (b[i,])=dmnorm[m[] R[,]]T(;1;)",
		"(for)=[3]", "(in.range)=[T > 0 && !(T[1] >= 2 || for == 3)]",
		"(log)=[log(2) %*% c(1, 2)]", "(y.bar)=dnorm[0 1]T(-1;1;)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(program.Data) != 2 {
		t.Errorf("%d statements in the data block, want 2", len(program.Data))
	}
	r := program.Model[0]
	places := []syntax.Pos{r.Pos, r.Left.Args[1].Pos, r.DistPos, r.Loops[1].Pos, r.Args[1].Pos,
		r.Lower.Pos}
	wantPlaces := []syntax.Pos{{10, 7}, {10, 11}, {10, 16}, {9, 10}, {10, 29}, {10, 44}}
	if !slices.Equal(places, wantPlaces) {
		t.Errorf("places %v, want %v", places, wantPlaces)
	}
}

// The trees are those of JAGS 4.3.1, which was asked for the values: -2^2 is -4, 2^3^2 is 512,
// 2^-2^2 is 1/16, sum(x[1:2+1]) is x[2] + x[3], sum(2*1:3) is 12, sum(-1:3) is 5.
func TestPrecedence(t *testing.T) {
	for source, want := range map[string]string{
		"-2^2": "neg(^(2 2))", "2^3^2": "^(2 ^(3 2))", "2^-2^2": "^(2 neg(^(2 2)))", "2**3": "^(2 3)",
		"x[1:2+1]": "x[+(1:2 1)]", "2*1:3": "*(2 1:3)", "-1:3": "neg(1):3", "6/2*3": "*(/(6 2) 3)",
		"1 - -1": "-(1 neg(1))", "a - b - c": "-(-(a b) c)", "a*b %*% c": "*(a %*%(b c))",
		"!a == b": "!(==(a b))", "a || b && c": "||(a &&(b c))", "a + b < c*d": "<(+(a b) *(c d))",
		"-a*b": "*(neg(a) b)", "(a^b)^c": "^(^(a b) c)", "!a && b": "&&(!(a) b)", "x[,1]": "x[ 1]",
	} {
		program, err := syntax.Parse("model { y <- " + source + "}")
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got := tree(program.Model[0].Args[0]); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

func tree(n *syntax.Node) string {
	var args []string
	for _, arg := range n.Args {
		args = append(args, tree(arg))
	}
	switch list := strings.Join(args, " "); {
	case n.Kind == syntax.Number:
		return fmt.Sprint(n.Value)
	case n.Kind == syntax.Range:
		return args[0] + ":" + args[1]
	case n.Kind == syntax.Ref && args != nil:
		return n.Name + "[" + list + "]"
	case n.Kind == syntax.Call:
		return n.Name + "(" + list + ")"
	}
	return n.Name
}

// A text that has the brackets it needs, and the spaces that String writes, comes back as it was.
func TestString(t *testing.T) {
	for _, source := range []string{
		"-a^b", "(-a)^b", "a^-b", "a^b^c", "(a^b)^c", "(a^-b)^c", "a - (b - c)", "a - b - c",
		"a - -b", "--a", "-(a * b)", "-a * b", "a / (b * c)", "a / b * c", "(a + b) * c", "a * b + c",
		"x[i,,1:n - 1]", "x[1:(n - 1)]", "x[]", "(a < b) < c", "(a < b) + (c == d)", "!a == b",
		"(!a) == b", "!(a && b)", "!a && b", "a %*% b * c", "a %*% (b * c)", "f()", "f(a, -1)", "-1:3",
		"-(1:3)", "1e-10 + 1e+20", "0.1^2",
	} {
		program, err := syntax.Parse("model { y <- " + source + "}")
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		n := program.Model[0].Args[0]
		if got := n.String(); got != source {
			t.Errorf("%s comes back as %s", source, got)
		}
		roundTrip(t, n)
	}
	minus := &syntax.Node{Kind: syntax.Number, Value: -2} // as after folding of constants
	square := &syntax.Node{Kind: syntax.Call, Name: "^", Args: []*syntax.Node{minus, minus}}
	if got := square.String(); got != "(-2)^-2" {
		t.Errorf("got %s, want (-2)^-2", got)
	}
}

// Published models parse and come back. They are not ours, so they are not part of the repository.
func TestPublished(t *testing.T) {
	files, _ := filepath.Glob("../../../../../shared/data/bugs/*/model.bug")
	if len(files) == 0 {
		t.Skip("the models are not here")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		program, err := syntax.Parse(string(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, r := range slices.Concat(program.Data, program.Model) {
			for _, n := range append([]*syntax.Node{r.Left}, r.Args...) {
				roundTrip(t, n)
			}
		}
	}
}
