// Package opaquetest sees whether something is copied whole where the type of its states is hidden.
package opaquetest

import (
	"reflect"
	"testing"
)

// Full is a value whose exported fields all have something in them.
func Full[T any]() T {
	var v T
	fill(reflect.ValueOf(&v).Elem())
	return v
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { panic("called") }))
	case reflect.Interface:
		v.Set(reflect.ValueOf("something"))
	case reflect.String:
		v.SetString("something")
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.Set(reflect.ValueOf(1).Convert(v.Type()))
	}
}

// NothingIsLost fails the test if an exported field of v, or of what is in it, is empty.
func NothingIsLost(t *testing.T, v any) {
	t.Helper()
	for _, name := range lost(v) {
		t.Errorf("%s is lost", name)
	}
}

func lost(v any) []string { return empty(reflect.ValueOf(v), reflect.TypeOf(v).Name()) }

func empty(v reflect.Value, name string) (names []string) {
	switch {
	case v.IsZero():
		return []string{name}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				names = append(names, empty(v.Field(i), name+"."+f.Name)...)
			}
		}
	case v.Kind() == reflect.Slice && v.Len() == 1:
		return empty(v.Index(0), name+"[0]")
	}
	return names
}
