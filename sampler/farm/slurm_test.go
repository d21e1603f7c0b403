package farm

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/turns"
)

var long = flag.Bool("long", false, "run the tests with Slurm that take minutes, too")

// TestSlurm runs jobs on a real Slurm of two nodes, with what goes wrong on real clusters: the
// draws are those of sampler.Run each time. With -long it takes about ten minutes, else one.
func TestSlurm(t *testing.T) {
	turns.Long(t)
	c := startCluster(t)
	forty := plan{What: "chains", Engine: "slurm", Chains: 40, Draws: 100}
	twelve := plan{What: "chains", Engine: "slurm", Chains: 12, Draws: 100, Pieces: 3}

	t.Run("1 part", func(t *testing.T) { forty.on(t, 40).same(t, "1 part") })
	t.Run("7 parts", func(t *testing.T) { forty.on(t, 6).same(t, "7 parts", "7 completed (n") })
	t.Run("killed and half", func(t *testing.T) {
		p := twelve.on(t, 3)
		p.Trouble = "kill 4"
		p.same(t, "killed")
		p.Dir, p.Trouble = t.TempDir(), "half 7"
		p.same(t, "half a file")
	})
	t.Run("notebook cell", c.cell)
	t.Run("always fails", func(t *testing.T) {
		p := plan{What: "map", Dir: t.TempDir(), Engine: "slurm", Chains: 7, Pieces: 4, Trouble: "error 3"}
		said := p.drive(t)
		if !strings.Contains(said, "piece 3: this piece cannot be computed; the log of part 0 ends:") ||
			!strings.Contains(said, "[0 1 4 0 16 25 36]") {
			t.Error(said)
		}
	})
	t.Run("driver killed", func(t *testing.T) {
		p := plan{What: "chains", Dir: t.TempDir(), Engine: "slurm", Chains: 2, Draws: 500, Pieces: 1,
			Sleep: 5 * time.Millisecond}
		first, _ := p.start(t)
		c.await(t, "running parts", func() bool { return c.states(t) == "RUNNING\nRUNNING\n" })
		first.Process.Kill()
		first.Wait()
		before := c.jobs(t)
		p.same(t, "started again")
		if now := c.jobs(t); now != before {
			t.Errorf("the second driver has not waited for the job of the first: jobs %d to %d",
				before, now)
		}
	})
	t.Run("stopped", func(t *testing.T) {
		p := plan{What: "chains", Dir: t.TempDir(), Engine: "slurm", Chains: 2, Draws: 2000, Pieces: 1,
			Sleep: 5 * time.Millisecond}
		d, said := p.start(t)
		c.await(t, "running parts", func() bool { return c.states(t) == "RUNNING\nRUNNING\n" })
		d.Process.Signal(os.Interrupt)
		d.Wait()
		if !strings.Contains(said.String(), "stopped early: context canceled") {
			t.Error(said)
		}
		c.await(t, "an empty queue", func() bool { return c.states(t) == "" })
	})
	t.Run("topics", func(t *testing.T) {
		sweeps := 2 // two rounds each
		if *long {
			sweeps = 10
		}
		want, err := topics(t.TempDir(), 1, sweeps, Farm{})
		if err != nil {
			t.Fatal(err)
		}
		p := plan{What: "topics", Dir: t.TempDir(), Engine: "slurm", Chains: 4, Draws: sweeps, Pieces: 8}
		if said := p.drive(t); !strings.Contains(said, "sum: "+want+" error: <nil>") {
			t.Error("4 shards: not the topics that one shard has here: ", said)
		}
	})
	if !*long {
		return
	}
	t.Run("notebook 18", c.notebook)
	t.Run("40 parts", func(t *testing.T) { forty.on(t, 1).same(t, "40 parts") })
	t.Run("limit of arrays", func(t *testing.T) {
		p := plan{What: "map", Dir: t.TempDir(), Engine: "slurm", Chains: 100, Pieces: 1}
		said := p.drive(t)
		logs, _ := filepath.Glob(filepath.Join(p.Dir, "squares-*", "pieces", "part-*.log"))
		if !strings.Contains(said, "9801] error: <nil>") || len(logs) != 50 {
			t.Errorf("%d parts: %s", len(logs), said)
		}
	})
	t.Run("node killed", func(t *testing.T) {
		p := twelve.on(t, 3)
		p.Sleep = 40 * time.Millisecond
		d, said := p.start(t)
		c.await(t, "running parts", func() bool { return strings.Count(c.states(t), "RUNNING") == 2 })
		time.Sleep(7 * time.Second) // a checkpoint
		c.kill(t, "n2")
		d.Wait()
		if !strings.Contains(said.String(), p.want(t)) {
			t.Error(said)
		}
		log, _ := os.ReadFile(filepath.Join(c.dir, "slurmctld-D.log"))
		if !strings.Contains(string(log), "due to failure of node n2") {
			t.Errorf("Slurm has not started the part of n2 again: %s", log)
		}
		c.node(t, "n2")
		c.idle(t)
	})
	t.Run("folder not shared", func(t *testing.T) {
		p := twelve.on(t, 3)
		c.kill(t, "n2")
		c.nodes["n2"] = c.start(t, "unshare", "--mount", "sh", "-c",
			fmt.Sprintf("mount -t tmpfs none '%s' && exec slurmd -D -N n2", p.Dir))
		c.idle(t)
		said := p.drive(t)
		if !strings.Contains(said, "n2 does not see the folder "+p.Dir) ||
			!strings.Contains(said, "--exclude=n2") {
			t.Error(said)
		}
		p.Options = []string{"--exclude=n2"}
		p.same(t, "without n2")
		c.kill(t, "n2")
		c.node(t, "n2")
		c.idle(t)
	})
	t.Run("disk full", func(t *testing.T) {
		p := twelve.on(t, 3)
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=32m", "none",
			p.Dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		defer exec.Command("umount", p.Dir).Run()
		p.Sleep = 10 * time.Millisecond
		d, said := p.start(t)
		c.await(t, "running parts", func() bool { return strings.Count(c.states(t), "RUNNING") == 2 })
		ballast := filepath.Join(p.Dir, "ballast")
		exec.Command("dd", "if=/dev/zero", "of="+ballast, "bs=4k").Run()
		d.Wait()
		if !strings.Contains(said.String(), "no space left on device") {
			t.Error(said)
		}
		t.Log(said)
		os.Remove(ballast)
		p.same(t, "with room again")
	})
}

