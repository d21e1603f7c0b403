package bugs

// Warnings are findings that do not keep the model from running: data that it does not use, loops without
// rounds, no observations.
func (m *Model) Warnings() []error { return m.graph.Warnings }
