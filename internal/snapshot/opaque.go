package snapshot

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

type gobber interface {
	GobEncode() ([]byte, error)
	GobDecode([]byte) error
}

type marshaler interface {
	MarshalBinary() ([]byte, error)
	UnmarshalBinary([]byte) error
}

// Opaque tells whether values of a type write and read themselves, by GobEncode or MarshalBinary.
func Opaque(t reflect.Type) bool { return opaque(t) }

// opaque tells whether values of a type write and read themselves.
func opaque(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return false // but the value it points at may be
	}
	if t.PkgPath() == "" && t.Kind() != reflect.Struct {
		return false // it has no methods
	}
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[gobber]()) || p.Implements(reflect.TypeFor[marshaler]())
}

// open makes the methods and the content of an unexported field accessible.
func open(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// own encodes a value by its own method.
func own(v reflect.Value) []byte {
	var b []byte
	var err error
	switch x := open(v).Addr().Interface().(type) {
	case gobber:
		b, err = x.GobEncode()
	case marshaler:
		b, err = x.MarshalBinary()
	}
	if err != nil {
		fail("%v: %w", v.Type(), err)
	}
	return b
}

// setOwn decodes a value by its own method.
func setOwn(v reflect.Value, b []byte) {
	var err error
	switch x := open(v).Addr().Interface().(type) {
	case gobber:
		err = x.GobDecode(b)
	case marshaler:
		err = x.UnmarshalBinary(b)
	}
	if err != nil {
		fail("%v: %w", v.Type(), err)
	}
}

// plain tells whether any bytes in a value's memory are valid: numbers, and arrays of them.
func plain(t reflect.Type) bool {
	if opaque(t) {
		return false
	}
	if t.Kind() == reflect.Array {
		return plain(t.Elem())
	}
	return reflect.Int <= t.Kind() && t.Kind() <= reflect.Complex128
}

// memory is the memory of n values of a type.
func memory(p unsafe.Pointer, n int, t reflect.Type) []byte {
	return unsafe.Slice((*byte)(p), n*int(t.Size()))
}

// littleEndian is the byte order of this machine, in which memory is written.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1
