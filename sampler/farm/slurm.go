package farm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
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
	if old, err := os.ReadFile(note); err == nil {
		id := string(old)
		if tasks, err := s.tasks(id); err == nil && slices.ContainsFunc(tasks, task.alive) {
			return s.wait(ctx, p, id, says)
		}
	}
	script := strings.Replace(p.Script("$SLURM_ARRAY_TASK_ID"), "\nexport",
		"\nexport GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}\nexport", 1)
	args := append([]string{"--parsable", "--requeue", "--job-name=" + p.Name,
		fmt.Sprintf("--array=0-%d", len(p.Parts)-1), "--output=/dev/null", "--chdir=/"},
		s.Options...)
	out, err := run(context.WithoutCancel(ctx), script, "sbatch", args...)
	if err != nil {
		return err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";")
	os.WriteFile(note, []byte(id), 0o666)
	return s.wait(ctx, p, id, says)
}

// wait waits until no task of the job is left. It asks Slurm ever more rarely.
func (s Slurm) wait(ctx context.Context, p Program, id string, says func(string)) error {
	for pause := time.Second; ; pause = min(pause+pause/4, 15*time.Second) {
		tasks, err := s.tasks(id)
		if err == nil {
			says(summary(tasks))
			if !slices.ContainsFunc(tasks, task.alive) {
				return s.unshared(p, tasks)
			}
		} else {
			says(err.Error())
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			_, err := run(context.Background(), "", "scancel", id)
			return errors.Join(ctx.Err(), err)
		}
	}
}

// A task is what squeue says about some tasks of an array that are in the same state.
type task struct{ state, node, reason, exit string }

func (t task) alive() bool {
	return slices.Contains([]string{"PENDING", "RUNNING", "CONFIGURING", "COMPLETING", "REQUEUED",
		"REQUEUE_HOLD", "REQUEUE_FED", "RESIZING", "SUSPENDED", "STAGE_OUT", "SIGNALING", "STOPPED",
		"SPECIAL_EXIT", "RESV_DEL_HOLD"}, t.state)
}

// tasks lists the tasks of a job. There are none if Slurm has forgotten the job: it is over.
func (s Slurm) tasks(id string) (tasks []task, err error) {
	out, err := run(context.Background(), "", "squeue", "--noheader", "--array", "--states=all",
		"--jobs="+id, "--Format=State:|,NodeList:|,Reason:|,exit_code:|")
	if err != nil && strings.Contains(err.Error(), "Invalid job id") {
		return nil, nil
	}
	for line := range strings.Lines(out) {
		if f := strings.Split(line, "|"); len(f) >= 4 {
			tasks = append(tasks, task{f[0], f[1], f[2], f[3]})
		}
	}
	return tasks, err
}

// unshared is an error if a machine did not see the folder.
func (s Slurm) unshared(p Program, tasks []task) error {
	for _, t := range tasks {
		if code, _, _ := strings.Cut(t.exit, ":"); code == strconv.Itoa(notShared) ||
			code == strconv.Itoa(notShared<<8) {
			return fmt.Errorf("%s does not see the folder %s: name a folder in Farm.Dir that all "+
				"machines share, or leave out this machine with the option --exclude=%s", t.node,
				p.Folder, t.node)
		}
	}
	return nil
}

// summary counts the tasks by state: "2 running on n1, n2; 3 pending (Resources)".
func summary(tasks []task) string {
	type group struct {
		n     int
		about []string
	}
	groups := map[string]*group{}
	var order []string
	for _, t := range tasks {
		state := strings.ToLower(strings.ReplaceAll(t.state, "_", " "))
		about := t.reason
		if t.node != "" && (about == "None" || about == "") {
			about = t.node
		} else if t.node != "" {
			about = t.node + ": " + about
		}
		g := groups[state]
		if g == nil {
			g = &group{}
			groups[state] = g
			order = append(order, state)
		}
		g.n++
		if !slices.Contains(g.about, about) && len(g.about) < 4 {
			g.about = append(g.about, about)
		}
	}
	slices.Sort(order)
	var words []string
	for _, state := range order {
		g := groups[state]
		words = append(words, fmt.Sprintf("%d %s (%s)", g.n, state, strings.Join(g.about, ", ")))
	}
	return strings.Join(words, "; ")
}

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

// run runs a command of the scheduler and returns what it prints.
func run(ctx context.Context, stdin, name string, args ...string) (string, error) {
	if _, err := exec.LookPath(name); err != nil {
		return "", fmt.Errorf("there is no command %s on the PATH: run the program where the "+
			"scheduler's commands are, or leave Farm.On empty to compute on this machine", name)
	}
	c := exec.CommandContext(ctx, name, args...)
	c.Stdin = strings.NewReader(stdin)
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s said: %s (%w)", name, strings.TrimSpace(said.String()), err)
	}
	return string(out), err
}
