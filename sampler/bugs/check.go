package bugs

// check looks for values that their distributions cannot take, and for parameters that are impossible.
func (m *Model) check() error { return nil }
