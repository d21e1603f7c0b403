package farm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Slurm runs each part as a task of an array job. It takes sbatch, squeue, scancel and scontrol
// from the PATH. A task gets the processors that --cpus-per-task says, and computes as many pieces
// at a time.
//
// Slurm starts the parts of a failed node again by itself; a part that fails otherwise is submitted
// again. A job of an earlier driver that still runs is waited for.
type Slurm struct {
	// Options of sbatch, such as "--partition=long", "--time=4:00:00", "--mem=2G".
	Options []string
}

// Run implements Engine.
func (s Slurm) Run(ctx context.Context, p Program, says func(string)) error {
	note := filepath.Join(p.Folder, p.step, "slurm-job")
	old, _ := os.ReadFile(note)
	id := string(old)
	if _, over, err := s.tasks(id); err != nil || over {
		if id, err = s.submit(ctx, p); err != nil {
			return err
		}
		os.WriteFile(note, []byte(id), 0o666)
	}
	return awaitTasks(ctx, p, says, func() ([]task, bool, error) { return s.tasks(id) }, "scancel", id)
}

// submit submits the job and returns its number.
func (s Slurm) submit(ctx context.Context, p Program) (id string, err error) {
	script := strings.Replace(p.Script("$SLURM_ARRAY_TASK_ID"), "\nexport",
		"\nexport GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}\nexport", 1)
	args := append([]string{"--parsable", "--requeue", "--job-name=" + p.Name,
		fmt.Sprintf("--array=0-%d", len(p.Parts)-1), "--output=/dev/null", "--chdir=/"},
		s.Options...)
	out, err := run(context.WithoutCancel(ctx), script, "sbatch", args...)
	id, _, _ = strings.Cut(strings.TrimSpace(out), ";")
	return id, err
}

// tasks lists the tasks of a job, and whether none waits or runs. There are no tasks if Slurm has
// forgotten the job: it is over.
func (s Slurm) tasks(id string) (tasks []task, over bool, err error) {
	if id == "" {
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
