package output

import "testing"

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
