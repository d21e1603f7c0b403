package source

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// literals writes the data.
func (p *printer) literals() string {
	consts, vars := "", ""
	declare := func(name string, a *expr.Array, missing string) {
		values := slices.Clone(a.Value)
		for i, v := range values {
			if v != v && a.Def[i] < 0 {
				values[i] = 0 // no part of the model
			}
		}
		vars += fmt.Sprintf("var %s = %s%s\n\n", name, p.typeOf(a), table(values, a.Dims, missing))
	}
	for _, a := range p.Graph.Order {
		switch n := word(a.Name) + "Given"; {
		case isState(a) && p.taken[n+" given"]:
			missing := "math.NaN()"
			if p.isInt(a) {
				missing = "-1"
			}
			vars += fmt.Sprintf("// %s has the elements of %s that are data; %s is one that is not.\n", n,
				a.Name, missing)
			declare(n, a, missing)
		case !p.used[a]:
		case len(a.Dims) == 0:
			consts += fmt.Sprintf("%s = %s\n", p.name(a), number(a.Value[0]))
		default:
			declare(p.name(a), a, "0")
		}
	}
	switch consts += p.numbers; strings.Count(consts, "\n") {
	case 0:
		return vars
	case 1:
		return "const " + consts + "\n" + vars
	}
	return "const (\n" + consts + ")\n\n" + vars
}

// table writes an array as a literal, a row in each line, broken at 100 characters.
func table(v []float64, d []int, missing string) string {
	var out strings.Builder
	if len(d) > 1 {
		n := len(v) / d[0]
		for i := range d[0] {
			out.WriteString(table(v[i*n:(i+1)*n], d[1:], missing) + ",\n")
		}
		return "{\n" + out.String() + "}"
	}
	line := ""
	for _, x := range v {
		s := missing
		if x == x {
			s = number(x)
		}
		if len(line)+len(s) > 90 {
			out.WriteString(line + "\n")
			line = ""
		}
		line += s + ", "
	}
	if out.Len() == 0 {
		return "{" + strings.TrimSuffix(line, ", ") + "}"
	}
	return "{\n" + out.String() + line + "\n}"
}
