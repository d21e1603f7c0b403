package snapshot

import (
	"encoding/binary"
	"reflect"
)

// decoder reads values one after another. It trusts no byte.
type decoder struct {
	in    []byte
	spare int // bytes of capacity that may still be asked for
}

func (d *decoder) number() int {
	n, size := binary.Uvarint(d.in)
	if size <= 0 || n > 1<<62 {
		fail("the data are damaged: a number is missing")
	}
	d.in = d.in[size:]
	return int(n)
}

// length checks the number of things that take at least the given number of bytes each.
func (d *decoder) length(n, bytes int) int {
	if n < 0 || n > len(d.in)/max(bytes, 1) {
		fail("the data are damaged: %d things cannot be in %d bytes", n, len(d.in))
	}
	return n
}

func (d *decoder) raw(n int) []byte {
	if n > len(d.in) {
		fail("the data are damaged: they end too early")
	}
	b := d.in[:n]
	d.in = d.in[n:]
	return b
}

func (d *decoder) bool() bool {
	b := d.raw(1)[0]
	if b > 1 {
		fail("the data are damaged: a truth value is %d", b)
	}
	return b == 1
}

func (d *decoder) value(v reflect.Value, depth int) {
	t := v.Type()
	switch {
	case opaque(t):
		setOwn(v, d.raw(d.length(d.number(), 1)))
		return
	case plain(t):
		copy(memory(v.Addr().UnsafePointer(), 1, t), d.raw(int(t.Size())))
		return
	}
	v = open(v)
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(d.bool())
	case reflect.String:
		v.SetString(string(d.raw(d.length(d.number(), 1))))
	case reflect.Array:
		for i := range v.Len() {
			d.value(v.Index(i), depth)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			d.value(v.Field(i), depth)
		}
	case reflect.Slice:
		d.slice(v, deeper(depth))
	case reflect.Pointer:
		v.SetZero()
		if d.bool() {
			v.Set(reflect.New(t.Elem()))
			d.value(v.Elem(), deeper(depth))
		}
	case reflect.Map:
		d.mapping(v, deeper(depth))
	default:
		fail("%v is a %s, whose content cannot be read", t, t.Kind())
	}
}

func (d *decoder) slice(v reflect.Value, depth int) {
	v.SetZero()
	n := d.number() - 1
	if n < 0 {
		return
	}
	spare, elem := d.number(), v.Type().Elem()
	size := int(elem.Size())
	if spare > d.spare/max(size, 1) {
		fail("the data are damaged: a slice has room for %d more", spare)
	}
	d.spare -= spare * size
	if plain(elem) {
		d.length(n, size)
	} else if size > 0 {
		d.length(n, 1)
	} else if n > 1<<32 {
		fail("the data are damaged: a slice has %d elements", n)
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n+spare))
	if plain(elem) {
		copy(memory(v.UnsafePointer(), n, elem), d.raw(n*size))
		return
	}
	for i := 0; size > 0 && i < n; i++ {
		d.value(v.Index(i), depth)
	}
}

func (d *decoder) mapping(v reflect.Value, depth int) {
	v.SetZero()
	n := d.number() - 1
	if n < 0 {
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMapWithSize(t, d.length(n, 1)))
	for range n {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		d.value(key, depth)
		d.value(value, depth)
		v.SetMapIndex(key, value)
	}
}
