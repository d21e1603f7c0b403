//go:build !js

package source

import "go/format"

// tidy lays a program out as gofmt does.
func tidy(text string) (string, error) {
	out, err := format.Source([]byte(text))
	return string(out), err
}
