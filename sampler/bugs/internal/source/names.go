package source

import (
	"go/token"
	"slices"
	"strings"
	"unicode"

	"gibbslab/sampler/bugs/internal/expr"
)

// reserved are words that data cannot have as names.
var reserved = strings.Fields(`
	break default func interface select case defer go map struct chan else goto package switch
	const fallthrough if range type continue for import return var len min max append make new
	copy float64 int string bool true false nil any iota math rand sampler update variate
	state model start r s v k weights shape rate scale precision linear concentration lo hi
	logDensity cap clear close error byte init main between square slice logOf p a b`)

// camel turns a name of the model into one of Go: tau.c into tauC.
func camel(name string) string {
	out, up := "", false
	for _, c := range name {
		switch {
		case strings.ContainsRune("._'[], :", c):
			up = out != ""
		case up:
			out, up = out+string(unicode.ToUpper(c)), false
		default:
			out += string(c)
		}
	}
	return out
}

// word is a name for data or a counter.
func word(name string) string {
	out := camel(name)
	if len(out) == 1 && strings.Contains("rsv", out) || token.IsKeyword(out) ||
		slices.Contains(ofUpdates, out) {
		out += "1"
	}
	return out
}

// ofUpdates are names in updates that no counter and no data may have.
var ofUpdates = strings.Fields(`sum term precision linear shape rate scale weights concentration
	logDensity omega lo hi math sampler variate`)

// capital is the name in capitals of a field or an update that no other has.
func (p *printer) capital(kind, name string) string {
	w := camel(name)
	w = strings.ToUpper(w[:1]) + w[1:]
	for p.fields[kind+w] {
		w += "2"
	}
	p.fields[kind+w] = true
	return w
}

// fresh is a name that nothing else in the program has.
func (p *printer) fresh(name, more string) string {
	for p.taken[name] {
		name += more
	}
	p.taken[name] = true
	return name
}

// name is what a variable is called: s.TauC, or the name of data.
func (p *printer) name(a *expr.Array) string {
	if n, ok := p.names[a]; ok {
		return n
	}
	n := word(a.Name)
	switch {
	case isState(a):
		n = "s." + p.capital("", a.Name)
	case p.taken[n]:
		n = p.fresh(n+"Data", "2")
	default:
		n = p.fresh(n, "2")
	}
	p.names[a] = n
	return n
}

// givenName is the table of the elements of the state that are data.
func (p *printer) givenName(a *expr.Array) string {
	n := word(a.Name) + "Given"
	p.taken[n+" given"] = true
	return n
}
