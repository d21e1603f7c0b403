package slips

import (
	"regexp"
	"strings"
)

// plainer says messages of the Go tools in words of this course, or adds what to do.
var plainer = []struct {
	message *regexp.Regexp
	says    string
}{
	{regexp.MustCompile(`^(\S+) \(untyped float constant.*\) truncated to (\w+)$`),
		"$1 is no whole number, and it meets a value of type $2: convert that one, as in float64(n)"},
	{regexp.MustCompile(`^(invalid operation: .* ` +
		`\(mismatched types (?:int|float64) and (?:int|float64)\))$`),
		"$1: convert one of them, as in float64(n)"},
	{regexp.MustCompile(`^(assignment mismatch: 1 variable but .* returns 2 values)$`),
		"$1: if the second is an error, wrap the call in nb.Must(...)"},
	{regexp.MustCompile(`^multiple-value (.*) \(value of type \(.*, error\)\) in .*$`),
		"$1 returns an error, too: wrap the call in nb.Must(...)"},
	{regexp.MustCompile(`^(invalid operation: (?:cannot indirect .*|operator \^ not defined on .*))$`),
		"$1 (a power is math.Pow(x, y))"},
	{regexp.MustCompile(`^(?:illegal rune literal|more than one character in rune literal)$`),
		`text stands between double quotes, "like this"`},
	{regexp.MustCompile(`^(missing ',' before newline in (?:argument|parameter) list)$`),
		"$1, or its ) is missing"},
	{regexp.MustCompile(`^(missing ',' before newline in composite literal)$`),
		"$1: write a comma after the last element, too, or close the literal on this line"},
	{regexp.MustCompile(`^expected '\{', found newline$`),
		"the { of an if, a for or a func stands at the end of its line: it is missing here or " +
			"in the line above"},
	{regexp.MustCompile(`^undefined: (\w+)\.\w+ \(but have (\w+)\)$`),
		"$1 has no such name; did you mean $2?"},
}

// foreign are beginnings of statements of other languages.
var foreign = []struct {
	line *regexp.Regexp
	says string
}{
	{regexp.MustCompile(`^while\b`), "Go has no while: write for, as in for x < 3 {"},
	{regexp.MustCompile(`^def\b`), "Go has no def: write func, as in func f(x float64) float64 {"},
	{regexp.MustCompile(`^for \(?\w+ in\b`),
		"Go has no in: write for i := range 3 {, or for i, x := range xs {"},
	{regexp.MustCompile(`^(?:\} *)?elif\b`), "Go has no elif: write } else if x < 3 {"},
}

// plain says a message in plainer words, if there are some.
func plain(text string) string {
	text = shortPaths(text)
	for _, p := range plainer {
		if p.message.MatchString(text) {
			return p.message.ReplaceAllString(text, p.says)
		}
	}
	return text
}

var quotedPath = regexp.MustCompile(`"([\w./-]+)"\.`)

// shortPaths writes rand.Rand where the compiler writes "math/rand/v2".Rand, unless the message is
// about two packages of one name.
func shortPaths(text string) string {
	paths := map[string]string{} // the first path of each name
	for _, m := range quotedPath.FindAllStringSubmatch(text, -1) {
		name := baseName(m[1])
		if first, ok := paths[name]; !ok {
			paths[name] = m[1]
		} else if first != m[1] {
			if name == "rand" && strings.Contains(text, `"math/rand".`) {
				text += `: import "math/rand/v2" in place of "math/rand"`
			}
			return text
		}
	}
	return quotedPath.ReplaceAllStringFunc(text, func(quoted string) string {
		return baseName(quotedPath.FindStringSubmatch(quoted)[1]) + "."
	})
}
