// Command lda times the samplers of package lda for speed.py beside it.
//
//	lda corpus NAME FILE                      write a corpus: a document a line, its words as numbers
//	lda time FILE SAMPLER K WARM SWEEPS SEED  of SWEEPS after WARM: wall and CPU seconds, log-lik.
//	lda curve FILE SAMPLER K SECONDS SEED     from a cold start: wall and CPU seconds, log-likelihood
//	lda fields FILE MODEL K SECONDS           the same for dmr, llda or plda, whose kinds and labels
//	                                          are in FILE.fields
//	lda traced FILE SAMPLER K WARM SWEEPS SEED  CPU seconds, and two functions of each draw
//	lda effective FILE…                       ESS a second of such files, each a chain: see ess.py
//	lda likelihood FILE K                     that of topics made elsewhere: a document a line,
//	                                          word:topic
//	lda plot CSV PNG                          draw the curves of a file of lines corpus, K, program,
//	                                          seconds, log-likelihood
//	lda texts DOCUMENTS K                     seconds from texts to the first table of topics
//	lda heldout FILE SAMPLER K SWEEPS         sweeps, CPU seconds and log-likelihood a token of the
//	                                          last 300 documents, which SAMPLER, sharded too, or a
//	                                          file with its topics, has not seen: see spark.py
//	lda infer FILE K                          processor milliseconds to label a new document: all of
//	                                          the last 300 at once, and one by one
//	lda hdp 2 TOKENS K SWEEPS                 lda.HDP on two threads on a streamed corpus
//	lda sharded DIR TOKENS K SWEEPS           a chain over 4 shards of a streamed corpus, in
//	                                          processes of their own
//
// Samplers are dense, model, parallel (2 blocks; parallel:4 has 4), partial, and each with +random
// for a random start; log-likelihood is log p(w, z)/tokens at a concentration of 5/K for
// each topic and 0.01 for each word.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("usage: see the comment of the program")
	}
	if args[0] == "effective" {
		return effective(args[1:])
	}
	var n [4]int
	for i := range n {
		if i+3 < len(args) {
			x, err := strconv.Atoi(args[i+3])
			if err != nil {
				return err
			}
			n[i] = x
		}
	}
	switch args[0] {
	case "corpus":
		return write(args[1], args[2])
	case "time":
		return timed(args[1], args[2], n[0], n[1], n[2], uint64(n[3]))
	case "traced":
		return traced(args[1], args[2], n[0], n[1], n[2], uint64(n[3]))
	case "curve":
		return curve(args[1], args[2], n[0], float64(n[1]), uint64(n[2]))
	case "fields":
		return fieldsCurve(args[1], args[2], n[0], float64(n[1]))
	case "likelihood":
		topics, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return likelihood(args[1], topics)
	case "heldout":
		return heldout(args[1], args[2], n[0], n[1])
	case "sharded":
		tokens, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return sharded(args[1], tokens, n[0], n[1])
	case "hdp":
		tokens, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return hdp(tokens, n[0], n[1])
	case "infer":
		topics, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return inferred(args[1], topics)
	case "plot":
		return plotCurves(args[1], args[2])
	case "texts":
		docs, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		topics, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return texts(docs, topics)
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// open makes a model. Its name may end in the number of blocks, as in parallel:4, and in +random
// for a random start.
func open(
	docs []corpus.Doc, v int, name string, topics int,
) (m sampler.Model[lda.State], err error) {
	name, random := strings.CutSuffix(name, "+random")
	name, number, _ := strings.Cut(name, ":")
	blocks, err := strconv.Atoi(cmp.Or(number, "2"))
	if err != nil {
		return m, err
	}
	set, ok := map[string]lda.Settings{
		"dense": {Sampler: lda.Dense}, "model": {}, "parallel": {Blocks: blocks},
		"partial": {Sampler: lda.PartiallyCollapsed},
	}[name]
	if !ok {
		return m, fmt.Errorf("no sampler %q: have dense, model, parallel, partial", name)
	}
	set.RandomStart = random
	return lda.Prior{K: topics}.Model(docs, v, set)
}

func timed(file, name string, topics, warm, sweeps int, seed uint64) error {
	docs, _, _, v, err := read(file)
	if err != nil {
		return err
	}
	m, err := open(docs, v, name, topics)
	if err != nil {
		return err
	}
	r := sampler.Stream("chain", seed, 0)
	s, err := m.Init(r)
	if err != nil {
		return err
	}
	var wall time.Time
	var cpu float64
	for n := range warm + sweeps {
		if n == warm {
			wall, cpu = time.Now(), cpuSeconds()
		}
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				return err
			}
		}
	}
	took := time.Since(wall).Seconds()
	fmt.Println(took, cpuSeconds()-cpu, s.LogJoint()/tokensOf(docs))
	return nil
}

// curve prints seconds of wall and of CPU time and the likelihood. The time includes making the
// model, but not reading the words or computing the likelihood.
func curve(file, name string, topics int, most float64, seed uint64) error {
	docs, _, _, v, err := read(file)
	if err != nil {
		return err
	}
	clock := stopwatch{}
	clock.start()
	m, err := open(docs, v, name, topics)
	if err != nil {
		return err
	}
	return follow(m, &clock, docs, most, seed)
}

func tokensOf(docs []corpus.Doc) (n float64) {
	for _, d := range docs {
		n += float64(d.Tokens())
	}
	return n
}

// A stopwatch adds up seconds between start and stop.
type stopwatch struct {
	wall, cpu float64
	at        time.Time
	cpuAt     float64
}

func (c *stopwatch) start() { c.at, c.cpuAt = time.Now(), cpuSeconds() }

func (c *stopwatch) stop() {
	c.wall, c.cpu = c.wall+time.Since(c.at).Seconds(), c.cpu+cpuSeconds()-c.cpuAt
}

func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
