package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

var short = sampler.Settings{Chains: 2, Warmup: 5, Draws: 20, Seed: 3, Checkpoint: "run"}

// sealed is the head of a checkpoint. The checksum of the rest follows it.
const sealed = "gibbslab checkpoint 2\n"

// saved runs a model and returns its checkpoint.
func saved() []byte {
	draws(walk(), short)
	data, err := os.ReadFile("run")
	if err != nil {
		panic(err)
	}
	return data
}

// resume resumes from a file and says whether it was accepted.
func resume(file []byte) bool {
	if err := os.WriteFile("run", file, 0o600); err != nil {
		panic(err)
	}
	set := short
	set.Draws = 25
	_, err := sampler.Run(context.Background(), walk(), set)
	return err == nil
}

// checkpoints are files that were cut, damaged, altered or exchanged, and processes that were
// killed.
var checkpoints = []frame.Attack{
	{Name: "one-bit-of-a-checkpoint", CPU: 300, Want: "0 of … damaged files were accepted",
		Run: func() {
			good, accepted := saved(), 0
			for i := range good {
				data := bytes.Clone(good)
				if data[i] ^= 1 << (i % 8); resume(data) {
					accepted++
				}
			}
			fmt.Printf("%d of %d damaged files were accepted\n", accepted, len(good))
		}},
	{Name: "cut-checkpoint", CPU: 300, Want: "0 of … cut files were accepted", Run: func() {
		good, accepted := saved(), 0
		for i := range good {
			if resume(good[:i]) {
				accepted++
			}
		}
		fmt.Printf("%d of %d cut files were accepted\n", accepted, len(good))
	}},
	{Name: "altered-and-sealed-again", CPU: 300, Want: "no panic in 5000 files", Run: func() {
		good := saved()[len(sealed)+sha256.Size:]
		r := rand.New(rand.NewPCG(1, 2))
		for range 5000 {
			data := bytes.Clone(good)
			for range 1 + r.IntN(4) {
				data[r.IntN(len(data))] = byte(r.Uint32())
			}
			sum := sha256.Sum256(data)
			resume(append(append([]byte(sealed), sum[:]...), data...))
		}
		fmt.Println("no panic in 5000 files")
	}},
	{Name: "other-data", Want: "40 of 40 runs with other data were refused", Run: func() {
		refused := 0
		for seed := range uint64(40) {
			set := short
			set.Seed, set.Checkpoint = seed, fmt.Sprint("run", seed)
			m := walk()
			m.Data = []float64{0.3, 1.1}
			draws(m, set)
			m.Data = []float64{0.3, 1.2}
			if _, err := sampler.Run(context.Background(), m, set); err != nil {
				refused++
			}
		}
		fmt.Printf("%d of 40 runs with other data were refused\n", refused)
	}},
	{Name: "model-without-data", Want: "no trace: …the model has no Data…", Run: func() {
		m := walk()
		m.Data = nil
		try(m, short)
	}},
	{Name: "link-as-checkpoint", Want: "link, target: true", Run: func() {
		os.Symlink("target", "run")
		draws(walk(), short)
		info, err := os.Lstat("run")
		_, there := os.Stat("target")
		if err == nil && info.Mode()&os.ModeSymlink != 0 {
			fmt.Println("link, target:", there == nil)
		}
	}},
	{Name: "pipe-as-checkpoint", Want: "no trace: …is a pipe and not an ordinary file…", Run: func() {
		if err := exec.Command("mkfifo", "run").Run(); err != nil {
			panic(err)
		}
		try(walk(), short)
	}},
	{Name: "device-as-checkpoint",
		Want: "no trace: …/dev/zero is a device and not an ordinary file…", Run: func() {
			set := short
			set.Checkpoint = "/dev/zero"
			try(walk(), set)
		}},
	{Name: "folder-as-checkpoint", Want: "no trace: …is a folder and not an ordinary file…",
		Run: func() {
			os.Mkdir("run", 0o700)
			try(walk(), short)
		}},
	{Name: "killed-60-times", CPU: 300, Want: "as without a kill: true, left behind: 0", Run: killed},
}

// killed runs a model in a process that is killed again and again, until it has all its draws.
func killed() {
	set := sampler.Settings{Chains: 3, Warmup: 10, Draws: 3000, Seed: 4}
	if os.Getenv("GIBBSLAB_TO_BE_KILLED") != "" {
		set.Checkpoint = "run"
		for draws := 5; draws <= 3000; draws += 5 { // each run saves at its beginning and its end
			set.Draws = draws
			if _, err := sampler.Run(context.Background(), walk(), set); err != nil && draws == 3000 {
				panic(err)
			}
		}
		return
	}
	program, err := os.Executable()
	if err != nil {
		panic(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for kills := 0; kills < 60; kills++ {
		child := exec.Command(program)
		child.Env = append(os.Environ(), "GIBBSLAB_TO_BE_KILLED=1")
		if err := child.Start(); err != nil {
			panic(err)
		}
		time.Sleep(time.Duration(10+r.IntN(60)) * time.Millisecond)
		child.Process.Kill()
		child.Wait()
	}
	whole := draws(walk(), set)
	set.Checkpoint = "run"
	same := fmt.Sprint(whole) == fmt.Sprint(draws(walk(), set))
	half, _ := filepath.Glob("run.new-*")
	old := time.Now().Add(-time.Hour)
	for _, path := range half {
		os.Chtimes(path, old, old)
	}
	draws(walk(), set)
	half, _ = filepath.Glob("run.new-*")
	fmt.Printf("as without a kill: %v, left behind: %d\n", same, len(half))
}
