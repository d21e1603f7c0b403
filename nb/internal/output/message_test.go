package output

import (
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Formulas go out as Markdown, beside the text.
func TestBundleMarkdown(t *testing.T) {
	d := Message{Text: "x²", Markdown: "$x^2$"}.bundle().Data
	if d[protocol.MIMETextMarkdown] != "$x^2$" || d[protocol.MIMETextPlain] != "x²" || len(d) != 2 {
		t.Errorf("%v", d)
	}
}

// A tape ends with its function, even if that panics, and holds what the function showed.
func TestRecord(t *testing.T) {
	outer := Record(true, func() {
		defer func() { recover() }()
		Record(true, func() {
			Say(Green, "✓", "heard by the inner tape alone")
			panic("in the middle")
		})
	})
	if len(outer) != 0 || len(tapes.stack) != 0 {
		t.Errorf("%d messages, and %d tapes go on recording", len(outer), len(tapes.stack))
	}
	replaced := Record(true, func() {
		Emit(Message{ID: "a", Text: "old"}, Message{Text: "between"}, Message{ID: "a", Text: "new"})
	})
	if len(replaced) != 2 || replaced[0].Text != "new" {
		t.Errorf("%+v", replaced)
	}
}
