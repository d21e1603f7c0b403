//go:build unix

package nb

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"
	"gonum.org/v1/plot"

	"gibbslab/internal/browsertest"
	"gibbslab/internal/turns"
)

// moving are two animations and two explorations, whose numbers testdata/moving.py knows.
func moving() {
	Show(Animate(3, func(i int) *plot.Plot { return block("Frame", i) }))
	once := Animate(2, func(i int) Grid {
		return Grid{Plots: []*plot.Plot{block("Once", i), block("Too", i)}}
	})
	once.Plays = 1
	Show(once)
	sum := func(nu, tau float64) *plot.Plot {
		shares := map[float64][]float64{1: {nu / 80, 0, 0}, 4: {0, nu / 80, 0}, 16: {0, 0, nu / 80}}
		p := Bars([]string{"a", "b", "c"}, shares[tau], nil)
		return WithTitle(p, fmt.Sprintf("sum %g", nu+tau), "", "")
	}
	Show(Explore2("ν", []float64{70, 80}, "τ", []float64{1, 4, 16}, sum))
	Show(Explore("words & <b>", []string{"few", "many"}, func(w string) Table {
		return Table{Head: []string{"letters"}, Rows: [][]any{{len(w)}}}
	}))
}

// block is a plot that is mostly one column, which stands at i.
func block(title string, i int) *plot.Plot {
	shares := make([]float64, 3)
	shares[i] = 1
	p := Bars([]string{"a", "b", "c"}, shares, nil)
	return WithTitle(p, fmt.Sprintf("%s %d", title, i), "", "")
}

// notebookOf is a notebook with one cell for each output.
func notebookOf(outputs []*protocol.DisplayData) ([]byte, error) {
	cells := []any{}
	for i, d := range outputs {
		cells = append(cells, map[string]any{
			"cell_type": "code", "id": fmt.Sprintf("cell-%d", i), "metadata": map[string]any{},
			"execution_count": i + 1, "source": "moving()",
			"outputs": []any{map[string]any{"output_type": "display_data", "data": d.Data,
				"metadata": d.Metadata}},
		})
	}
	return json.Marshal(map[string]any{"cells": cells, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{}})
}

// Nothing waits for a browser, and two runs give the same outputs.
func TestMovingTwice(t *testing.T) {
	first, log, err := kernel(t, "moving")
	again, _, err2 := kernel(t, "moving")
	if err := errors.Join(err, err2); err != nil || len(first) != 4 {
		t.Fatalf("%d outputs, %v\n%s", len(first), err, log)
	}
	if !reflect.DeepEqual(first, again) {
		t.Error("two runs give different outputs")
	}
	for i, formats := range [][]protocol.MIMEType{
		{protocol.MIMEImagePNG, protocol.MIMETextPlain},
		{protocol.MIMEImagePNG, protocol.MIMETextPlain},
		{protocol.MIMETextHTML, protocol.MIMEImagePNG, protocol.MIMETextPlain},
		{protocol.MIMETextHTML, protocol.MIMETextPlain},
	} {
		for _, format := range formats {
			if first[i].Data[format] == nil {
				t.Errorf("output %d has no %s", i, format)
			}
		}
		if len(first[i].Data) != len(formats) {
			t.Errorf("output %d has %d formats", i, len(first[i].Data))
		}
	}
}

// TestMovingInABrowser opens a notebook in JupyterLab, trusted and not, and its exported page, and
// works with it by mouse and by keyboard.
func TestMovingInABrowser(t *testing.T) {
	turns.Long(t)
	outputs, log, err := kernel(t, "moving")
	if err != nil || len(outputs) != 4 {
		t.Fatalf("%d outputs, %v\n%s", len(outputs), err, log)
	}
	folder := t.TempDir()
	t.Setenv("NB_TEST_FOLDER", folder)
	topics, log, err := kernel(t, "topics")
	if err != nil || len(topics) != 2 {
		t.Fatalf("%d outputs, %v\n%s", len(topics), err, log)
	}
	file, err := notebookOf(append(outputs, topics...))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "moving.ipynb"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	browsertest.Run(t, "testdata/moving.py", folder)
}
