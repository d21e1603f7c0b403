package source

import "strings"

// indent lays a program out without go/format, which would be a twentieth of what a browser loads.
func indent(text string) string {
	var b strings.Builder
	depth, blank := 0, true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" && blank {
			continue
		}
		code, _, _ := strings.Cut(line, "//")
		closed := len(code) - len(strings.TrimLeft(code, "})"))
		if line != "" {
			b.WriteString(strings.Repeat("\t", max(0, depth-min(closed, 1))))
		}
		b.WriteString(line + "\n")
		for _, c := range code {
			switch c {
			case '{', '(':
				depth++
			case '}', ')':
				depth--
			}
		}
		blank = line == ""
	}
	return b.String()
}
