package bugs_test

import (
	"context"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"os"
	"testing"
)

func TestProf(t *testing.T) {
	text, _ := os.ReadFile("/tmp/f5.bug")
	f, _ := os.Open("/tmp/f5.json")
	data, err := bugs.ReadData(f)
	if err != nil {
		t.Fatal(err)
	}
	m, err := bugs.Compile(string(text), data)
	if err != nil {
		t.Fatal(err)
	}
	sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Chains: 1, Warmup: 100, Draws: 1000, NoReplay: true})
}
