package farm

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A task is what a scheduler says about a part: its state, such as RUNNING, the machine, why it is
// in this state, and its exit code.
type task struct{ state, node, reason, exit string }

// tasksOf reads lines such as "RUNNING|n1|None|0|".
func tasksOf(lines string) (tasks []task) {
	for line := range strings.Lines(lines) {
		if f := strings.Split(line, "|"); len(f) >= 4 {
			tasks = append(tasks, task{f[0], f[1], f[2], f[3]})
		}
	}
	return tasks
}

// awaitTasks waits until the job is over, and passes on what the scheduler says.
func awaitTasks(
	ctx context.Context, p Program, says func(string),
	ask func() (tasks []task, over bool, err error), cancel ...string,
) error {
	var tasks []task
	err := await(ctx, func() bool {
		now, over, err := ask()
		if err != nil {
			says(err.Error())
			return true
		}
		tasks = now
		says(summary(tasks))
		return !over
	}, cancel...)
	if err != nil {
		return err
	}
	return unshared(p, tasks)
}

// await asks ever more rarely whether a job is alive. When ctx ends, it cancels the job.
func await(ctx context.Context, alive func() bool, cancel ...string) error {
	for pause := time.Second; alive(); pause = min(pause+pause/4, 15*time.Second) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			if len(cancel) == 0 {
				return ctx.Err()
			}
			_, err := run(context.Background(), "", cancel[0], cancel[1:]...)
			return errors.Join(ctx.Err(), err)
		}
	}
	return nil
}

// unshared is an error if a machine did not see the folder.
func unshared(p Program, tasks []task) error {
	for _, t := range tasks {
		if code, _, _ := strings.Cut(t.exit, ":"); code == strconv.Itoa(notShared) ||
			code == strconv.Itoa(notShared<<8) {
			return fmt.Errorf("%s does not see the folder %s: name a folder in Farm.Dir that all "+
				"machines share, or leave out this machine (in Slurm by the option --exclude=%s)",
				t.node, p.Folder, t.node)
		}
	}
	return nil
}

// summary counts the tasks by state: "3 pending (Resources); 2 running (n1, n2)".
func summary(tasks []task) string {
	count, about := map[string]int{}, map[string][]string{}
	var states []string
	for _, t := range tasks {
		state := strings.ToLower(strings.ReplaceAll(t.state, "_", " "))
		words := []string{t.node, t.reason}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" || w == "None" })
		if count[state]++; count[state] == 1 {
			states = append(states, state)
		}
		why := strings.Join(words, ": ")
		if why != "" && !slices.Contains(about[state], why) && len(about[state]) < 4 {
			about[state] = append(about[state], why)
		}
	}
	slices.Sort(states)
	for i, state := range states {
		states[i] = fmt.Sprintf("%d %s", count[state], state)
		if why := about[state]; len(why) > 0 {
			states[i] += " (" + strings.Join(why, ", ") + ")"
		}
	}
	return strings.Join(states, "; ")
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
