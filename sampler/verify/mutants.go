package verify

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/report"
)

// A Mutant is a sampler with one block broken on purpose.
type Mutant[S, D any] struct {
	Name  string // what is wrong: "rate for scale"
	Block string // the block that is wrong
	// Model makes the wrong sampler: see [Joint.Mutant] and [Replace].
	Model func(data D) (sampler.Model[S], error)
}

// Mutant is a [Mutant] of the joint's model, with another update for the named block:
//
//	j.Mutant("the prior is left out", "mu", func(y Data, r *rand.Rand, s *State) { s.Mu = … })
func (j Joint[S, D]) Mutant(
	name, block string, update func(data D, r *rand.Rand, s *S),
) Mutant[S, D] {
	return Mutant[S, D]{Name: name, Block: block, Model: func(data D) (sampler.Model[S], error) {
		m, err := j.Model(data)
		if err != nil {
			return m, err
		}
		return Replace(m, block, func(r *rand.Rand, s *S) error { update(data, r, s); return nil })
	}}
}

// Replace returns a copy of the model with another update for the named block.
func Replace[S any](
	m sampler.Model[S], block string, update func(r *rand.Rand, s *S) error,
) (sampler.Model[S], error) {
	i := slices.IndexFunc(m.Blocks, func(b sampler.Block[S]) bool { return b.Name == block })
	if i < 0 {
		return m, fmt.Errorf("verify: no block %q; have %q", block, blockNames(m))
	}
	m.Blocks = slices.Clone(m.Blocks)
	m.Blocks[i].Update = update
	return m, nil
}

// Mutants runs the tests on a sampler, which must pass all of them, and on wrong versions of it,
// which must fail. It runs [Blocks] first, then [JointTest] on the versions that passed, then
// [SBC]. If a mutant survives, the tests are too weak for its error, and probably for yours.
//
// Settings apply to each test and each mutant. Replications is for Blocks; JointTest and SBC use
// their defaults.
//
// If the original sampler fails, Mutants returns an error that contains the report of the test.
func Mutants[S, D any](
	j Joint[S, D], set Settings, mutants ...Mutant[S, D],
) (*MutantReport, error) {
	if len(mutants) == 0 {
		return nil, errors.New("verify: no mutants: give at least one wrong sampler")
	}
	original := Opaque(j)
	killed, _, detail, err := kill(original, set)
	if err != nil {
		return nil, err
	}
	if killed != "" {
		return nil, fmt.Errorf("verify: the original sampler is called wrong by %s: %s", killed, detail)
	}
	report := &MutantReport{}
	for i, m := range mutants {
		if m.Name == "" || m.Block == "" || m.Model == nil {
			return nil, fmt.Errorf("verify: mutant %d, %q, has no Name, Block or Model: give all "+
				"three", i, m.Name)
		}
		wrong := original
		wrong.Model = hiddenModel(m.Model)
		killed, named, detail, err := kill(wrong, set)
		if err != nil {
			return nil, fmt.Errorf("verify: mutant %q: %w", m.Name, err)
		}
		report.Mutants = append(report.Mutants,
			MutantResult{Name: m.Name, Block: m.Block, Killed: killed, Named: named, Detail: detail})
	}
	return report, nil
}

// kill runs the tests until one of them finds an error. It returns the name of the test, the blocks
// it named, and what it found.
func kill(j anyJoint, set Settings) (by string, named []string, detail string, err error) {
	set.apart = true // most have an error, and one block after another would be tested twice
	found, err := blocks(j, set)
	if err != nil {
		return "", nil, "", err
	}
	if named := found.WrongBlocks(); len(named) > 0 {
		if named[0] == twoSweeps {
			return "two sweeps", nil, found.Sweeps.evidence(found.Sweeps.Err), nil
		}
		for _, b := range found.Blocks {
			if b.Wrong && (b.Then != "" || !found.either) {
				detail = b.evidence(b.Err)
				if b.Then != "" {
					detail += ", once " + b.Then + " follows"
				}
			}
		}
		return "blocks", named, detail, nil
	}
	set.Replications = 0
	joint, err := jointTest(j, set)
	if err != nil || joint.Wrong {
		if err == nil {
			by, detail = "joint test", joint.evidence(joint.Err)
		}
		return by, nil, detail, err
	}
	ranks, err := sbc(j, set)
	if err != nil || !ranks.Wrong {
		return "", nil, "", err
	}
	return "SBC", nil, ranks.Verdict(), nil
}

// evidence is a comparison in one line.
func (c Comparison) evidence(err error) string {
	cells := c.cells(err)
	if err != nil {
		return cells[0]
	}
	return cells[0] + ", z = " + cells[1]
}

// A MutantReport is the table of mutants.
type MutantReport struct{ Mutants []MutantResult }

// A MutantResult says which test found that a mutant is wrong.
type MutantResult struct {
	Name, Block string // from the Mutant
	// Killed is "blocks", "two sweeps", "joint test" or "SBC", and empty for a mutant that
	// survived.
	Killed string
	// Named are the blocks called wrong.
	Named []string
	// Detail is the strongest evidence.
	Detail string
}

// Survivors are the names of the mutants that no test found wrong.
func (r *MutantReport) Survivors() []string {
	var names []string
	for _, m := range r.Mutants {
		if m.Killed == "" {
			names = append(names, m.Name)
		}
	}
	return names
}

// RightlyNamed is the number of mutants for which only the wrong block was named.
func (r *MutantReport) RightlyNamed() int {
	n := 0
	for _, m := range r.Mutants {
		if slices.Equal(m.Named, []string{m.Block}) {
			n++
		}
	}
	return n
}

// Verdict says in a sentence how many were found.
func (r *MutantReport) Verdict() string {
	n, survivors := len(r.Mutants), r.Survivors()
	if len(survivors) > 0 {
		return fmt.Sprintf("The sampler passes, but of %d mutants %d are not found: %s.", n,
			len(survivors), strings.Join(survivors, ", "))
	}
	return fmt.Sprintf("The sampler passes, and all mutants are found: %d, of which %d with the "+
		"wrong block named.", n, r.RightlyNamed())
}

// Report gives the verdict and the table of mutants as values.
func (r *MutantReport) Report() report.Report {
	t := report.Table{Align: "lllll",
		Head: []string{"mutant", "wrong block", "found by", "block named", "evidence"}}
	for _, m := range r.Mutants {
		t.Rows = append(t.Rows, []string{m.Name, m.Block, cmp.Or(m.Killed, "NOTHING"),
			cmp.Or(strings.Join(m.Named, ", "), "–"), m.Detail})
	}
	return report.Report{Verdict: r.Verdict(), Table: t}
}

// String is the report as text.
func (r *MutantReport) String() string { return r.Report().String() }
