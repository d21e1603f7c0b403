package snapshot

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"reflect"
	"slices"
)

// encoder writes values one after another.
type encoder struct {
	out    []byte
	spare  map[uintptr]int       // by address of a slice: the capacity to keep beyond its length
	digest bool                  // the bytes are only to be compared
	flush  func([]byte)          // takes the bytes written so far, from time to time; may be nil
	left   int                   // bytes of capacity that may still be kept
	within map[uintptr]bool      // for a digest: the pointers that lead here
	types  map[reflect.Type]bool // for a digest: of the values in interfaces
	path   []field               // where in the value the encoder is
}

// field is field number i of a struct type.
type field struct {
	of reflect.Type
	i  int
}

// unreadable fails at a value whose content cannot be read.
func (e *encoder) unreadable(t reflect.Type) {
	name := ""
	for _, f := range e.path {
		name = cmp.Or(name, f.of.String())
		name += "." + f.of.Field(f.i).Name
	}
	name = cmp.Or(name, "it")
	fail("%s is a %s (%v), whose content cannot be read", name, t.Kind(), t)
}

func (e *encoder) number(n int) {
	e.out = binary.AppendUvarint(e.out, uint64(n))
	e.passOn()
}

func (e *encoder) raw(b []byte) {
	if e.flush != nil && len(b) > 1<<16 {
		e.flush(e.out)
		e.flush(b)
		e.out = e.out[:0]
		return
	}
	e.out = append(e.out, b...)
	e.passOn()
}

func (e *encoder) passOn() {
	if e.flush != nil && len(e.out) > 1<<16 {
		e.flush(e.out)
		e.out = e.out[:0]
	}
}

func (e *encoder) value(v reflect.Value, depth int) {
	t := v.Type()
	switch {
	case opaque(t):
		b := own(v)
		e.number(len(b))
		e.raw(b)
		return
	case plain(t):
		e.raw(memory(v.Addr().UnsafePointer(), 1, t))
		return
	}
	v = open(v)
	switch t.Kind() {
	case reflect.Bool:
		e.raw([]byte{flag(v.Bool())})
	case reflect.String:
		e.number(v.Len())
		e.raw([]byte(v.String()))
	case reflect.Array:
		for i := range v.Len() {
			e.value(v.Index(i), depth)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			e.path = append(e.path, field{t, i})
			e.value(v.Field(i), depth)
			e.path = e.path[:len(e.path)-1]
		}
	case reflect.Slice:
		e.slice(v, deeper(depth))
	case reflect.Pointer:
		e.raw([]byte{flag(!v.IsNil())})
		if !v.IsNil() {
			e.enter(v.Pointer())
			e.value(v.Elem(), deeper(depth))
			delete(e.within, v.Pointer())
		}
	case reflect.Map:
		e.mapping(v, deeper(depth))
	case reflect.Interface:
		if !e.digest {
			fail("%v is an interface", t)
		}
		e.dynamic(v.Elem(), deeper(depth))
	default:
		if !e.digest || !v.IsZero() {
			e.unreadable(t)
		}
	}
}

// enter refuses a value that contains itself. Encode has refused it before.
func (e *encoder) enter(pointer uintptr) {
	if e.digest {
		if e.within[pointer] {
			fail("the value contains itself")
		}
		e.within[pointer] = true
	}
}

func (e *encoder) slice(v reflect.Value, depth int) {
	switch {
	case e.digest:
		e.number(v.Len())
	case v.IsNil():
		e.number(0)
		return
	default:
		e.number(v.Len() + 1)
		spare := e.spare[v.Pointer()]
		if bytes := spare * int(v.Type().Elem().Size()); bytes <= e.left {
			e.left -= bytes
		} else {
			spare = 0
		}
		e.number(spare)
	}
	elem := v.Type().Elem()
	if plain(elem) {
		e.raw(memory(v.UnsafePointer(), v.Len(), elem))
		return
	}
	// there can be billions of elements without memory
	for i := 0; elem.Size() > 0 && i < v.Len(); i++ {
		e.value(v.Index(i), depth)
	}
}

// mapping writes pairs in the order of their bytes: equal maps have equal bytes.
func (e *encoder) mapping(v reflect.Value, depth int) {
	if v.IsNil() && !e.digest {
		e.number(0)
		return
	}
	var pairs [][]byte
	e.enter(v.Pointer())
	defer delete(e.within, v.Pointer())
	for it := v.MapRange(); it.Next(); {
		one := encoder{spare: e.spare, digest: e.digest, within: e.within, types: e.types,
			path: e.path} // keeps no capacity
		one.value(addressable(it.Key()), depth)
		one.value(addressable(it.Value()), depth)
		pairs = append(pairs, one.out)
	}
	slices.SortFunc(pairs, bytes.Compare)
	e.number(len(pairs) + 1)
	for _, p := range pairs {
		e.raw(p)
	}
}

// dynamic writes a value together with its type.
func (e *encoder) dynamic(v reflect.Value, depth int) {
	if !v.IsValid() {
		e.number(0)
		return
	}
	if e.types != nil {
		e.types[v.Type()] = true
	}
	name := Layout(v.Type())
	e.number(len(name))
	e.raw([]byte(name))
	e.value(addressable(v), depth)
}

// addressable copies a value to a place with an address.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	return at
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
