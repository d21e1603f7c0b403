package farm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/farm"
)

// Does a 95 % interval cover the truth in 95 % of a thousand studies? A piece of work is twenty
// replications. With On: farm.Slurm{} the same program runs on a cluster.
func ExampleMap() {
	dir, _ := os.MkdirTemp("", "farm")
	defer os.RemoveAll(dir)
	const n, truth, seed = 20, 3.0, 1
	if !farm.Worker() { // a part prints nothing
		fmt.Println("How often does the interval cover the truth?")
	}
	covered, err := farm.Map(context.Background(), farm.Farm{Dir: dir}, "coverage",
		[]any{n, truth, seed}, 50, func(i int) (count int, err error) {
			for replication := 20 * i; replication < 20*(i+1); replication++ {
				r := sampler.Stream("coverage", seed, replication)
				mean := 0.0
				for range n {
					mean += (truth + r.NormFloat64()) / n
				}
				if math.Abs(mean-truth) < 1.96/math.Sqrt(n) {
					count++
				}
			}
			return count, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	sum := 0
	for _, count := range covered {
		sum += count
	}
	fmt.Println("In", sum, "of 1000 studies.")
	// Output:
	// How often does the interval cover the truth?
	// In 949 of 1000 studies.
}

// Chains on a farm are those of sampler.Run, bit for bit.
func ExampleFarm_Do() {
	dir, _ := os.MkdirTemp("", "farm")
	defer os.RemoveAll(dir)
	coin := sampler.Model[float64]{
		Data: "coin",
		Init: func(r *rand.Rand) (*float64, error) { return new(float64), nil },
		Blocks: []sampler.Block[float64]{
			sampler.Update("coin", func(r *rand.Rand, x *float64) { *x = r.Float64() })},
		Params: []sampler.Param[float64]{sampler.Scalar("x", func(x *float64) float64 { return *x })},
	}
	set := sampler.Settings{Chains: 3, Draws: 100}
	here, _ := sampler.Run(context.Background(), coin, set)
	set.On = farm.Farm{Dir: dir} // On.Do runs the chains
	there, err := sampler.Run(context.Background(), coin, set)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _ := here.Draws("x")
	y, _ := there.Draws("x")
	fmt.Println(len(y), "draws, the last one the same:", x[299] == y[299])
	// Output: 300 draws, the last one the same: true
}

// What Kubernetes is told, and a script that any scheduler can run.
func ExampleKubernetes_Manifest() {
	p := farm.Program{Name: "gibbslab-study", Folder: "/shared/study", Parts: []int{0, 1, 2}}
	manifest, err := farm.Kubernetes{Image: "debian:12", Claim: "shared"}.Manifest(p)
	fmt.Println(strings.Contains(string(manifest), `"completionMode": "Indexed"`), err)
	first, _, _ := strings.Cut(p.Script("$JOB_COMPLETION_INDEX"), "\n")
	fmt.Println(first)
	// Output:
	// true <nil>
	// #!/bin/sh
}

// Another scheduler of arrays: a command that starts the tasks, and the variable that counts them.
// Here the tasks are processes of this machine. Each would be this program, which is a test, so the
// example only shows what Run needs.
func ExampleCommand_Run() {
	c := farm.Command{
		Submit: []string{"sh", "-c", "for t in $(seq 0 {last}); do TASK=$t sh {script} & done; wait"},
	}
	err := c.Run(context.Background(), farm.Program{Folder: os.TempDir()}, func(string) {})
	fmt.Println(err)
	// Output: Command.Submit or Command.Index is empty: give the command that starts an array of tasks, and the variable with the number of a task
}

// Without Slurm, the error says what is missing.
func ExampleSlurm_Run() {
	path := os.Getenv("PATH")
	os.Setenv("PATH", "")
	defer os.Setenv("PATH", path)
	err := farm.Slurm{}.Run(context.Background(), farm.Program{Folder: os.TempDir()}, func(string) {})
	fmt.Println(err)
	// Output: there is no command sbatch on the PATH: run the program where the scheduler's commands are, or leave Farm.On empty to compute on this machine
}
