package slips

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var asked = regexp.MustCompile(`^\s*(?:\?+\s*([\w.]+)|([\w.]+)\s*\?+)\s*$`)

// Asked is the name that a cell asks about, as IPython's users do: nb.Density? or ?nb.Density.
func Asked(lines []string) (name string, ok bool) {
	for _, line := range lines {
		if text := strings.TrimSpace(line); text == "" || text == "%%" {
			continue
		}
		m := asked.FindStringSubmatch(line)
		if m == nil || ok {
			return "", false
		}
		name, ok = m[1]+m[2], true
	}
	return name, ok
}

// NamesFile is the file, in the folder of the program, into which nb.Run writes the names of what
// it recorded, one in a line.
const NamesFile = "names"

var recorded = regexp.MustCompile(`\b(?:Scalar|Vector)\(\s*"([^"\n]+)"|\bName:\s*"([^"\n]+)"`)

// Quoted completes a text between quotes: the names of parameters, which the last runs have
// recorded or the cells declare. ok tells whether the cursor is in such a text. length is that of
// its beginning, in bytes.
func Quoted(
	folder, source string, lines []string, line, col int,
) (names []string, length int, ok bool) {
	if line >= len(lines) || col > len(lines[line]) {
		return nil, 0, false
	}
	before := lines[line][:col]
	open, quote := -1, byte(0)
	for i := 0; i < len(before); i++ {
		switch c := before[i]; {
		case open < 0 && (c == '"' || c == '`'):
			open, quote = i, c
		case open >= 0 && c == '\\' && quote == '"':
			i++
		case open >= 0 && c == quote:
			open = -1
		case open < 0 && strings.HasPrefix(before[i:], "//"):
			return nil, 0, false
		}
	}
	if open < 0 {
		return nil, 0, false
	}
	begun := before[open+1:]
	text, _ := os.ReadFile(filepath.Join(folder, NamesFile))
	all := strings.Fields(string(text))
	for _, m := range recorded.FindAllStringSubmatch(source+"\n"+strings.Join(lines, "\n"), -1) {
		all = append(all, m[1]+m[2])
	}
	for _, name := range all {
		if strings.HasPrefix(name, begun) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, len(begun), true
}

var literal = regexp.MustCompile(`\b\w+\.[A-Z]\w*(?:\[[^\]]*\])?\{(?:[^{}()]*,)?\s*$`)

// Fitting leaves out what is offered where nothing has been typed yet, and hardly meant: in a
// literal of a package's type all but its fields, and elsewhere packages. If nothing else is
// offered it stays.
func (all Imports) Fitting(matches []string, lines []string, line, col int) []string {
	if line >= len(lines) || col > len(lines[line]) {
		return matches
	}
	before := strings.Join(lines[:line], "\n") + "\n" + lines[line][:col]
	inLiteral := literal.MatchString(before)
	some := slices.DeleteFunc(slices.Clone(matches), func(m string) bool {
		_, isPackage := all[m]
		return isPackage || inLiteral && (m == "" || m[0] < 'A' || 'Z' < m[0])
	})
	if len(some) == 0 {
		return matches
	}
	return some
}
