package browser

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

//go:generate npm --prefix page ci --no-audit --no-fund --ignore-scripts=false
//go:generate npm --prefix page run build

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/bundle.js
var pageScript string

// render puts the data into the page. JSON writes <, > and & as \u003c and so on, so that no text
// can end the script that holds it.
func render(d *data) ([]byte, error) {
	encoded, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	// The page is filled in one pass: what is filled in may contain anything.
	style := pageCSS
	if d.Unordered {
		style += "#time { display: none; }\n"
	}
	r := strings.NewReplacer("{{.Title}}", html.EscapeString(d.Title), "{{.Style}}", style,
		"{{.Summary}}", html.EscapeString(d.summary()), "{{.Data}}", string(encoded),
		"{{.Script}}", pageScript)
	var b bytes.Buffer
	if _, err := r.WriteString(&b, pageHTML); err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	return b.Bytes(), nil
}

func (d *data) summary() string {
	s := fmt.Sprintf("%d topics of %d documents with %.0f tokens of %d words", len(d.Topics),
		len(d.Documents), float64(d.Tokens), len(d.Words))
	switch {
	case d.Others == 1:
		s += "; compared with another chain"
	case d.Others > 1:
		s += fmt.Sprintf("; compared with %d other chains", d.Others)
	}
	return s + "."
}
