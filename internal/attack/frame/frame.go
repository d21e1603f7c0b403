// Package frame runs attack programs, each in its own process, and compares their output with what
// they must print.
package frame

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// An Attack is a program that tries to break something.
type Attack struct {
	Name string // short, with hyphens between words
	Run  func() // prints what it saw
	Want string // what it must print; "…" stands for any text
	MiB  uint64 // address space that it may use, including 1500 that Go takes for itself; 0 means 6000
	CPU  uint64 // seconds of processor time that it may use; 0 means 60
}

// An Area is the attacks on one part of gibbslab.
type Area struct {
	Name    string
	Attacks []Attack
}

// child is the environment variable that names the attack which a process runs.
const child = "GIBBSLAB_ATTACK"

// Main runs the attacks whose name contains one of the program's arguments, or all without an
// argument. It prints a line for each and a summary, and exits with 1 if an attack did not hold.
func Main(areas ...Area) {
	broken, tried := 0, 0
	for _, area := range areas {
		held, n := 0, 0
		for _, a := range area.Attacks {
			name := area.Name + "/" + a.Name
			if os.Getenv(child) == name {
				limit(withDefault(a.MiB, 6000), withDefault(a.CPU, 60))
				a.Run()
				return
			}
			if os.Getenv(child) != "" || !chosen(name, os.Args[1:]) {
				continue
			}
			n++
			began := time.Now()
			if problem := try(name, a.Want); problem != "" {
				fmt.Printf("BROKEN  %s\n        %s\n", name, strings.ReplaceAll(problem, "\n", "\n        "))
				continue
			}
			held++
			fmt.Printf("held    %s (%.1f s)\n", name, time.Since(began).Seconds())
		}
		if n > 0 {
			fmt.Printf("%s: %d tried, %d held\n", area.Name, n, held)
		}
		tried, broken = tried+n, broken+n-held
	}
	fmt.Printf("%d tried, %d held\n", tried, tried-broken)
	if broken > 0 || tried == 0 {
		os.Exit(1)
	}
}

func withDefault(x, otherwise uint64) uint64 {
	if x == 0 {
		return otherwise
	}
	return x
}

func chosen(name string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(name, part) {
			return true
		}
	}
	return len(parts) == 0
}

// try runs the attack in its own process and in an empty folder, and returns what was wrong, or "".
func try(name, want string) (problem string) {
	program, err := os.Executable()
	if err != nil {
		return err.Error()
	}
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	// an attack that sleeps uses no CPU
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), child+"="+name)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, &out, &errs, time.Second
	if err := cmd.Run(); err != nil {
		return fmt.Sprintf("ended with %v; printed %s %s", err, head(out.String()), head(errs.String()))
	}
	if !matches(want, out.String()) {
		return fmt.Sprintf("printed %s\nwanted  %s", head(out.String()), want)
	}
	return ""
}

// head is the beginning of a program's output.
func head(s string) string {
	if len(s) > 1000 {
		s = s[:1000] + " …"
	}
	return strings.TrimSpace(s)
}

// matches tells whether got fits want, where "…" in want stands for any text.
func matches(want, got string) bool {
	parts := strings.Split(strings.TrimSpace(want), "…")
	rest, ok := strings.CutPrefix(strings.TrimSpace(got), parts[0])
	if !ok || len(parts) == 1 {
		return ok && rest == ""
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[last])
}
