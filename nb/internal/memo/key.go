// Package memo makes the keys of nb.Memo and keeps its files.
//
// A key covers the code that computes a value and all that the code refers to:
//
//   - the function and, step by step, every declaration of its package that it names, or that its inputs are made
//     of: functions, types with all their methods, variables with their initialisers, constants;
//   - of the library, whole packages: those that this code imports, and what they import in turn, with embedded
//     files;
//   - the versions of other modules, and of Go;
//   - the inputs, value by value, and the type of the result.
//
// Code enters as tokens, so that comments and layout do not matter; declarations are found by name with go/types,
// without loading imported packages, so that other cells do not matter.
//
// What it cannot see: files, the network, the clock and the environment, if the function reads them; assembly;
// the dependencies of other modules, beyond the versions in this module's go.mod.
package memo

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// ErrNoSource says that the source of the running program cannot be read, or is not what it was built from:
// then there is no key, and nothing can be remembered.
var ErrNoSource = errors.New("the source of the program cannot be found")

// Key returns the key of a value of type result, computed by the function compute from the inputs by the
// call at file:line.
func Key(compute any, file string, line int, result reflect.Type, inputs []any) (key [32]byte, err error) {
	h := sha256.New()
	fmt.Fprintln(h, "nb.Memo, format 1", runtime.Version(), runtime.GOARCH, typeName(result))
	types := map[reflect.Type]bool{result: true}
	for i, input := range inputs {
		if err := canonical(h, reflect.ValueOf(input), types); err != nil {
			return key, fmt.Errorf("memo: input %d %w", i+1, err)
		}
	}
	fn := runtime.FuncForPC(reflect.ValueOf(compute).Pointer())
	if method, ok := strings.CutSuffix(shortName(fn.Name()), "-fm"); ok {
		return key, fmt.Errorf("memo: %s is a method bound to a value that cannot be seen: give func() T { return x.%s() }, and x as an input",
			method, method[strings.LastIndex(method, ".")+1:])
	}
	fnFile, fnLine := fn.FileLine(fn.Entry())
	p, err := load(fnFile)
	if err != nil {
		return key, err
	}
	pkg := strings.TrimSuffix(fn.Name(), "."+shortName(fn.Name()))
	names, paths := named(types, pkg) // what their methods do is code that the function may call
	code, imports, err := p.code(place{fn.Name(), fnFile, fnLine, file, line}, names)
	if err != nil {
		return key, err
	}
	for _, declaration := range code {
		fmt.Fprintf(h, "%d %s\n", len(declaration), declaration)
	}
	if err := hashImports(h, append(imports, paths...)); err != nil {
		return key, err
	}
	return [32]byte(h.Sum(nil)), nil
}

// hashImports writes the library's packages among the imports, and the versions of the modules of the others.
func hashImports(w io.Writer, imports []string) error {
	lib, err := findLibrary()
	if err != nil {
		return err
	}
	others, err := lib.hash(w, imports)
	if err != nil {
		return err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ErrNoSource
	}
	var versions []string
	for _, path := range others {
		if m := moduleOf(path, info.Deps); m != nil {
			for ; m.Replace != nil; m = m.Replace {
			}
			versions = append(versions, m.Path+" "+m.Version+" "+m.Sum)
		}
	}
	slices.Sort(versions)
	fmt.Fprintln(w, slices.Compact(versions))
	return nil
}

// moduleOf is the module that holds a package: the one with the longest path. The standard library has none.
func moduleOf(path string, modules []*debug.Module) (longest *debug.Module) {
	for _, m := range modules {
		if (path == m.Path || strings.HasPrefix(path, m.Path+"/")) && (longest == nil || len(m.Path) > len(longest.Path)) {
			longest = m
		}
	}
	return longest
}
