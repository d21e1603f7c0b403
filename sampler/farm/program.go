package farm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gibbslab/internal/durable"
	"gibbslab/internal/same"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler"
)

// A Program is this program, as an [Engine] starts it.
type Program struct {
	// Name of the job, for the scheduler's lists.
	Name string
	// Folder of the job, which all machines must see.
	Folder string
	// Parts are the numbers of the parts to start.
	Parts []int

	command   []string
	dir       string
	variables []string
	step      string
	here      func(ctx context.Context, part int) // computes a part in this process
}

// notShared is the exit code of a part that does not see the folder.
const notShared = 73

// Script is a script of the shell that does one part, on any machine. index is an expression of the
// shell that counts the tasks from 0: "$SLURM_ARRAY_TASK_ID", or "$SGE_TASK_ID - 1". The script
// says so, and ends with code 73, on a machine that does not see the folder.
func (p Program) Script(index string) string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\nset --")
	for _, part := range p.Parts {
		fmt.Fprintf(&b, " %d", part)
	}
	fmt.Fprintf(&b, "\nshift $((%s))\n", index)
	job := quote(filepath.Join(p.Folder, p.step))
	fmt.Fprintf(&b, "if [ ! -d %s ]; then\n\techo \"farm: $(hostname) does not see the folder \"%s"+
		"\": all machines must share it\" >&2\n\texit %d\nfi\n", job, job, notShared)
	fmt.Fprintf(&b, "exec >>%s/part-$1.log 2>&1 </dev/null\n", job)
	if p.dir != "" {
		fmt.Fprintf(&b, "cd %s || exit\n", quote(p.dir))
	}
	for _, v := range p.variables {
		name, value, _ := strings.Cut(v, "=")
		fmt.Fprintf(&b, "export %s=%s\n", name, quote(value))
	}
	fmt.Fprintf(&b, "export %s=$1\n", partVariable)
	b.WriteString("unset GONB_PIPE GONB_PIPE_BACK\n") // of a notebook, which waits for no part
	b.WriteString("exec")
	for _, word := range p.command {
		b.WriteString(" " + quote(word))
	}
	return b.String() + "\n"
}

// quote makes one word of the shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// keep copies this program into the folder of the job. The Go kernel of a notebook overwrites it
// with the next cell, and /tmp is not shared. What lies there under its name is only run if it has
// the same content.
func (p *Program) keep() error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	kept := filepath.Join(p.Folder, "program-"+executable()[:12])
	p.command = append([]string{kept}, os.Args[1:]...)
	if p.dir, err = os.Getwd(); err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(kept); err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0 {
		there, _, err := durable.Tail(kept, int64(len(content))+1)
		if err == nil && bytes.Equal(there, content) {
			return nil
		}
	}
	return put(kept, content, 0o777)
}

// nameOf begins the name of a job's folder: what a part can compute again, to see that it came to
// the right call with the same data.
func nameOf(job sampler.Job) string {
	return fmt.Sprintf("%s-%x-", job.Name, job.Key[:6])
}

// folderOf is the name of a job's folder: it changes with the whole key of the job, and with that
// of the code.
func folderOf(job sampler.Job, code [32]byte) string {
	return nameOf(job) + digest(pieceMagic, string(job.Key[:]), string(code[:]))[:12]
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// library is the key of the code where only the effect of functions is known, as in sampler.Run:
// all of this library counts, or without its source the program. The modules of the program do not,
// because each cell of a notebook has others.
var library = sync.OnceValues(func() ([32]byte, error) {
	files, err := same.Library(same.Root())
	if err != nil {
		files = []string{executable()}
	}
	return snapshot.Digest(files)
})

// executable is a digest of the program.
var executable = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return digest(string(program))
})
