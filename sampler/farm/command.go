package farm

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Command is any other scheduler that starts the tasks of an array. In the words of each command,
// {script} is a script that does one part, {tasks} the number of tasks, {last} this number minus
// one, {name} the name of the job, and {job} what Submit has printed: one word of letters, digits
// and ._-[]:@+. In the word after "sh -c", {script} is quoted for the shell. For Sun Grid Engine:
//
//	farm.Command{
//		Submit: []string{"qsub", "-terse", "-t", "1-{tasks}", "{script}"},
//		Index:  "$SGE_TASK_ID - 1",
//		Alive:  []string{"sh", "-c", "qstat -j {job}"},
//		Cancel: []string{"qdel", "{job}"},
//	}
type Command struct {
	// Submit hands the job to the scheduler, and prints the job's name there.
	Submit []string
	// Index is an expression of the shell that counts the tasks from 0.
	Index string
	// Alive succeeds as long as a task waits or runs. If it is empty, Submit itself returns when
	// all tasks have ended, and succeeds even if some of them have failed.
	Alive []string
	// Cancel ends the job. It may be empty.
	Cancel []string
}

// Run implements Engine.
func (c Command) Run(ctx context.Context, p Program, says func(string)) error {
	if len(c.Submit) == 0 || c.Index == "" {
		return errors.New("Command.Submit or Command.Index is empty: give the command that starts " +
			"an array of tasks, and the variable with the number of a task")
	}
	script := filepath.Join(p.Folder, p.step, "script-"+digest(p.Script(c.Index))[:8])
	if err := put(script, []byte(p.Script(c.Index)), 0o777); err != nil {
		return err
	}
	job := ""
	words := func(template []string) []string {
		n := len(p.Parts)
		others := []string{"{tasks}", strconv.Itoa(n), "{last}", strconv.Itoa(n - 1), "{name}",
			p.Name, "{job}", job}
		var all []string
		for i, word := range template {
			scripts := []string{"{script}", script}
			if i > 1 && template[i-1] == "-c" && strings.HasSuffix(template[i-2], "sh") {
				scripts = []string{"'{script}'", quote(script), `"{script}"`, quote(script),
					"{script}", quote(script)}
			}
			all = append(all, strings.NewReplacer(append(scripts, others...)...).Replace(word))
		}
		return all
	}
	submit := words(c.Submit)
	out, err := run(ctx, "", submit[0], submit[1:]...)
	if err != nil || len(c.Alive) == 0 {
		return err
	}
	job = strings.TrimSpace(out)
	if !isJob(job) {
		return fmt.Errorf("Command.Submit printed %q, which is not the name of a job: let it print "+
			"nothing else, one word of letters, digits and ._-[]:@+", out)
	}
	says("submitted as " + job)
	return await(ctx, func() bool {
		alive := words(c.Alive)
		_, err := run(context.Background(), "", alive[0], alive[1:]...)
		return err == nil
	}, words(c.Cancel)...)
}

// isJob tells whether a word is nothing special to a shell. It may not begin as an option does.
func isJob(word string) bool {
	return word != "" && word[0] != '-' && strings.Trim(word, letters+"._-[]:@+") == ""
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" // and digits
