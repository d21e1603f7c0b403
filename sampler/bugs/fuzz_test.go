package bugs_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/graph"
)

// FuzzCompile holds that no text and no data make the compiler panic, run for long or take much memory, and
// that mistakes have a place. Beside the fuzzer's own changes, each text has a few words exchanged.
func FuzzCompile(f *testing.F) {
	graph.Most = 10_000
	for part := range strings.SplitSeq(mistakesFile, "\n====\n") {
		p := strings.Split(part, "\n----\n")
		f.Add(p[0], p[1], uint64(0))
	}
	for i, c := range small {
		f.Add(c.text, `{"y":[1,2,3,4,5],"Y":[[1,2],[null,2],[1,1],[2,2]],"x":[1,-0.5,2,0,1],"g":[1,2,2,1,1],"a":[2,3],`+
			`"p":[0.2,0.8],"n":5,"N":2,"zero":[0,0],"P":[[1,0.2],[0.2,1]],"w":[[1,2],[2,2],[1,1],[2,1]],"e":[1,1,2,1]}`, uint64(
			i))
	}
	f.Fuzz(func(t *testing.T, text, json string, seed uint64) {
		arrays, err := data.ReadJSON(strings.NewReader(json))
		if err != nil {
			return
		}
		values := bugs.Data{}
		for k, v := range arrays {
			values[k] = v
		}
		text = exchange(text, seed)
		hung := time.AfterFunc(20*time.Second, func() { panic("hangs:\n" + text) })
		defer hung.Stop()
		defer func() {
			if e := recover(); e != nil {
				t.Fatalf("%v\n%s\n%s\n%s", e, text, json, debug.Stack())
			}
		}()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := bugs.Compile(text, values)
		if err != nil && strings.Contains(err.Error(), "a fault of the compiler") {
			t.Fatalf("%v\n%s\n%s", err, text, json)
		}
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<29 {
			t.Errorf("%d MB taken:\n%s\n%s", taken>>20, text, json)
		}
		var all bugs.Errors
		switch {
		case err == nil:
			_, _ = m.Plan(), m.Warnings()
		case errors.As(err, &all):
			for _, e := range all {
				if lines := strings.Count(text, "\n") + 1; e.Pos.Line < 1 || e.Pos.Line > lines || e.Pos.Col < 1 {
					t.Errorf("%v has no place in\n%s", e, text)
				}
			}
		}
	})
}

var word = regexp.MustCompile(`[A-Za-z][A-Za-z0-9._]*|[0-9.]+|<-|%\*%|\s+|.`)

var words = strings.Fields(`
	0 1 2 3 -1 0.5 1E9 1:3 1:N i j k n N x x[] y y[i] Y[i,] Y[,1] Y Y[1,2] g[i] a[] p[] p[g[i]] mu
	tau mu[i] mu[g[i]] P[,] dnorm(mu,tau) dgamma(1,1) dcat(p[]) dpois(mu) ddirch(a[])
	dmnorm(a[],P[,]) dwish(P[,],3) dinterval(mu,x[1:2]) dmulti(p[],n) dbern dbin dunif T(0,) T(,1)
	exp log sqrt sum(x[]) mean mean(mu[]) inprod(x[],y[]) inverse(P[,]) logdet(P[,]) t(P[,]) %*%
	c(1,2) rep(1,n) sort(x[]) step equals(x[1],1) ifelse(x[1]>0,1,2) pow(mu,2) length(x[]) max(x[])
	min(mu,1) + - * / ^ ( ) [ ] , ~ <- interp.lin(mu,x[],y[]) cloglog(p) phi`)

// exchange replaces, removes or repeats a few words of a text.
func exchange(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	list := word.FindAllString(text, -1)
	for range seed % 5 {
		if len(list) == 0 {
			break
		}
		i := r.IntN(len(list))
		switch r.IntN(5) {
		case 0:
			list = append(list[:i], list[i+1:]...)
		case 1:
			list[i] = list[r.IntN(len(list))]
		default:
			list[i] = words[r.IntN(len(words))]
		}
	}
	return strings.Join(list, "")
}
