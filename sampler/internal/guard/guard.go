// Package guard turns panics in the functions that a user gives into errors.
package guard

import (
	"fmt"
	"runtime"
	"strings"
)

// Recover is deferred around a call of a user's function. If the function panics, *err becomes
// "<place> panicked: <text>"; place is only called then.
func Recover(err *error, place func() string) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s panicked: %s", place(), Text(p))
	}
}

// Text is the value of a panic, and the line of the user's code nearest to it. A deferred function
// calls it with what it has recovered.
//
// The Go kernel rewrites "line 17 of main.go" as the cell and line that the user sees. The text
// must not say "main.go:17": an unpatched kernel takes that for a compiler message and dies.
func Text(p any) string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if f.Function != "" && !skipped(f) {
			return fmt.Sprintf("%v (line %d of %s)", p, f.Line, f.File[strings.LastIndexByte(f.File, '/')+1:])
		}
		if !more {
			return fmt.Sprint(p)
		}
	}
}

// ours are the packages that a user's function is called from, or calls.
var ours = []string{
	"runtime.",
	"gibbslab/sampler.",
	"gibbslab/sampler/internal/",
	"gibbslab/sampler/update.",
	"gibbslab/sampler/variate.",
	"gibbslab/sampler/verify.",
}

// skipped tells whether a frame is not the user's. Tests stand in for users.
func skipped(f runtime.Frame) bool {
	for _, prefix := range ours {
		if strings.HasPrefix(f.Function, prefix) {
			return !strings.HasSuffix(f.File, "_test.go")
		}
	}
	return false
}
