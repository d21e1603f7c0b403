package memo

import (
	"encoding"
	"encoding/gob"
	"fmt"
	"reflect"
)

// Carries tells whether encoding/gob stores values of a type whole. Gob leaves out unexported
// fields, functions and channels without a word, and then what comes back is not what went in.
func Carries(t reflect.Type) error { return carries(t, t.String(), map[reflect.Type]bool{}) }

var (
	gobEncoder      = reflect.TypeFor[gob.GobEncoder]()
	binaryMarshaler = reflect.TypeFor[encoding.BinaryMarshaler]()
)

func carries(t reflect.Type, place string, seen map[reflect.Type]bool) error {
	for _, own := range []reflect.Type{gobEncoder, binaryMarshaler} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return nil
		}
	}
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
		return fmt.Errorf("%s is a %s, which cannot be stored", place, t.Kind())
	case reflect.Interface:
		return fmt.Errorf("%s is an interface (%s): what it holds cannot be told beforehand; name "+
			"the type", place, t)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return carries(t.Elem(), place, seen)
	case reflect.Map:
		if err := carries(t.Key(), place+" (its keys)", seen); err != nil {
			return err
		}
		return carries(t.Elem(), place, seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				return fmt.Errorf("the field %s.%s is not exported, and would come back empty: "+
					"export it, or give the type GobEncode and GobDecode", place, f.Name)
			}
			if err := carries(f.Type, place+"."+f.Name, seen); err != nil {
				return err
			}
		}
	}
	return nil
}
