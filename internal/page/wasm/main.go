//go:build js && wasm

// Command wasm is the program of the page that runs models. Each worker of the page has one: the
// worker that draws knows a model and its draws, and each of the others runs a chain. Functions
// return JSON, and an error as {"Error": …}.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"
	"unsafe"

	"gibbslab/internal/page"
)

// What the worker that draws has at the moment.
var (
	model *page.Model
	draws *page.Draws
)

func main() {
	gibbslab := js.Global().Get("Object").New()
	for name, f := range map[string]func(a []js.Value) (any, error){
		"examples": func([]js.Value) (any, error) { return page.Examples() },
		"compile": func(a []js.Value) (about any, err error) {
			m, err := page.Compile(a[0].String(), a[1].String())
			if err != nil {
				return nil, err
			}
			model, draws = m, m.NewDraws(a[2].Int())
			return m.About(), nil
		},
		"notes": func(a []js.Value) (any, error) { return page.Notes(a[0].String()) },
		"add":   func(a []js.Value) (any, error) { return draws.Add(a[0].Int(), numbers(a[1])) },
		"derivation": func(a []js.Value) (any, error) {
			return model.Derivation(a[0].String())
		},
		"summary": func(a []js.Value) (any, error) { return draws.Summary(a[0].Bool()) },
		"picture": func(a []js.Value) (any, error) {
			return draws.Picture(a[0].String(), a[1].String(), a[2].Int(), a[3].Bool())
		},
		"csv":      func([]js.Value) (any, error) { return draws.CSV() },
		"program":  func([]js.Value) (any, error) { return model.Program() },
		"notebook": func(a []js.Value) (any, error) { return model.Notebook(settings(a[0]), a[1].Int()) },
	} {
		gibbslab.Set(name, js.FuncOf(func(_ js.Value, a []js.Value) any { return answer(safely(f, a)) }))
	}
	gibbslab.Set("run", js.FuncOf(run))
	js.Global().Set("gibbslab", gibbslab)
	js.Global().Call("ready")
	select {}
}

// safely calls f. Without a model, or if f has a fault, the answer is an error and the program goes
// on.
func safely(f func([]js.Value) (any, error), a []js.Value) (value any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	return f(a)
}

// answer is the JSON of a value, or of an error.
func answer(value any, err error) string {
	if err == nil {
		var text []byte
		if text, err = json.Marshal(map[string]any{"Value": value}); err == nil {
			return string(text)
		}
	}
	text, _ := json.Marshal(map[string]any{"Error": page.MistakeOf(err)})
	return string(text)
}

func settings(v js.Value) page.Settings {
	return page.Settings{Chain: v.Get("chain").Int(), Warmup: v.Get("warmup").Int(),
		Draws: v.Get("draws").Int(), Seed: uint64(v.Get("seed").Int())}
}

// run runs a chain: run(text, data, settings, send, done). It calls send(sweeps, draws) while the
// chain runs, and done(answer) at its end.
func run(_ js.Value, a []js.Value) any {
	text, data, set, send, done := a[0].String(), a[1].String(), settings(a[2]), a[3], a[4]
	go func() {
		m, err := page.Compile(text, data)
		if err == nil {
			err = m.Run(set, turn(), func(sweeps int, draws []float64) { send.Invoke(sweeps, array(draws)) })
		}
		done.Invoke(answer(nil, err))
	}()
	return nil
}

// turn returns a function that waits until the browser has had its turn, and may have ended this
// worker. A message to oneself comes back sooner than a timer.
func turn() func() {
	had := make(chan bool, 1)
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		had <- true
		return nil
	}))
	port := channel.Get("port2")
	return func() {
		port.Call("postMessage", 0)
		<-had
	}
}

// array is a Float64Array with these numbers.
func array(x []float64) js.Value {
	bytes := js.Global().Get("Uint8Array").New(8 * len(x))
	js.CopyBytesToJS(bytes, bytesOf(x))
	return js.Global().Get("Float64Array").New(bytes.Get("buffer"))
}

// numbers are those of a Float64Array.
func numbers(v js.Value) []float64 {
	x := make([]float64, v.Length())
	js.CopyBytesToGo(bytesOf(x), js.Global().Get("Uint8Array").New(v.Get("buffer")))
	return x
}

func bytesOf(x []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 8*len(x))
}
