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
	"fmt"
	"strconv"
	"strings"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

func main() {
	args := append(tool.Args(2), "0", "0", "0", "0") // what a command does not need
	number := func(i int) int { return tool.Int(args[i]) }
	switch args[0] {
	case "corpus":
		write(args[1], args[2])
	case "time":
		timed(args[1], args[2], number(3), number(4), number(5), uint64(number(6)))
	case "traced":
		traced(args[1], args[2], number(3), number(4), number(5), uint64(number(6)))
	case "effective":
		effective(tool.Args(2)[1:])
	case "curve":
		curve(args[1], args[2], number(3), float64(number(4)), uint64(number(5)))
	case "fields":
		fieldsCurve(args[1], args[2], number(3), float64(number(4)))
	case "likelihood":
		likelihood(args[1], number(2))
	case "heldout":
		heldout(args[1], args[2], number(3), number(4))
	case "sharded":
		sharded(args[1], number(2), number(3), number(4))
	case "hdp":
		hdp(number(2), number(3), number(4))
	case "infer":
		inferred(args[1], number(2))
	case "plot":
		plotCurves(args[1], args[2])
	case "texts":
		texts(number(1), number(2))
	default:
		tool.Fail("unknown command %q", args[0])
	}
}

// open makes a model. Its name may end in the number of blocks, as in parallel:4, and in +random
// for a random start.
func open(docs []corpus.Doc, v int, name string, topics int) sampler.Model[lda.State] {
	name, random := strings.CutSuffix(name, "+random")
	name, number, _ := strings.Cut(name, ":")
	blocks := tool.Must(strconv.Atoi(cmp.Or(number, "2")))
	set, ok := map[string]lda.Settings{
		"dense": {Sampler: lda.Dense}, "model": {}, "parallel": {Blocks: blocks},
		"partial": {Sampler: lda.PartiallyCollapsed},
	}[name]
	if !ok {
		tool.Fail("no sampler %q: have dense, model, parallel, partial", name)
	}
	set.RandomStart = random
	return tool.Must(lda.Prior{K: topics}.Model(docs, v, set))
}

func timed(file, name string, topics, warm, sweeps int, seed uint64) {
	docs, _, _, v := read(file)
	m := open(docs, v, name, topics)
	r := sampler.Stream("chain", seed, 0)
	s := tool.Must(m.Init(r))
	var wall time.Time
	var cpu float64
	for n := range warm + sweeps {
		if n == warm {
			wall, cpu = time.Now(), tool.CPU()
		}
		for _, b := range m.Blocks {
			tool.Check(b.Update(r, s))
		}
	}
	took := time.Since(wall).Seconds()
	fmt.Println(took, tool.CPU()-cpu, s.LogJoint()/tokensOf(docs))
}

// curve prints seconds of wall and of CPU time and the likelihood. The time includes making the
// model, but not reading the words or computing the likelihood.
func curve(file, name string, topics int, most float64, seed uint64) {
	docs, _, _, v := read(file)
	clock := stopwatch{}
	clock.start()
	m := open(docs, v, name, topics)
	follow(m, &clock, docs, most, seed)
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

func (c *stopwatch) start() { c.at, c.cpuAt = time.Now(), tool.CPU() }

func (c *stopwatch) stop() {
	c.wall, c.cpu = c.wall+time.Since(c.at).Seconds(), c.cpu+tool.CPU()-c.cpuAt
}
