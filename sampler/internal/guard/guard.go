// Package guard turns panics in the functions that a user gives into errors.
package guard

import (
	"context"
	"errors"
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"
	"time"
)

// Recover is deferred around a call of a user's function. If the function panics, *err becomes
// "<place> panicked: <text>", or "<place>: <text>" for a [Sentence]; place is called only then.
func Recover(err *error, place func() string) {
	if p := recover(); p != nil {
		at, how := place(), " panicked"
		if _, ok := p.(Sentence); ok {
			how = ""
		}
		*err = fmt.Errorf("%s%s: %s%s", at, how, Text(p), unmade(at, fmt.Sprint(p)))
	}
}

// ErrGoexit is the error about a function that ended its goroutine.
var ErrGoexit = errors.New("ended its goroutine by runtime.Goexit, as t.FailNow, t.Fatal and " +
	"t.Skip do: return an error instead")

// ErrLeft is the error about a function that did not return when it was told to.
var ErrLeft = errors.New("was still running when the run was stopped, and was left behind; is " +
	"there a loop that never ends?")

// Go calls a user's function on a goroutine of its own. The channel gets one value when the
// function ends: nil, or an error if it panicked or ended its goroutine.
func Go(f func()) <-chan error {
	ended := make(chan error, 1)
	go func() {
		err := ErrGoexit
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panicked: %s", Text(p))
			}
			ended <- err
		}()
		f()
		err = nil
	}()
	return ended
}

// Wait waits for the end of such a function, but only for a while once the context has ended.
func Wait(ctx context.Context, grace time.Duration, ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(grace):
		return ErrLeft
	}
}

// A Sentence is what our own functions panic with when the user's slip is clear.
type Sentence string

func (s Sentence) Error() string { return string(s) }

// unmade asks about what Init may have forgotten, if a panic outside Init looks like it.
func unmade(place, said string) string {
	switch {
	case place == "Init":
		return ""
	case strings.HasSuffix(said, "with length 0"):
		return ": the slice is empty; did Init make it?"
	case strings.HasSuffix(said, "entry in nil map"):
		return ": did Init make the map?"
	case strings.HasSuffix(said, "nil pointer dereference"):
		return ": a pointer is nil; did Init set it?"
	}
	return ""
}

// Text is the value of a panic, and the line of the user's code nearest to it. A deferred function
// calls it with the value it has recovered.
//
// The Go kernel rewrites "line 17 of main.go" as the cell and line that the user sees. The text
// must not say "main.go:17": an unpatched kernel takes that for a compiler message and dies.
func Text(p any) string {
	said := strings.TrimPrefix(fmt.Sprint(p), "runtime error: ")
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if f.Function != "" && !skipped(f) {
			return fmt.Sprintf("%s (line %d of %s)", said, f.Line, path.Base(f.File))
		}
		if !more {
			return said
		}
	}
}

// Begins says where a function of package main begins, in the words of [Text]: at its header, or at
// its first statement if the compiler omits the header. It says nothing about a library function,
// because the user did not write its lines.
func Begins(function any) string {
	f := runtime.FuncForPC(reflect.ValueOf(function).Pointer())
	if f == nil || !strings.HasPrefix(f.Name(), "main.") {
		return ""
	}
	file, line := f.FileLine(f.Entry())
	if !strings.HasSuffix(file, ".go") || path.Dir(file) == home { // a method as a value, or Update
		return ""
	}
	return fmt.Sprintf(" (line %d of %s)", line, path.Base(file))
}

// ours begin the names of functions that call a user's function, or that it calls.
var ours = []string{
	"runtime.",
	"gibbslab/sampler.",
	"gibbslab/sampler/internal/",
	"gibbslab/sampler/update.",
	"gibbslab/sampler/variate.",
	"gibbslab/sampler/verify.",
	"gibbslab/sampler/tempering.",
	"gibbslab/sampler/coupling.",
	"math/rand",
	"slices.",
	"sort.",
	"gonum.org/",
}

// skipped tells whether a frame is not the user's. Tests stand in for users. A function that a
// generic one of package sampler returns, such as Vector, can have the name of its caller; its file
// tells that it is ours.
func skipped(f runtime.Frame) bool {
	is := path.Dir(f.File) == home
	for _, prefix := range ours {
		is = is || strings.HasPrefix(f.Function, prefix)
	}
	return is && !strings.HasSuffix(f.File, "_test.go")
}

// home is the folder of package sampler, as frames name it.
var home = func() string {
	_, file, _, _ := runtime.Caller(0)
	return path.Dir(path.Dir(path.Dir(file)))
}()
