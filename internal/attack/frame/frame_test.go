package frame

import "testing"

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		want, got string
		matches   bool
	}{
		{"a", "a\n", true},
		{"a", "ab", false},
		{"a…c", "abbc", true},
		{"a…c", "ac", true},
		{"a…c", "abcd", false},
		{"a…b…c", "a1b2\nc", true},
		{"a…b…c", "a1c", false},
		{"a…b…b", "ab", false},
		{"…", "", true},
		{"", "panic", false},
	} {
		if matches(c.want, c.got) != c.matches {
			t.Errorf("matches(%q, %q) is %v", c.want, c.got, !c.matches)
		}
	}
}
