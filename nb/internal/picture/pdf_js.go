package picture

// PDF panics: a page shows SVG, and what writes PDF would make it larger.
func (g Grid) PDF() []byte { panic("save: in a browser, pictures are SVG") }
