package lda

import (
	"strings"
	"testing"

	"gibbslab/sampler"
)

// A saved state that was altered is refused, or it goes on with lists that fit its topics. Threads
// never see a list that does not fit: a panic there would end the process.
func TestAlteredState(t *testing.T) {
	docs := midsize()[:6]
	for name, m := range models(Prior{K: 12}, docs, 300) {
		for what, alter := range map[string]struct {
			change func(s *State)
			want   string
		}{
			"a topic":     {func(s *State) { s.z[3] = 12 }, "has topic 12"},
			"tokens":      {func(s *State) { s.z = s.z[1:] }, "tokens, and the model"},
			"topics":      {func(s *State) { s.Alpha = s.Alpha[1:] }, "has 11 topics"},
			"list":        {func(s *State) { s.kernel.(*resumed).change(0, 1000) }, ""},
			"list entry":  {func(s *State) { s.kernel.(*resumed).change(1, 1<<31) }, ""},
			"shorter":     {func(s *State) { s.kernel.(*resumed).lists = nil }, ""},
			"nothing new": {func(*State) {}, ""},
		} {
			r := sampler.Stream("altered", 1, 0)
			s := must(m.Init(r))
			data := must(s.GobEncode())
			var back State
			if err := back.GobDecode(data); err != nil {
				t.Fatal(err)
			}
			alter.change(&back)
			if strings.HasPrefix(name, "hdp") && (what == "a topic" || what == "topics") {
				continue // it may have more topics
			}
			err := m.Blocks[0].Update(r, &back)
			if alter.want == "" && err != nil ||
				alter.want != "" && (err == nil || !strings.Contains(err.Error(), alter.want)) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

func (r *resumed) change(at int, to uint32) {
	if at < len(r.lists) {
		r.lists[at] = to
	}
}
