//go:build js && wasm

// Command wasm is the program of the figures in the site. It runs in the worker of the page that
// runs models, and answers as that page's program does. It has half of the size: figures need no
// language of models.
package main

import (
	"encoding/json"
	"syscall/js"

	"gibbslab/internal/page/figures"
)

func main() {
	gibbslab := js.Global().Get("Object").New()
	gibbslab.Set("figures", js.FuncOf(func(js.Value, []js.Value) any {
		return answer(figures.All(), nil)
	}))
	gibbslab.Set("figure", js.FuncOf(func(_ js.Value, a []js.Value) any {
		x := make([]float64, a[1].Length())
		for i := range x {
			x[i] = a[1].Index(i).Float()
		}
		return answer(figures.Draw(a[0].String(), x, uint64(a[2].Int()), a[3].Int()))
	}))
	js.Global().Set("gibbslab", gibbslab)
	js.Global().Call("ready")
	select {}
}

func answer(value any, err error) string {
	all := map[string]any{"Value": value}
	if err != nil {
		all = map[string]any{"Error": err.Error()}
	}
	text, _ := json.Marshal(all)
	return string(text)
}
