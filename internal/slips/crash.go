package slips

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var (
	frame     = regexp.MustCompile(`^\t(.*\.go):(\d+)`)
	goroutine = regexp.MustCompile(`(?m)^(goroutine \d+ .*\[|runtime stack:|` +
		`fatal error: no goroutines)`)
	exit        = regexp.MustCompile(`\bos\.Exit\(`)
	exitOrFatal = regexp.MustCompile(`\b(os\.Exit|log\.Fatal(f|ln)?)\(`)
	mentioned   = regexp.MustCompile(`(?s)^(.*?) \((Cell\[\d+\]: Line \d+)\)(.*)$`)
)

// fatal describes errors of the Go runtime in words of this course.
var fatal = []struct{ says, means string }{
	{"all goroutines are asleep", "deadlock: every goroutine waits for something that never comes"},
	{"main called runtime.Goexit", "main called runtime.Goexit, and nothing is left to run"},
	{"stack overflow", endless},
	{"concurrent map", "two goroutines use one map at the same time (concurrent map access): " +
		"guard it with a sync.Mutex, or give each goroutine its own"},
	{"out of memory", "out of memory: the cell asked for more than it may have"},
	{"cannot allocate memory", "out of memory: the cell asked for more than it may have"},
}

const endless = "stack overflow: a function calls itself without an end"

// deepest is the innermost of the user's functions in a stack, unless it has no name.
var deepest = regexp.MustCompile(`(?m)^main\.(\w+|\(\*?\w+\)\.\w+)\(`)

// Crash is the one sentence about a program that ended with an error. The dump is the output of the
// Go runtime when it crashed, empty if the program ended in another way, and status is the system's
// report of how it ended.
func (p *Program) Crash(dump, status string, interrupted bool) *Slip {
	if !goroutine.MatchString(dump) {
		return &Slip{[]string{p.exited(status, interrupted)}}
	}
	if interrupted && strings.HasPrefix(dump, quit) {
		return p.interrupted(dump, status)
	}
	head, stack, _ := strings.Cut(dump, "\n\ngoroutine ")
	said := p.Name(reason(head))
	if m := deepest.FindStringSubmatch(stack); m != nil && said == endless {
		said = "stack overflow: does " + m[1] + " call itself without an end?"
	}
	if m := mentioned.FindStringSubmatch(said); m != nil { // package sampler named the place
		return &Slip{[]string{m[2] + ": " + m[1] + m[3]}}
	}
	return p.located(p.stack(stack), said)
}

// located is a sentence with the places of a stack, innermost first.
func (p *Program) located(places []Place, said string) *Slip {
	switch len(places) {
	case 0:
		return &Slip{[]string{p.here() + said}}
	case 1:
		return &Slip{[]string{places[0].String() + ": " + said}}
	}
	caller := places[len(places)-1]
	return &Slip{[]string{fmt.Sprintf("%v: %s (called from %v)", places[0], said, caller)}}
}

// exited says how a program ended without a crash, and where if only one line can have caused it.
func (p *Program) exited(status string, interrupted bool) string {
	said := ended(status, interrupted)
	if said != "" {
		return p.here() + said
	}
	said = "os.Exit or log.Fatal ended the cell with " + status
	switch exits := p.exits(status); len(exits) {
	case 0:
		return p.here() + said + instead
	case 1:
		return exits[0].String() + ": " + said + instead
	default:
		said += ", called at one of "
		for i, place := range exits {
			if i > 0 {
				said += ", "
			}
			said += place.String()
		}
		return p.here() + said + instead
	}
}

// instead says what to write in place of os.Exit and log.Fatal.
const instead = ": remove it; panic and nb.Must report an error"

// exits lists the lines that can have ended the program with such a status.
func (p *Program) exits(status string) []Place {
	calls := exit
	if status == "exit status 1" {
		calls = exitOrFatal
	}
	var places []Place
	for i, line := range strings.Split(p.Source, "\n") {
		if place, ok := p.at(i + 1); ok && calls.MatchString(line) {
			places = append(places, place)
		}
	}
	return places
}

func (p *Program) here() string {
	if p.Cell == 0 {
		return ""
	}
	return "Cell[" + strconv.Itoa(p.Cell) + "]: "
}

// ended says in words how a program ended without a crash, or nothing if it ended itself.
func ended(status string, interrupted bool) string {
	switch {
	case interrupted && status == "signal: killed":
		return "interrupted; the cell did not stop by itself and was killed"
	case interrupted || status == "signal: interrupt":
		return "interrupted"
	case status == "signal: killed":
		return "the cell was killed, most likely because the machine ran out of memory"
	}
	return ""
}

// reason is the cause of a crash, from the text above the stack.
func reason(head string) string {
	head, _, _ = strings.Cut(head, "\n[signal ")
	for _, f := range fatal {
		if strings.Contains(head, "fatal error: ") && strings.Contains(head, f.says) {
			return f.means
		}
	}
	// the last panic comes first
	for _, mark := range []string{"\tpanic: ", "panic: ", "fatal error: "} {
		if i := strings.LastIndex("\n"+head, "\n"+mark); i >= 0 {
			head = head[i+len(mark):]
			break
		}
	}
	drop := strings.NewReplacer(" [recovered]", "", " [recovered, repanicked]", "", "\n\t", "\n",
		"runtime error: makeslice: len out of range",
		"make: the length of the slice is negative or too large", "runtime error: ", "")
	head = drop.Replace(head)
	return strings.TrimSpace(head)
}

// stack lists the places of the user's lines in the stack of the goroutine that crashed, innermost
// first.
func (p *Program) stack(dump string) []Place {
	dump, _, _ = strings.Cut(dump, "\n\ngoroutine ")
	file := "/" + filepath.Base(filepath.Dir(p.File)) + "/" + filepath.Base(p.File)
	var places []Place
	for _, text := range strings.Split(dump, "\n") {
		m := frame.FindStringSubmatch(text)
		if m == nil || !strings.HasSuffix("/"+m[1], file) {
			continue
		}
		line, _ := strconv.Atoi(m[2])
		if place, ok := p.at(line); ok && (len(places) == 0 || places[len(places)-1] != place) {
			places = append(places, place)
		}
	}
	return places
}
