// Package methods writes the paragraph about the computation that a paper needs, from the run
// itself: version, settings, seed, digests of the data and of the draws, and whether the chains
// agree. Kept in a file, it says of a later run whether it is the same, and if not, what changed.
package methods

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"

	"gibbslab/internal/durable"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// A Statement is what can be said about a run. Make one with [Of]. Its fields are what
// [Statement.Save] writes.
type Statement struct {
	Run   sampler.Provenance
	Kept  int    // draws of each chain
	Draws string // SHA-256 of all that was recorded
	// RHat is the largest R-hat, and ESS the smallest bulk effective sample size, of the parameters
	// RHatOf and ESSOf. Arrays of more than 1000 elements are left out.
	RHat, ESS     float64
	RHatOf, ESSOf string
	// Stuck is a parameter that changes in no chain and differs between them, so it has no R-hat.
	Stuck  string
	Arrays []string // what was recorded with two dimensions, such as theta (2786 × 15)
	Parts  map[string]Part
}

// A Part is something else that the result depends on, such as a vocabulary or the rules that made
// it.
type Part struct {
	Text   string   // a number, a text or a small struct, as it is printed
	Words  []string // of a []string
	SHA256 string
}

// Of describes the run that made a trace. parts are what else the result depends on, and what the
// model does not know: the rules of a vocabulary, the vocabulary itself, how many topics return.
// Any value does; a []string is compared word by word.
//
//	s, err := methods.Of(tr, map[string]any{"vocabulary": c.Vocabulary, "rules": settings}, "loglik")
//
// names are the parameters whose R-hat counts; none for all. Name them if the model has labels that
// may switch: topic 3 of one chain is not topic 3 of another.
//
// Errors: a trace that sampler.Run did not make, or of a model without Model.Data.
func Of(tr *sampler.Trace, parts map[string]any, names ...string) (*Statement, error) {
	s, err := of(tr, parts, names)
	if err != nil {
		return nil, fmt.Errorf("methods: Of: %w", err)
	}
	return s, nil
}

func of(tr *sampler.Trace, parts map[string]any, names []string) (*Statement, error) {
	made, ok := tr.Provenance()
	switch {
	case !ok:
		return nil, errors.New("the trace does not say how it was made: give what sampler.Run returned")
	case made.Data == "":
		return nil, errors.New("the model has no Data, so nothing says which data it saw: set " +
			"Model.Data to the data and the constants of the prior")
	}
	s := &Statement{Run: made, Parts: map[string]Part{}}
	h := sha256.New()
	var small []string
	for _, name := range tr.Names() {
		fmt.Fprintln(h, name)
		if shape, err := tr.Shape(name); err == nil && len(shape) == 2 {
			s.Arrays = append(s.Arrays, fmt.Sprintf("%s (%d × %d)", name, shape[0], shape[1]))
		}
		if a, err := tr.Array(name); err == nil {
			for _, chain := range a.Draws {
				s.Kept = max(s.Kept, len(chain))
				for _, x := range chain {
					h.Write(bits(x))
				}
			}
			if len(a.Draws[0]) >= 4 && len(a.Draws[0][0]) <= 1000 {
				small = append(small, name)
			}
			continue
		}
		moments, err := tr.Moments(name)
		if err != nil {
			return nil, err
		}
		for _, m := range moments {
			h.Write(bits(m.Mean))
		}
	}
	s.Draws = hex.EncodeToString(h.Sum(nil))
	if len(names) > 0 {
		small = names
	}
	if len(small) > 0 {
		summary, err := diag.Summarize(tr, small...)
		if err != nil {
			return nil, err
		}
		for _, r := range summary.Rows {
			if math.IsInf(r.RHat, 1) {
				s.Stuck = r.Label
			} else if r.RHat > s.RHat {
				s.RHat, s.RHatOf = r.RHat, r.Label
			}
			if s.ESSOf == "" && r.ESSBulk > 0 || r.ESSBulk < s.ESS {
				s.ESS, s.ESSOf = r.ESSBulk, r.Label
			}
		}
	}
	for name, value := range parts {
		sum, err := snapshot.Digest(value)
		if err != nil {
			return nil, fmt.Errorf("the part %q cannot be compared: %w", name, err)
		}
		p := Part{SHA256: hex.EncodeToString(sum[:])}
		if words, is := value.([]string); is {
			p.Words = words
		} else if text := describe(reflect.ValueOf(value)); len(text) <= 400 {
			p.Text = text
		}
		s.Parts[name] = p
	}
	return s, nil
}

