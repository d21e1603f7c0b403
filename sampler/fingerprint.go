package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// fingerprint tells whether two runs are the same one. Blocks, priors and data are code, which cannot be
// compared; what they do can: the values of all parameters after the first sweep of chain 0. Another prior,
// other data or another block, given the same random numbers, give other values.
type fingerprint struct {
	State        string
	Blocks       []string
	Params       []string // with shape and cadence
	Seed         uint64
	Warmup, Thin int
	First        []firstValue
}

// firstValue is a parameter after the first sweep: its first element, and a digest of all.
type firstValue struct {
	Value  float64
	Digest string
}

func fingerprintOf[S any](m Model[S], set Settings) (fingerprint, error) {
	f := fingerprint{State: fmt.Sprintf("%T", *new(S)), Seed: set.Seed, Warmup: set.Warmup, Thin: set.Thin}
	for _, b := range m.Blocks {
		f.Blocks = append(f.Blocks, b.Name)
	}
	c := newChain(&m, Settings{Seed: set.Seed, Thin: 1}, 0)
	if !c.start() {
		return f, c.err
	}
	if err := c.step(1); err != nil {
		return f, fmt.Errorf("chain 0, sweep 1: %w", err)
	}
	for i, p := range c.params {
		how := p.column().describe()
		if p.Every > 1 {
			how += fmt.Sprintf(" every %d", p.Every)
		}
		if p.Moments {
			how += " moments"
		}
		f.Params = append(f.Params, how)
		h := sha256.New()
		for _, x := range c.record[i].buf {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
		f.First = append(f.First, firstValue{c.record[i].buf[0], hex.EncodeToString(h.Sum(nil))})
	}
	return f, nil
}

// differences lists in words how the run at hand, now, differs from the saved one.
func (f fingerprint) differences(now fingerprint) []error {
	var diff []error
	add := func(format string, a ...any) { diff = append(diff, fmt.Errorf("  "+format, a...)) }
	if f.State != now.State {
		add("the state was a %s and is a %s", f.State, now.State)
	}
	if !slices.Equal(f.Blocks, now.Blocks) {
		add("the blocks were %s and are %s", strings.Join(f.Blocks, ", "), strings.Join(now.Blocks, ", "))
	}
	if !slices.Equal(f.Params, now.Params) {
		add("the parameters were %s and are %s", strings.Join(f.Params, "; "), strings.Join(now.Params, "; "))
	}
	for _, s := range []struct {
		name     string
		was, now uint64
	}{{"Seed", f.Seed, now.Seed}, {"Warmup", uint64(f.Warmup), uint64(now.Warmup)}, {"Thin", uint64(f.Thin), uint64(now.Thin)}} {
		if s.was != s.now {
			add("Settings.%s was %d and is %d", s.name, s.was, s.now)
		}
	}
	if diff != nil {
		return diff
	}
	for i, p := range now.Params {
		if was, is := f.First[i], now.First[i]; was.Digest != is.Digest {
			add("after the first sweep of chain 0, %s began with %v and now begins with %v: the data, a prior or a block has changed",
				p, was.Value, is.Value)
		}
	}
	return diff
}

// storable reports whether encoding/gob keeps all of the state; it drops unexported fields without a word.
func storable[S any]() error {
	return storableType(reflect.TypeFor[S](), reflect.TypeFor[S]().String(), map[reflect.Type]bool{})
}

type gobEncoder interface{ GobEncode() ([]byte, error) }
type binaryMarshaler interface{ MarshalBinary() ([]byte, error) }

func storableType(t reflect.Type, path string, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	for _, own := range []reflect.Type{reflect.TypeFor[gobEncoder](), reflect.TypeFor[binaryMarshaler]()} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return nil
		}
	}
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Errorf("the state cannot be saved: %s is a %s; keep it outside the state, or give the state GobEncode and GobDecode", path, t.Kind())
	case reflect.Interface:
		return fmt.Errorf("the state cannot be saved: %s is an interface; use a concrete type, or give the state GobEncode and GobDecode", path)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return storableType(t.Elem(), path, seen)
	case reflect.Map:
		return errors.Join(storableType(t.Key(), path, seen), storableType(t.Elem(), path, seen))
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				return fmt.Errorf("the state cannot be saved: the field %s.%s is not exported and would be lost; export it, or give the state GobEncode and GobDecode", path, f.Name)
			}
			if err := storableType(f.Type, path+"."+f.Name, seen); err != nil {
				return err
			}
		}
	}
	return nil
}
