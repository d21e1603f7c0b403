package main

import "testing"

// A program that is written in another way is not changed by guesses. (TestPage runs one that is
// lean.)
func TestLeanRefuses(t *testing.T) {
	for _, program := range []string{"", "\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x41\x08\x0b\x01x"} {
		if _, err := lean([]byte(program)); err != errLayout {
			t.Errorf("%q: %v", program, err)
		}
	}
}
