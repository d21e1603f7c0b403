// Package same tells whether a computation is the same as before. Its keys stand for results of
// nb.Memo and of farm.Map that were kept in a folder.
//
// A key covers the code that computes a value and all that the code refers to:
//
//   - the function and, step by step, every declaration of its package that it names, or that its
//     inputs are made of: functions, types with all their methods, variables with their
//     initialisers, constants;
//   - of modules in folders (this library, the user's module, those that go.mod replaces), whole
//     packages: those that this code imports, and what they import in turn, with embedded files;
//   - the versions of other modules and of Go, and the flags of the build;
//   - the inputs, value by value, and the type of the result.
//
// In the package of the function code enters as tokens: comments, layout and other declarations do
// not matter. Names are resolved by go/types, without loading imported packages.
//
// A function that uses a variable which is not among its inputs is refused. What a key cannot see:
// files, the network, the clock and the environment, if the function reads them; what a method or a
// pointer does to a package-level variable; the dependencies of other modules, beyond the versions
// in the go.mod of the modules in folders.
//
// A checkpoint has no function: its model is compared by values (package snapshot) and their
// effect.
package same

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"gibbslab/internal/snapshot"
)

// ErrNoSource says that the source of the running program cannot be read, or is not what it was
// built from. Then there is no key.
var ErrNoSource = errors.New("the source of the program cannot be found, or was edited after the " +
	"program was built")

// A Call is a call of the function that keeps results.
type Call struct {
	Name   string // of that function, such as "Memo"
	Inputs string // what its inputs are called, and where to give them: "inputs", "to Memo after …"
	Give   string
	// The positions of its arguments: the function that computes, and the first and last input. Last
	// is -1 if all that follow are inputs.
	Work, First, Last int
	// Where it is called.
	File string
	Line int
}

// ingredients are what a key is made of.
type ingredients struct {
	Go, Arch, Result string
	Inputs           [32]byte
	Types            []string // of the inputs
	Code             []string
	Packages         []string // in folders
	Versions         []string // of other modules
	Build            []string
}

// Key is the key of a value of type result, which the function compute makes from the inputs.
func Key(c Call, compute any, result reflect.Type, inputs ...any) (key [32]byte, err error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return key, ErrNoSource
	}
	all, err := c.gather(compute, result, inputs, info)
	if err != nil {
		return key, err
	}
	return snapshot.Digest(all)
}

func (c Call) gather(
	compute any, result reflect.Type, inputs []any, info *debug.BuildInfo,
) (all ingredients, err error) {
	all = ingredients{Go: runtime.Version(), Arch: runtime.GOARCH, Result: typeName(result)}
	var types []reflect.Type
	if all.Inputs, types, err = snapshot.DigestTypes(inputs); err != nil {
		return all, fmt.Errorf("the %s cannot be compared: %w: make it inside the function, from "+
			"%s that can", c.Inputs, err, c.Inputs)
	}
	fn := runtime.FuncForPC(reflect.ValueOf(compute).Pointer())
	if method, ok := strings.CutSuffix(shortName(fn.Name()), "-fm"); ok {
		return all, fmt.Errorf("%s is a method bound to a value that cannot be seen: call %s in a "+
			"function literal, and give x %s", method,
			"x."+method[strings.LastIndex(method, ".")+1:]+"()", c.Give)
	}
	if strings.Contains(fn.Name(), "[...]") {
		return all, fmt.Errorf("the function is generic, or inside of what is: its types are not "+
			"known to %s, and results of one type would be taken for those of another: call %s "+
			"where the types have names", c.Name, c.Name)
	}
	file, line := fn.FileLine(fn.Entry())
	p, err := remember(file, func() (*program, error) { return load(file) })
	if err != nil {
		return all, err
	}
	pkg := strings.TrimSuffix(fn.Name(), "."+shortName(fn.Name()))
	var names, imports []string // what methods of the types do is code that the function may call
	for _, t := range named(append(types, result)) {
		all.Types = append(all.Types, typeName(t))
		if t.PkgPath() == pkg {
			name, _, _ := strings.Cut(t.Name(), "[")
			names = append(names, name)
		} else {
			imports = append(imports, t.PkgPath())
		}
	}
	slices.Sort(all.Types)
	code, more, err := p.code(c, place{fn.Name(), file, line}, names)
	if err != nil {
		return all, err
	}
	all.Code = code
	all.Packages, all.Versions, err = packages(append(imports, more...), sourcePath(file), info)
	all.Build = settings(info)
	return all, err
}

// settings are how the program was built: a linker flag may set a variable, a tag choose a file.
func settings(info *debug.BuildInfo) (all []string) {
	for _, s := range info.Settings {
		if !strings.HasPrefix(s.Key, "vcs") {
			all = append(all, s.Key+"="+s.Value)
		}
	}
	return all
}

// typeName is the full name of a type: main.T of one program and of another are told apart by their
// code.
func typeName(t reflect.Type) string {
	if t.Name() != "" && t.PkgPath() != "" {
		return t.PkgPath() + "." + t.Name()
	}
	return t.String()
}

// named lists the types with a name and a package among the types, and those that they are made of.
func named(types []reflect.Type) (all []reflect.Type) {
	seen := map[reflect.Type]bool{}
	for len(types) > 0 {
		t := types[0]
		if types = types[1:]; seen[t] {
			continue
		}
		seen[t] = true
		if t.PkgPath() != "" {
			all = append(all, t)
		}
		switch t.Kind() {
		case reflect.Map:
			types = append(types, t.Key(), t.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Array:
			types = append(types, t.Elem())
		case reflect.Struct:
			for i := range t.NumField() {
				types = append(types, t.Field(i).Type)
			}
		}
	}
	return all
}
