// Package snapshot writes the state of a chain into bytes and reads it back exactly: unexported
// fields, nil and empty slices, capacities, pointers to zero values, and the bits of every number.
// encoding/gob silently loses all of these.
//
// If it cannot restore something, it refuses it and names the field: functions, channels,
// interfaces, and parts of a state that share memory with one another.
package snapshot

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Check says why values of a type cannot be written; nil if they can.
func Check(t reflect.Type) error { return check(t, t.String(), map[reflect.Type]bool{}) }

func check(t reflect.Type, path string, seen map[reflect.Type]bool) error {
	if seen[t] || opaque(t) {
		return nil
	}
	seen[t] = true
	const advice = "keep it outside the state, or give the state GobEncode and GobDecode"
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Errorf("%s is a %s: %s", path, t.Kind(), advice)
	case reflect.Interface:
		return fmt.Errorf("%s is an interface: use a concrete type, %s", path, advice)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return check(t.Elem(), path, seen)
	case reflect.Map:
		if err := check(t.Key(), path, seen); err != nil {
			return err
		}
		return check(t.Elem(), path, seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := check(f.Type, path+"."+f.Name, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// Layout describes a type down to its last field. Bytes of one layout cannot be read as another.
func Layout(t reflect.Type) string {
	var b strings.Builder
	layout(&b, t, map[reflect.Type]bool{})
	return fmt.Sprintf("%s, %d bits, order %v", b.String(), reflect.TypeFor[int]().Bits(),
		littleEndian)
}

func layout(b *strings.Builder, t reflect.Type, seen map[reflect.Type]bool) {
	b.WriteString(t.String())
	if seen[t] || opaque(t) {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		b.WriteString(" of ")
		layout(b, t.Elem(), seen)
	case reflect.Map:
		b.WriteString(" of ")
		layout(b, t.Key(), seen)
		b.WriteString(" to ")
		layout(b, t.Elem(), seen)
	case reflect.Struct:
		b.WriteString(" {")
		for i := range t.NumField() {
			b.WriteString(t.Field(i).Name + " ")
			layout(b, t.Field(i).Type, seen)
			b.WriteString("; ")
		}
		b.WriteString("}")
	default:
		b.WriteString(" " + t.Kind().String())
	}
}

// Encode writes the value that the pointer v points at.
func Encode(v any) (data []byte, err error) {
	defer recovered(&err)
	root := reflect.ValueOf(v).Elem()
	spare, err := survey(root)
	if err != nil {
		return nil, err
	}
	e := encoder{spare: spare, left: mostSpare}
	e.value(root, 0)
	return e.out, nil
}

// Decode reads into the value that the pointer v points at. Bytes that Encode did not write give an
// error, never a panic.
func Decode(data []byte, v any) (err error) {
	defer recovered(&err)
	d := decoder{in: data, spare: mostSpare}
	d.value(reflect.ValueOf(v).Elem(), 0)
	if len(d.in) > 0 {
		return fmt.Errorf("%d bytes are left over", len(d.in))
	}
	return nil
}

// Digest is a checksum of a value: the same for equal values, in every process. It sees unexported
// fields and looks into interfaces; nil and empty slices are the same to it. Functions and channels
// have none, unless they are nil.
func Digest(v any) (sum [sha256.Size]byte, err error) {
	sum, _, err = DigestTypes(v)
	return sum, err
}

// DigestTypes is Digest, with the types of v and of all values in interfaces.
func DigestTypes(v any) (sum [sha256.Size]byte, types []reflect.Type, err error) {
	defer recovered(&err)
	h := sha256.New()
	e := encoder{digest: true, within: map[uintptr]bool{}, types: map[reflect.Type]bool{}}
	e.flush = func(b []byte) { h.Write(b) }
	e.dynamic(reflect.ValueOf(v), 0)
	e.flush(e.out)
	return [sha256.Size]byte(h.Sum(nil)), slices.Collect(maps.Keys(e.types)), nil
}

// failure is an error on its way out of the recursion.
type failure struct{ error }

func fail(format string, a ...any) { panic(failure{fmt.Errorf(format, a...)}) }

func recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case failure:
		*err = p.error
	default:
		*err = fmt.Errorf("encoding or decoding panicked: %v", p)
	}
}

// mostSpare is the maximum number of bytes of capacity kept beyond the lengths of slices.
const mostSpare = 256 << 20

// deepest is the maximum depth of pointers in a value. Beyond it the stack of a process may
// overflow.
const deepest = 10_000

func deeper(depth int) int {
	if depth >= deepest {
		fail("the value is nested more than %d levels deep, or contains itself: use slices and "+
			"indices", deepest)
	}
	return depth + 1
}
