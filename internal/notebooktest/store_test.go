package notebooktest

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
)

// store writes outputs of code cells, counted from 1, into a notebook. All else stays as it is. The
// file has the layout of nbformat: keys in order, one blank of indentation, text as lists of lines.
func store(name string, fresh map[int][]output) error {
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(file))
	decoder.UseNumber()
	var n map[string]any
	if err := decoder.Decode(&n); err != nil {
		return err
	}
	k := 0
	for _, c := range n["cells"].([]any) {
		c := c.(map[string]any)
		if c["cell_type"] != "code" {
			continue
		}
		k++
		c["execution_count"] = k // a cell may have come or gone
		if outputs, ok := fresh[k]; ok {
			stored := []any{}
			for _, o := range outputs {
				stored = append(stored, o.stored())
			}
			c["outputs"] = stored
		}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(n); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// stored is the output as the format wants it.
func (o output) stored() map[string]any {
	if o.Type == "stream" {
		return map[string]any{"output_type": o.Type, "name": o.Name, "text": linesOf(o.Text)}
	}
	data := map[string]any{}
	for kind, content := range o.Data {
		data[kind] = content
		if strings.HasPrefix(kind, "text/") || kind == "image/svg+xml" {
			data[kind] = linesOf(content)
		}
	}
	return map[string]any{"output_type": o.Type, "data": data, "metadata": o.Metadata}
}

func linesOf(s text) []string {
	return slices.AppendSeq([]string{}, strings.Lines(string(s)))
}
