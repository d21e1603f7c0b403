package farm

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gibbslab/internal/durable"
)

// Slurm runs each part as a task of an array job. It takes sbatch, squeue, scancel and scontrol
// from the PATH. A task gets the processors that --cpus-per-task says, and computes as many pieces
// at a time.
//
// Slurm starts the parts of a failed node again by itself; a part that fails otherwise is submitted
// again. A job of an earlier driver that still runs is waited for: its number is in the folder, and
// its name and comment, which is the folder, tell that it is this job.
type Slurm struct {
	// Options of sbatch, such as "--partition=long", "--time=4:00:00", "--mem=2G".
	Options []string
}

// Run implements Engine.
func (s Slurm) Run(ctx context.Context, p Program, says func(string)) error {
	note := filepath.Join(p.Folder, p.step, "slurm-job")
	old, _, _ := durable.Tail(note, 100)
	id := string(old)
	if _, over, err := s.tasks(id); err != nil || over || !s.owns(p, id) {
		if id, err = s.submit(ctx, p); err != nil {
			return err
		}
		if err := put(note, []byte(id), 0o666); err != nil {
			_, cancelled := run(context.Background(), "", "scancel", id)
			return errors.Join(err, cancelled)
		}
	}
	return awaitTasks(ctx, p, says, func() ([]task, bool, error) { return s.tasks(id) }, "scancel", id)
}

// owns tells whether a number is that of the job that submit made for this folder. Another cluster
// that shares the folder, or one that counts from 1 again, has other jobs of that number.
func (s Slurm) owns(p Program, id string) bool {
	out, err := run(context.Background(), "", "squeue", "--noheader", "--states=all", "--jobs="+id,
		"--format=%j|%k")
	if err != nil || out == "" {
		return false
	}
	for line := range strings.Lines(out) {
		if strings.TrimSpace(line) != p.Name+"|"+p.comment() {
			return false
		}
	}
	return true
}

func (p Program) comment() string { return filepath.Join(p.Folder, p.step) }

// submit submits the job and returns its number.
func (s Slurm) submit(ctx context.Context, p Program) (id string, err error) {
	script := strings.Replace(p.Script("$SLURM_ARRAY_TASK_ID"), "\nexport",
		"\nexport GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}\nexport", 1)
	args := append([]string{"--parsable", "--requeue", "--job-name=" + p.Name,
		"--comment=" + p.comment(),
		fmt.Sprintf("--array=0-%d", len(p.Parts)-1), "--output=/dev/null", "--chdir=/"}, s.Options...)
	out, err := run(context.WithoutCancel(ctx), script, "sbatch", args...)
	id, _, _ = strings.Cut(strings.TrimSpace(out), ";")
	if _, bad := strconv.ParseUint(id, 10, 64); err == nil && bad != nil {
		err = fmt.Errorf("sbatch printed %q, which is not the number of a job", out)
	}
	return id, err
}

// tasks lists the tasks of a job, and whether none waits or runs. There are no tasks if Slurm has
// forgotten the job: it is over.
func (s Slurm) tasks(id string) (tasks []task, over bool, err error) {
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return nil, true, nil
	}
	out, err := run(context.Background(), "", "squeue", "--noheader", "--array", "--states=all",
		"--jobs="+id, "--Format=State:|,NodeList:|,Reason:|,exit_code:|")
	if err != nil {
		if strings.Contains(err.Error(), "Invalid job id") {
			return nil, true, nil
		}
		return nil, false, err
	}
	tasks = tasksOf(out)
	return tasks, !slices.ContainsFunc(tasks, func(t task) bool {
		return slices.Contains(unfinished, t.state)
	}), nil
}

// unfinished are the states of tasks that wait or run.
var unfinished = []string{"PENDING", "RUNNING", "CONFIGURING", "COMPLETING", "REQUEUED",
	"REQUEUE_HOLD", "REQUEUE_FED", "RESIZING", "SUSPENDED", "STAGE_OUT", "SIGNALING", "STOPPED",
	"SPECIAL_EXIT", "RESV_DEL_HOLD"}

// limit is the largest array that Slurm takes.
func (s Slurm) limit(ctx context.Context) int {
	out, err := run(ctx, "", "scontrol", "show", "config")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(out) {
		if name, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(name) == "MaxArraySize" {
			n, _ := strconv.Atoi(strings.TrimSpace(value))
			return n
		}
	}
	return 0
}

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