// describe says what a value is: numbers in four digits, the fields of a struct that are not zero,
// and only how many elements a long list has.
func describe(v reflect.Value) string {
	var said []string
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		return fmt.Sprintf("%.4g", v.Float())
	case reflect.Pointer, reflect.Interface:
		return describe(v.Elem())
	case reflect.Slice, reflect.Map:
		if v.Len() > 8 || v.Kind() == reflect.Map {
			return fmt.Sprintf("%d elements", v.Len())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				said = append(said, f.Name+" "+describe(v.Field(i)))
			}
		}
		return v.Type().Name() + "{" + strings.Join(said, ", ") + "}"
	}
	return fmt.Sprint(v)
}

func bits(x []float64) (b []byte) {
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// Text is the paragraph. All of it comes from the run.
func (s *Statement) Text() string {
	r := s.Run
	var b strings.Builder
	fmt.Fprintf(&b,
		"We drew from the posterior by Markov chain Monte Carlo with gibbslab %s (%s, %s): "+
			"%d chains of %d draws each", r.Version, r.Go, r.Machine, r.Chains, s.Kept)
	if r.Thin > 1 {
		fmt.Fprintf(&b, ", one of every %d sweeps,", r.Thin)
	}
	fmt.Fprintf(&b, " after %d sweeps of warm-up, seed %d. ", r.Warmup, r.Seed)
	fmt.Fprintf(&b, "A sweep updates %s. ", strings.Join(r.Blocks, ", "))
	if s.RHatOf != "" {
		fmt.Fprintf(&b,
			"The largest R-hat is %.3f (%s), and the smallest bulk effective sample size %.0f "+
				"(%s). ", s.RHat, s.RHatOf, math.Floor(s.ESS), s.ESSOf) // as in tables
	}
	if s.Stuck != "" {
		fmt.Fprintf(&b, "%s differs between chains and changes in none of them: it has no R-hat. ",
			s.Stuck)
	}
	if s.Arrays != nil {
		fmt.Fprintf(&b, "It recorded %s. ", strings.Join(s.Arrays, ", "))
	}
	fmt.Fprintf(&b, "Data and prior have the SHA-256 %s, and the draws %s.",
		short(r.Data), short(s.Draws))
	for _, name := range slices.Sorted(maps.Keys(s.Parts)) {
		switch p := s.Parts[name]; {
		case p.Words != nil:
			fmt.Fprintf(&b, " %s: %d entries, SHA-256 %s.", name, len(p.Words), short(p.SHA256))
		case p.Text != "":
			fmt.Fprintf(&b, " %s: %s.", name, strings.TrimSuffix(p.Text, "."))
		default:
			fmt.Fprintf(&b, " %s: SHA-256 %s.", name, short(p.SHA256))
		}
	}
	return b.String()
}

func short(digest string) string { return digest[:min(12, len(digest))] }

// Save writes the statement to a file of JSON. [Load] reads it.
func (s *Statement) Save(path string) error {
	data, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("methods: Save: %w", err)
	}
	return nil
}

// Load reads a statement that [Statement.Save] wrote.
func Load(path string) (*Statement, error) {
	data, err := os.ReadFile(path)
	s := &Statement{}
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	if err != nil {
		return nil, fmt.Errorf("methods: Load: %w", err)
	}
	return s, nil
}
