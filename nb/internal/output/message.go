// Package output shows what a notebook cell makes: messages in each format that a front end may
// want, sentences with a badge, tables and reports.
package output

import (
	"fmt"
	"sync"
)

// Message is one output in each format that a front end may want.
type Message struct {
	// for all of them: the alternative text, and what a comparison of outputs sees
	Text          string
	HTML          string
	Markdown      string // with formulas in LaTeX, which front ends typeset
	PNG           []byte
	SVG           string
	Width, Height int    // of the picture as shown, in CSS pixels
	ID            string // a message replaces an earlier one with the same ID
	Passing       bool   // of no interest once it is over: the notebook runner does not store it
}

// tapes record messages, the innermost tape last. The outputs of a cell come from one place at a
// time, but a progress report comes from a goroutine.
var tapes struct {
	sync.Mutex
	stack []*tape
}

// tape is what was shown while a function ran.
type tape struct {
	messages []Message
	silent   bool // keep the messages from being shown
}

// Record runs f and returns what it showed. If silent is true, nobody has seen it.
func Record(silent bool, f func()) []Message {
	t := &tape{silent: silent}
	tapes.Lock()
	tapes.stack = append(tapes.stack, t)
	tapes.Unlock()
	defer func() {
		tapes.Lock()
		defer tapes.Unlock()
		tapes.stack = tapes.stack[:len(tapes.stack)-1]
	}()
	f()
	return t.messages
}

// add keeps m. If m replaces an earlier message, that message is dropped.
func (t *tape) add(m Message) {
	for i := range t.messages {
		if m.ID != "" && t.messages[i].ID == m.ID {
			t.messages[i] = m
			return
		}
	}
	t.messages = append(t.messages, m)
}

// Emit shows messages in the notebook if there is one, and as text on standard output otherwise.
func Emit(messages ...Message) {
	if Worker() {
		return // nobody looks, and a log would only be longer
	}
	for _, m := range messages {
		if taped(m) {
			continue
		}
		if !InNotebook() {
			fmt.Println(m.Text)
			continue
		}
		send(m)
	}
	if InNotebook() {
		flush() // a cell that ends, or panics, must not lose what is on its way
	}
}

// taped records m on all tapes down to the first silent one. It tells whether there is a silent
// one.
func taped(m Message) bool {
	tapes.Lock()
	defer tapes.Unlock()
	for i := len(tapes.stack) - 1; i >= 0; i-- {
		tapes.stack[i].add(m)
		if tapes.stack[i].silent {
			return true
		}
	}
	return false
}
