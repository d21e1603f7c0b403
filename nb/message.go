package nb

import (
	"fmt"
	"sync"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// message is one output: the same thing in each format that a front end may want.
type message struct {
	// for all of them: the alternative text, and what a comparison of outputs sees
	Text          string
	HTML          string
	PNG           []byte
	SVG           string
	Width, Height int    // of the picture as shown, in CSS pixels
	ID            string // a message replaces an earlier one with the same ID
	Passing       bool   // of no interest once it is over: the notebook runner does not store it
}

// tapes record messages, the innermost last. Outputs of a cell come from one place at a time, but a
// progress report comes from a goroutine.
var tapes struct {
	sync.Mutex
	stack []*tape
}

// tape is what was shown while a function ran.
type tape struct {
	messages []message
	silent   bool // keep the messages from being shown
}

// record runs f and returns what it showed. With silent, nobody has seen it.
func record(silent bool, f func()) []message {
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

// add keeps m, instead of the earlier message that it replaces.
func (t *tape) add(m message) {
	for i := range t.messages {
		if m.ID != "" && t.messages[i].ID == m.ID {
			t.messages[i] = m
			return
		}
	}
	t.messages = append(t.messages, m)
}

// emit shows messages: in the notebook if there is one, else as text on standard output.
func emit(messages ...message) {
	for _, m := range messages {
		if taped(m) {
			continue
		}
		if !inNotebook() {
			fmt.Println(m.Text)
			continue
		}
		gonbui.SendData(m.bundle())
	}
	if inNotebook() {
		gonbui.Sync() // a cell that ends, or panics, must not lose what is on its way
	}
}

// taped records m on all tapes down to the first silent one, and tells whether there is such a one.
func taped(m message) bool {
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

// inNotebook tells whether a GoNB kernel listens. Sync would wait for ever for one that does not.
func inNotebook() bool { return gonbui.IsNotebook && gonbui.Open() == nil }

// bundle is the message in the kernel's terms: one display with all its formats. The front end
// takes the richest that it can show.
func (m message) bundle() *protocol.DisplayData {
	d := &protocol.DisplayData{
		Data:      map[protocol.MIMEType]any{protocol.MIMETextPlain: m.Text},
		Metadata:  map[string]any{},
		DisplayID: m.ID,
	}
	if m.Passing {
		d.Metadata["gibbslab"] = "passing"
	}
	if m.HTML != "" {
		d.Data[protocol.MIMETextHTML] = m.HTML
	}
	if m.PNG != nil {
		d.Data[protocol.MIMEImagePNG] = m.PNG
		d.Metadata[string(protocol.MIMEImagePNG)] = map[string]int{"width": m.Width,
			"height": m.Height}
	}
	if m.SVG != "" {
		d.Data[protocol.MIMEImageSVG] = m.SVG
	}
	return d
}
