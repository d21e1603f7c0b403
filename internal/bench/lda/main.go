// Command lda times the samplers of package lda for internal/tools/lda_speed.py.
//
//	lda corpus NAME FILE                      write a corpus: a document a line, its words as numbers
//	lda time FILE SAMPLER K WARM SWEEPS       tokens a second, after WARM sweeps: wall and CPU seconds, log-likelihood
//	lda curve FILE SAMPLER K SECONDS          log-likelihood against time from a cold start, the start included
//	lda likelihood FILE K                     that of topics made elsewhere: a document a line, word:topic
//
// Samplers are dense, model, parallel (4 blocks) and partial; log-likelihood is log p(w, z)/tokens at a concentration of 5/K for each
// topic and 0.01 for each word.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gibbslab/datasets"
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
	var n [3]int
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
		return timed(args[1], args[2], n[0], n[1], n[2])
	case "curve":
		return curve(args[1], args[2], n[0], time.Duration(n[1])*time.Second)
	case "likelihood":
		topics, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return likelihood(args[1], topics)
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// write writes a corpus by name: s1, 1 million tokens of 100 topics; s10, 10 million of 200; reagan.
func write(name, file string) error {
	made := &corpus.Corpus{}
	switch name {
	case "reagan":
		made = datasets.Reagan()
	case "s1", "s10":
		about := datasets.LDA{Docs: 10_000, Tokens: 100, V: 10_000, Topics: 100, Alpha: 0.1, Beta: 0.05}
		if name == "s10" {
			about = datasets.LDA{Docs: 50_000, Tokens: 200, V: 50_000, Topics: 200, Alpha: 0.05, Beta: 0.05}
		}
		for w := range about.V {
			about.Base = append(about.Base, 1/float64(w+1))
		}
		s, err := datasets.SimulateLDA(sampler.Stream("lda_speed", 1, 0), about)
		if err != nil {
			return err
		}
		made = s.Corpus
	default:
		return fmt.Errorf("no corpus %q: have s1, s10, reagan", name)
	}
	var b strings.Builder
	for _, d := range made.Docs {
		for _, c := range d {
			for range c.N {
				fmt.Fprintf(&b, "%d ", c.Word)
			}
		}
		b.WriteByte('\n')
	}
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

// read reads the words of a corpus, and their topics where there are any.
func read(file string) (docs []corpus.Doc, words, topics [][]int32, v int, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, nil, 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var ws, zs []int32
		for field := range strings.FieldsSeq(lines.Text()) {
			word, topic, _ := strings.Cut(field, ":")
			w, err := strconv.Atoi(word)
			if err != nil {
				return nil, nil, nil, 0, err
			}
			z, _ := strconv.Atoi(topic)
			ws, zs = append(ws, int32(w)), append(zs, int32(z))
			v = max(v, w+1)
		}
		docs, words, topics = append(docs, corpus.Bag(ws)), append(words, ws), append(topics, zs)
	}
	return docs, words, topics, v, lines.Err()
}

// open makes the model and the number of tokens.
func open(file, name string, topics int) (m sampler.Model[lda.State], tokens float64, err error) {
	docs, _, _, v, err := read(file)
	if err != nil {
		return m, 0, err
	}
	for _, d := range docs {
		tokens += float64(d.Tokens())
	}
	p := lda.Prior{K: topics}
	switch name {
	case "dense":
		m, err = p.Dense(docs, v)
	case "model":
		m, err = p.Model(docs, v)
	case "parallel":
		m, err = p.Parallel(docs, v, 4, runtime.GOMAXPROCS(0))
	case "partial":
		m, err = p.PartiallyCollapsed(docs, v, runtime.GOMAXPROCS(0))
	default:
		err = fmt.Errorf("no sampler %q: have dense, model, parallel, partial", name)
	}
	return m, tokens, err
}

func timed(file, name string, topics, warm, sweeps int) error {
	m, tokens, err := open(file, name, topics)
	if err != nil {
		return err
	}
	r := sampler.Stream("chain", 1, 0)
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
	fmt.Println(took, cpuSeconds()-cpu, s.LogJoint()/tokens)
	return nil
}

func curve(file, name string, topics int, most time.Duration) error {
	m, tokens, err := open(file, name, topics)
	if err != nil {
		return err
	}
	began := time.Now()
	r := sampler.Stream("chain", 1, 0)
	s, err := m.Init(r)
	if err != nil {
		return err
	}
	for next := time.Duration(0); ; {
		if took := time.Since(began); took >= next {
			fmt.Println(took.Seconds(), s.LogJoint()/tokens)
			if took >= most {
				return nil
			}
			next = took + 200*time.Millisecond
		}
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				return err
			}
		}
	}
}

func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// likelihood is log p(w, z)/tokens, by gamma functions of counts made here.
func likelihood(file string, topics int) error {
	_, words, z, v, err := read(file)
	if err != nil {
		return err
	}
	const beta = 0.01
	alpha := 5 / float64(topics)
	lg := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	nwk, nk, tokens, sum := make([]int, v*topics), make([]int, topics), 0, 0.0
	for d, ws := range words {
		ndk := map[int32]int{}
		for i, w := range ws {
			k := z[d][i]
			if int(k) >= topics || k < 0 {
				return fmt.Errorf("document %d has topic %d", d, k)
			}
			ndk[k]++
			nwk[int(w)*topics+int(k)]++
			nk[k]++
		}
		tokens += len(ws)
		sum += lg(5) - lg(5+float64(len(ws)))
		for _, n := range ndk {
			sum += lg(alpha+float64(n)) - lg(alpha)
		}
	}
	for _, n := range nwk {
		if n > 0 {
			sum += lg(beta+float64(n)) - lg(beta)
		}
	}
	for _, n := range nk {
		sum += lg(float64(v)*beta) - lg(float64(v)*beta+float64(n))
	}
	fmt.Println(sum / float64(tokens))
	return nil
}
