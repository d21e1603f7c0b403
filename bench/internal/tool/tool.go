// Package tool has what the programs share. They measure, and end at the first error.
package tool

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Check ends the program if there is an error.
func Check(errs ...error) {
	if err := errors.Join(errs...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Must is x, if there is no error.
func Must[T any](x T, err error) T {
	Check(err)
	return x
}

// Fail ends the program.
func Fail(format string, args ...any) { Check(fmt.Errorf(format, args...)) }

// Args are the arguments, n or more.
func Args(n int) []string {
	if len(os.Args) <= n {
		Fail("usage: see the comment of the program")
	}
	return os.Args[1:]
}

// Int is a whole number.
func Int(text string) int { return Must(strconv.Atoi(text)) }

// Float is a number.
func Float(text string) float64 { return Must(strconv.ParseFloat(text, 64)) }

// Lines reads lines.
func Lines(from io.Reader) iter.Seq[string] {
	return func(yield func(string) bool) {
		lines := bufio.NewScanner(from)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() && yield(lines.Text()) {
		}
		Check(lines.Err())
	}
}

// LinesOf reads the lines of a file.
func LinesOf(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		f := Must(os.Open(file))
		defer f.Close()
		Lines(f)(yield)
	}
}

// CPU is the processor time of this program so far, in seconds.
func CPU() float64 {
	var u syscall.Rusage
	Check(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
