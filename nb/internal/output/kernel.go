//go:build !js

package output

import (
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"gibbslab/sampler/farm"
)

// This file is all that ties the plots to GoNB. A program in a browser has no kernel
// (kernel_js.go).

// InNotebook tells whether a GoNB kernel is listening. If it is not, Sync would wait for ever.
func InNotebook() bool {
	return gonbui.IsNotebook && !Worker() && gonbui.Open() == nil
}

// Worker tells whether this process does a part of the work of a farm, and shows nothing.
func Worker() bool { return farm.Worker() }

// NewID is an ID that no other message has.
func NewID() string { return gonbui.UniqueId() }

func send(m Message) { gonbui.SendData(m.bundle()) }

// flush waits until the kernel has all messages.
func flush() { gonbui.Sync() }

// bundle is the message as the kernel wants it: one display with all formats. The front end takes
// the richest format that it can show.
func (m Message) bundle() *protocol.DisplayData {
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
	if m.Markdown != "" {
		d.Data[protocol.MIMETextMarkdown] = m.Markdown
	}
	if m.PNG != nil {
		d.Data[protocol.MIMEImagePNG] = m.PNG
		d.Metadata[string(protocol.MIMEImagePNG)] = map[string]int{"width": m.Width, "height": m.Height}
	}
	if m.SVG != "" {
		d.Data[protocol.MIMEImageSVG] = m.SVG
	}
	return d
}
