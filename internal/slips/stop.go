package slips

import (
	"regexp"
	"strings"
)

// StacksName is the file, in the folder of the program, into which [StopHook] writes.
const StacksName = "stacks"

var beyondStandard = regexp.MustCompile(`"os/signal"|"[\w-]+\.[\w.-]+/`)

// StopHook is a source file to add to a program. When the kernel sends SIGQUIT, the program writes
// the stacks of its goroutines into a file, and interrupts itself. The hook is empty for a program
// that uses only the standard library. Go itself stops and reports such a program, and with the
// hook it would no longer detect its deadlocks.
//
// The compiler says line 1 of the jump that closes an endless loop. The hook then gives the line of
// the instruction before it.
func StopHook(source, folder string) string {
	needed := beyondStandard.MatchString(source)
	for _, path := range modulePackages(workFolders(folder)) {
		needed = needed || strings.Contains(source, `"`+path+`"`)
	}
	if !needed {
		return ""
	}
	return stopHook
}

const stopHook = `package main

import (
	gonbBytes "bytes"
	gonbFmt "fmt"
	gonbOS "os"
	gonbSignal "os/signal"
	gonbPath "path/filepath"
	gonbRuntime "runtime"
	gonbSyscall "syscall"
)

func init() {
	stop := make(chan gonbOS.Signal, 1)
	gonbSignal.Notify(stop, gonbSyscall.SIGQUIT)
	file := gonbPath.Join(gonbOS.Getenv("GONB_TMP_DIR"), "` + StacksName + `")
	go func() {
		<-stop
		stacks := make([]byte, 1<<20)
		stacks = stacks[:gonbRuntime.Stack(stacks, true)]
		stacks = gonbBytes.ReplaceAll(stacks, []byte("/main.go:1 "), gonbJumpFrom())
		gonbOS.WriteFile(file, append([]byte("` + quit + `\n\n"), stacks...), 0o600)
		gonbSyscall.Kill(gonbSyscall.Getpid(), gonbSyscall.SIGINT)
	}()
}

// gonbJumpFrom looks for a goroutine at line 1, and gives the line of the instruction before.
func gonbJumpFrom() []byte {
	records := make([]gonbRuntime.StackRecord, 1000)
	n, _ := gonbRuntime.GoroutineProfile(records)
	for _, record := range records[:min(n, len(records))] {
		for _, pc := range record.Stack() {
			f := gonbRuntime.FuncForPC(pc)
			if f == nil {
				continue
			}
			for at := pc; at >= f.Entry(); at-- {
				file, line := f.FileLine(at)
				if gonbPath.Base(file) != "main.go" || line > 1 && at == pc {
					break
				}
				if line > 1 {
					return gonbFmt.Appendf(nil, "/main.go:%d ", line)
				}
			}
		}
	}
	return []byte("/main.go:1 ")
}
`

// quit is how the Go runtime begins its report of a program that SIGQUIT ended.
const quit = "SIGQUIT: quit"

// Stopped is the sentence about a cell that the user stopped before its program ran.
func (p *Program) Stopped() *Slip {
	return &Slip{[]string{p.here() + "interrupted before it ran, while it was compiled"}}
}

// Unknown is the sentence about a name that a cell asks about, and that nobody knows.
func (p *Program) Unknown(name string) *Slip {
	return &Slip{[]string{p.here() + "there is no help about " + name + ": write the name as in " +
		"code, with its package, such as nb.Density?"}}
}

var mainGoroutine = regexp.MustCompile(`(?m)^goroutine 1 (?:[^\[\n]*)\[([^],\n]+)`)

// waits describes states of a goroutine in words.
var waits = map[string]string{
	"chan receive":            "waited to receive from a channel",
	"chan receive (nil chan)": "waited to receive from a channel that is nil",
	"chan send":               "waited to send to a channel",
	"chan send (nil chan)":    "waited to send to a channel that is nil",
	"select":                  "waited in a select",
	"select (no cases)":       "waited in a select without cases",
	"sync.Mutex.Lock":         "waited for a mutex that is locked",
	"sync.RWMutex.Lock":       "waited for a mutex that is locked",
	"sync.RWMutex.RLock":      "waited for a mutex that is locked",
	"sync.WaitGroup.Wait":     "waited for a sync.WaitGroup",
	"semacquire":              "waited for another goroutine",
	"sleep":                   "slept",
	"IO wait":                 "waited for input or output",
}

// partners asks for the goroutine that should end a wait.
var partners = map[string]string{
	"chan receive":        "; does anything send to it?",
	"chan send":           "; does anything receive from it?",
	"sync.WaitGroup.Wait": "; does each goroutine call Done?",
}

// interrupted says at which line the user stopped the program.
func (p *Program) interrupted(dump, status string) *Slip {
	said := ended(status, true)
	at := mainGoroutine.FindStringSubmatchIndex(dump)
	if at == nil {
		return &Slip{[]string{p.here() + said + "; the main code had already ended " +
			"(runtime.Goexit), and a cell cannot finish then"}}
	}
	state := dump[at[2]:at[3]]
	if wait := waits[state]; wait != "" {
		said = strings.Replace(said, "interrupted", "interrupted while it "+wait, 1)
	}
	said += partners[state]
	return p.located(p.stack(dump[at[0]:]), said)
}