// on is the plan with a folder of its own.
func (p plan) on(t *testing.T, pieces int) plan {
	p.Dir, p.Pieces = t.TempDir(), pieces
	return p
}

// states are those of the tasks that are not over, one a line.
func (c *cluster) states(t *testing.T) string {
	out, err := exec.Command("squeue", "--noheader", "--array", "--format=%T").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

var jobNumber = regexp.MustCompile(`ArrayJobId=(\d+)`)

// jobs is the number of arrays that Slurm knows.
func (c *cluster) jobs(t *testing.T) int {
	out, err := exec.Command("scontrol", "show", "jobs").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, m := range jobNumber.FindAllSubmatch(out, -1) {
		all[string(m[1])] = true
	}
	return len(all)
}

// kill kills a node's daemon, the daemons of its steps, and the parts that these have started. A part
// is known by its environment, and the daemon of a step is its parent.
func (c *cluster) kill(t *testing.T, name string) {
	t.Helper()
	out, err := exec.Command("ps", "-eo", "pid=,ppid=,args=").Output()
	if err != nil {
		t.Fatal(err)
	}
	victims := []int{c.nodes[name].Process.Pid}
	for line := range strings.Lines(string(out)) {
		var pid, parent int
		fmt.Sscan(line, &pid, &parent)
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if strings.Contains(string(env), "SLURMD_NODENAME="+name+"\x00") &&
			strings.Contains(string(env), "SLURM_CONF="+c.dir) && parent > 1 {
			victims = append(victims, parent, pid)
		}
	}
	running, _ := exec.Command("squeue", "--noheader", "--states=RUNNING", "--nodelist="+name).Output()
	if len(running) > 0 && len(victims) < 3 {
		t.Errorf("%s runs a job, and its processes were not found:\n%s", name, out)
	}
	for _, pid := range victims {
		if p, err := os.FindProcess(pid); err == nil {
			p.Kill()
		}
	}
}
