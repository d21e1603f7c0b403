// Package memo makes the keys of nb.Memo and keeps its files.
//
// A key covers the code that computes a value and all that the code refers to:
//
//   - the function and, step by step, every declaration of its package that it names, or that its inputs are made
//     of: functions, types with all their methods, variables with their initialisers, constants;
//   - of modules in folders (the library, that of the user, those that go.mod replaces), whole packages: those that this
//     code imports, and what they import in turn, with embedded files;
//   - the versions of other modules and of Go, and the flags of the build;
//   - the inputs, value by value, and the type of the result.
//
// Code enters as tokens, so that comments and layout do not matter; declarations are found by name
// with go/types, without loading imported packages, so that other cells do not matter.
//
// What it cannot see: files, the network, the clock and the environment, if the function reads
// them; assembly; the dependencies of other modules, beyond the versions in this module's go.mod.
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

// ErrNoSource says that the source of the running program cannot be read, or is not what it was
// built from: then there is no key, and nothing can be remembered.
var ErrNoSource = errors.New("the source of the program cannot be found")

// Key returns the key of a value of type result, computed by the function compute from the inputs
// by the call at file:line.
func Key(compute any, file string, line int, result reflect.Type, inputs []any) (key [32]byte,
	err error) {
	h := sha256.New()
	fmt.Fprintln(h, "nb.Memo, format 2", runtime.Version(), runtime.GOARCH, typeName(result))
	types := map[reflect.Type]bool{result: true}
	for i, input := range inputs {
		if err := canonical(h, reflect.ValueOf(input), types); err != nil {
			return key, fmt.Errorf("memo: input %d %w", i+1, err)
		}
	}
	fn := runtime.FuncForPC(reflect.ValueOf(compute).Pointer())
	if method, ok := strings.CutSuffix(shortName(fn.Name()), "-fm"); ok {
		return key, fmt.Errorf("memo: %s is a method bound to a value that cannot be seen: give "+
			"func() T { return x.%s() }, and x as an input",
			method, method[strings.LastIndex(method, ".")+1:])
	}
	if strings.Contains(fn.Name(), "[...]") {
		return key, fmt.Errorf("memo: the function is generic, or inside of what is: its types " +
			"are not known to Memo, and results " +
			"of one type would be taken for those of another: call Memo where the types have names")
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
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return key, ErrNoSource
	}
	if err := hashImports(h, sourcePath(fnFile), append(imports, paths...), info); err != nil {
		return key, err
	}
	return [32]byte(h.Sum(nil)), nil
}

// hashImports writes the packages among the imports whose source is at hand, the versions of the
// modules of the others, and how the program was built: a linker flag may set a variable, a tag
// choose a file.
func hashImports(w io.Writer, file string, imports []string, info *debug.BuildInfo) error {
	for _, s := range info.Settings {
		if !strings.HasPrefix(s.Key, "vcs") {
			fmt.Fprintf(w, "%s=%q ", s.Key, s.Value)
		}
	}
	libs, err := findLibraries(file, info)
	if err != nil {
		return err
	}
	others, err := libs.hash(w, imports, info.Deps)
	if err != nil {
		return err
	}
	var versions []string
	for _, path := range others {
		if within(path, info.Main.Path) && path != "" {
			return ErrNoSource // the user's module, and nobody knows where it is
		}
		if m := moduleOf(path, info.Deps); m != nil {
			for ; m.Replace != nil; m = m.Replace {
			}
			if m.Sum == "" { // a folder, such as one of a workspace
				return ErrNoSource
			}
			versions = append(versions, m.Path+" "+m.Version+" "+m.Sum)
		}
	}
	slices.Sort(versions)
	fmt.Fprintln(w, slices.Compact(versions))
	return nil
}

// moduleOf is the module that holds a package: the one with the longest path. The standard library
// has none.
func moduleOf(path string, modules []*debug.Module) (longest *debug.Module) {
	for _, m := range modules {
		if within(path, m.Path) && (longest == nil || len(m.Path) > len(longest.Path)) {
			longest = m
		}
	}
	return longest
}
