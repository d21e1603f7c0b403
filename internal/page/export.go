package page

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

//go:embed program.txt
var program string

// Program is the model as a Go program, which needs neither this page nor the language of models.
func (m *Model) Program() (string, error) {
	text, err := m.model.Go()
	if err != nil {
		return "", err
	}
	return strings.Replace(program, "MODEL", text, 1), nil
}

// Notebook is the model as a notebook, whose run has the draws of the page.
func (m *Model) Notebook(set Settings, chains int) (string, error) {
	type cell map[string]any
	markdown := func(id, text string) cell {
		return cell{"id": id, "cell_type": "markdown", "metadata": cell{}, "source": text}
	}
	code := func(id, text string) cell {
		return cell{"id": id, "cell_type": "code", "metadata": cell{}, "source": text,
			"execution_count": nil, "outputs": []any{}}
	}
	data, err := m.dataText()
	if err != nil {
		return "", err
	}
	warmup := fmt.Sprint(set.Warmup)
	if set.Warmup == 0 {
		warmup = "sampler.NoWarmup"
	}
	cells := []cell{
		markdown("a", "# A model of my own\n\nThe model and its data come from the page that runs "+
			"models. The seed is the same, so the draws are as well."),
		code("b", "const text = "+literal(m.text)),
		code("c", "const data = "+literal(data)),
		code("d", "func compiled() *bugs.Model {\n"+
			"\treturn nb.Must(bugs.Compile(text, nb.Must(bugs.ReadData(strings.NewReader(data)))))\n}\n\n"+
			"func drawn() *sampler.Trace {\n"+
			fmt.Sprintf("\treturn nb.Run(compiled().Sampler(), sampler.Settings{Chains: %d, Warmup: %s,\n"+
				"\t\tDraws: %d, Seed: %d})\n}\n\n", chains, warmup, set.Draws, set.Seed)+
			"%%\nm := compiled()\nnb.Show(m.Plates(), m.Plan(), m.Derivation())"),
		code("e", "%%\ntr := drawn()\nnb.Show(nb.Summary(tr), nb.Forest(tr))\n"+
			"nb.Show(nb.Each(tr, nb.TracePlot))"),
	}
	if text, err := m.model.Go(); err == nil {
		cells = append(cells, markdown("f", "The same sampler as Go code, to read and to change. "+
			"`nb.Run(model(), sampler.Settings{})` runs it."), code("g", text))
	}
	book := cell{"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": cell{
		"kernelspec":    cell{"name": "gonb", "display_name": "Go (gonb)", "language": "go"},
		"language_info": cell{"name": "go"}}}
	out, err := json.MarshalIndent(book, "", " ")
	return string(out) + "\n", err
}

// dataText is the data as bugs.ReadData reads them. A table becomes JSON.
func (m *Model) dataText() (string, error) {
	if text := strings.TrimSpace(m.data); text == "" || !isTable(text) {
		return cmp.Or(text, "{}"), nil
	}
	values, _, err := readData(m.data)
	if err != nil {
		return "", err
	}
	for name, v := range values {
		if numbers, ok := v.([]float64); ok {
			out := make([]*float64, len(numbers)) // nil, which JSON writes as null, where one is missing
			for i, x := range numbers {
				if !math.IsNaN(x) {
					out[i] = &x
				}
			}
			values[name] = out
		}
	}
	text, err := json.Marshal(values)
	return string(text), err
}

// literal is a text as Go writes it.
func literal(text string) string {
	return "`" + strings.ReplaceAll(text, "`", "` + \"`\" + `") + "`"
}
