package bugs_test

import (
	jsonpkg "encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler/bugs"
)

func TestZZ(t *testing.T) {
	var list [][2]string
	a, _ := filepath.Glob("testdata/suite/*.bug")
	for _, f := range a {
		list = append(list, [2]string{f, strings.TrimSuffix(f, ".bug") + ".json"})
	}
	b, _ := filepath.Glob("/work/shared/data/bugs/*/model.bug")
	for _, f := range b {
		list = append(list, [2]string{f, filepath.Dir(f) + "/data.json"})
	}
	for _, f := range list {
	if o := os.Getenv("ONLY"); o != "" && !strings.Contains(f[0], o) { continue }
	t.Run(f[0], func(t *testing.T) {
	defer func(){ if e := recover(); e != nil { t.Error("PANIC", e) } }()
		text, _ := os.ReadFile(f[0])
		json, _ := os.ReadFile(f[1])
		var wrap struct{ Data jsonpkg.RawMessage }
		if jsonpkg.Unmarshal(json, &wrap) == nil && len(wrap.Data) > 0 {
			json = wrap.Data
		}
		if len(json) == 0 {
			t.Log("no data", f)
			return
		}
		t0 := time.Now()
		m, err := bugs.Compile(string(text), values(t, string(json)))
		if err != nil {
			t.Errorf("%s: %v", f[0], err)
			return
		}
		if w := m.Warnings(); len(w) > 0 {
			t.Log(f[0], w)
		}
		if d := time.Since(t0); d > 300*time.Millisecond {
			t.Log(f[0], d)
		}
	})}
}
