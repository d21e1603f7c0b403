package memo

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
)

// typeName is the full name of a type: main.T of one program and of another are told apart by their
// code.
func typeName(t reflect.Type) string {
	if t.Name() != "" && t.PkgPath() != "" {
		return t.PkgPath() + "." + t.Name()
	}
	return t.String()
}

// canonical writes a value so that equal values, and no others, give the same bytes: types with the
// values, maps in the order of their keys, what pointers point to, unexported fields too. It
// refuses functions and channels, which cannot be compared, and values that contain themselves.
//
// The types of all values are added to types.
func canonical(w io.Writer, v reflect.Value, types map[reflect.Type]bool) error {
	if !v.IsValid() {
		_, err := io.WriteString(w, "nil")
		return err
	}
	return encoder{w, types}.value(v, typeName(v.Type()), 0)
}

type encoder struct {
	w     io.Writer
	types map[reflect.Type]bool
}

// deepest is where a value is taken to contain itself.
const deepest = 200

func (e encoder) value(v reflect.Value, place string, depth int) error {
	if depth > deepest {
		return fmt.Errorf("(%s) contains itself: give its parts", place)
	}
	t := v.Type()
	e.types[t] = true
	fmt.Fprintf(e.w, "%s:", typeName(t))
	switch v.Kind() {
	case reflect.Bool:
		fmt.Fprint(e.w, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.word(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.word(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.word(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		e.word(math.Float64bits(real(v.Complex())))
		e.word(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		fmt.Fprintf(e.w, "%d %s", v.Len(), v.String())
	case reflect.Slice, reflect.Array:
		e.word(uint64(v.Len()))
		for i := range v.Len() {
			if t.Elem().Kind() == reflect.Float64 {
				e.word(math.Float64bits(v.Index(i).Float()))
			} else if err := e.value(v.Index(i), fmt.Sprintf("%s[%d]", place,
				i), depth+1); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fmt.Fprintf(e.w, "%s=", t.Field(i).Name)
			if err := e.value(v.Field(i), place+"."+t.Field(i).Name, depth+1); err != nil {
				return err
			}
		}
	case reflect.Map:
		return e.pairs(v, place, depth)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			fmt.Fprint(e.w, "nil")
			return nil
		}
		return e.value(v.Elem(), place, depth+1)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !v.IsNil() {
			return fmt.Errorf("holds a %s (%s), and two of them cannot be compared: make it "+
				"inside the memoised function, "+
				"from inputs that can", v.Kind(), place)
		}
		fmt.Fprint(e.w, "nil")
	}
	return nil
}

func (e encoder) word(u uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], u)
	e.w.Write(b[:])
}

// pairs writes a map, sorted by what its keys are written as.
func (e encoder) pairs(v reflect.Value, place string, depth int) error {
	type pair struct{ key, value string }
	var pairs []pair
	for iter := v.MapRange(); iter.Next(); {
		var key, value strings.Builder
		if err := (encoder{&key, e.types}).value(iter.Key(), place+" key", depth+1); err != nil {
			return err
		}
		if err := (encoder{&value, e.types}).value(iter.Value(), place+"[…]", depth+1); err != nil {
			return err
		}
		pairs = append(pairs, pair{key.String(), value.String()})
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value))
	})
	e.word(uint64(len(pairs)))
	for _, p := range pairs {
		fmt.Fprintf(e.w, "%d %s%d %s", len(p.key), p.key, len(p.value), p.value)
	}
	return nil
}

// named lists what the types, and the types that they are made of, are called: in the package pkg
// their names, from other packages the paths.
func named(types map[reflect.Type]bool, pkg string) (names, paths []string) {
	seen := map[reflect.Type]bool{}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.PkgPath() == pkg {
			name, _, _ := strings.Cut(t.Name(), "[")
			names = append(names, name)
		} else if t.PkgPath() != "" {
			paths = append(paths, t.PkgPath())
		}
		switch t.Kind() {
		case reflect.Map:
			visit(t.Key())
			visit(t.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Array:
			visit(t.Elem())
		case reflect.Struct:
			for i := range t.NumField() {
				visit(t.Field(i).Type)
			}
		}
	}
	for t := range types {
		visit(t)
	}
	return names, paths
}
