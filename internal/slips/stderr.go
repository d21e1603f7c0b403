package slips

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// crashes are the beginnings of the lines with which the Go runtime begins to report a crash.
var crashes = []string{"panic: ", "fatal error: ", "runtime: ", "unexpected fault address ", quit}

const (
	// patience is how long what looks like a crash waits for a stack to follow. It follows at once,
	// but the machine may be busy.
	patience = 10 * time.Second
	longest  = 1 << 20 // more than this is no report of a crash
)

// Stderr passes on what a program writes, but for the report of a crash, which it keeps for
// [Program.Crash]. A user who wants to see the report sets GOTRACEBACK (in a cell: %env
// GOTRACEBACK=all).
type Stderr struct {
	program *Program
	out     io.Writer

	mu     sync.Mutex
	inLine bool         // out has got the first part of a line
	start  []byte       // the first part of a line that may be that of a crash
	dump   bytes.Buffer // from the last line on that looks like a crash
	noting bool         // what comes belongs to dump
	held   bool         // dump has not been passed on
}

// NewStderr returns a writer for the standard error of a program.
func NewStderr(p *Program, out io.Writer) *Stderr { return &Stderr{program: p, out: out} }

func (s *Stderr) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rest := append(s.start, b...)
	s.start = nil
	for len(rest) > 0 {
		part, whole := rest, false
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			part, whole = rest[:i+1], true
		}
		rest = rest[len(part):]
		if !s.inLine && !s.held && !whole && mayBegin(string(part)) {
			s.start = bytes.Clone(part)
			break
		}
		if !s.inLine && !s.held && begins(string(part)) {
			s.dump.Reset()
			s.noting, s.held = true, os.Getenv("GOTRACEBACK") == ""
			time.AfterFunc(patience, s.release)
		}
		s.inLine = !whole
		if s.noting {
			s.dump.Write(part)
		}
		if !s.held {
			s.pass(part)
		}
		if s.dump.Len() > longest {
			s.letGo()
			s.dump.Reset()
			s.noting = false
		}
	}
	return len(b), nil
}

// begins reports whether a line is the first of a report of a crash, mayBegin whether it can become
// one.
func begins(line string) bool {
	return slices.ContainsFunc(crashes, func(c string) bool { return strings.HasPrefix(line, c) })
}

func mayBegin(part string) bool {
	return slices.ContainsFunc(crashes, func(c string) bool { return strings.HasPrefix(c, part) })
}

// release passes on what is held when it turns out to be no report of a crash.
func (s *Stderr) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !goroutine.Match(s.dump.Bytes()) {
		s.letGo()
	}
}

func (s *Stderr) letGo() {
	if s.held {
		s.pass(s.dump.Bytes())
		s.held = false
	}
}

// pass writes nothing when there is nothing to write: the notebook would show an empty output.
func (s *Stderr) pass(b []byte) {
	if len(b) > 0 {
		io.WriteString(s.out, s.program.Name(string(b)))
	}
}

// End passes on what is left and returns the report of the crash, if the program crashed.
func (s *Stderr) End(crashed bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass(s.start)
	s.start = nil
	if !crashed || !goroutine.Match(s.dump.Bytes()) {
		s.letGo()
		return ""
	}
	return s.dump.String()
}
