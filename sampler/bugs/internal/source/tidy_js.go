package source

func tidy(text string) (string, error) { return indent(text), nil }
