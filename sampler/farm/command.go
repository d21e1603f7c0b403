package farm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Command is any other scheduler that starts the tasks of an array. In the words of each command,
// {script} is a script that does one part, {tasks} the number of tasks, {last} this number minus
// one, {name} the name of the job, and {job} what Submit has printed. For Sun Grid Engine:
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
	if err := os.WriteFile(script, []byte(p.Script(c.Index)), 0o777); err != nil {
		return err
	}
	job := ""
	words := func(template []string) []string {
		n := len(p.Parts)
		r := strings.NewReplacer("{script}", script, "{tasks}", strconv.Itoa(n), "{last}",
			strconv.Itoa(n-1), "{name}", p.Name, "{job}", job)
		var all []string
		for _, word := range template {
			all = append(all, r.Replace(word))
		}
		return all
	}
	submit := words(c.Submit)
	out, err := run(ctx, "", submit[0], submit[1:]...)
	if err != nil || len(c.Alive) == 0 {
		return err
	}
	job = strings.TrimSpace(out)
	says("submitted as " + job)
	return await(ctx, func() bool {
		alive := words(c.Alive)
		_, err := run(context.Background(), "", alive[0], alive[1:]...)
		return err == nil
	}, words(c.Cancel)...)
}
