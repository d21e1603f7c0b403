package same

import (
	"crypto/sha256"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"gibbslab/internal/snapshot"
)

// visited is the code that a call depends on, and how often such a call was made before it.
type visited struct {
	All   ingredients
	Args  []string
	Files []string // what the code names, and what is in it
	Count int64
}

// A Caller is a call of a library's function, and what is around it.
type Caller struct {
	frames []runtime.Frame // of package main, the innermost first
	count  int64           // of such calls before it: what it gets may depend on that
}

var callers atomic.Int64

// NewCaller notes the call that the goroutine is in. skip is the number of frames between NewCaller
// and the code that calls the library. It returns nil if main has not made the call itself, but a
// goroutine of its own: others may then change what it gets.
func NewCaller(skip int) *Caller {
	pcs := make([]uintptr, 1000)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(skip+2, pcs)])
	c := &Caller{}
	for f, more := frames.Next(); ; f, more = frames.Next() {
		if strings.HasPrefix(f.Function, "main.") {
			c.frames = append(c.frames, f)
		}
		if !more {
			break
		}
	}
	if n := len(c.frames); n == 0 || c.frames[n-1].Function != "main.main" {
		return nil
	}
	c.count = callers.Add(1)
	return c
}

// Key is the key of what the library's function computes: of all code that has an influence on the
// call, of files that this code names, and of the inputs. It is for programs that do the same each
// time.
//
// The code is the innermost function around the call without parameters, which gets the same each
// time. If there is none, it is all that main does up to the call.
func (c *Caller) Key(result reflect.Type, inputs ...any) (key [32]byte, err error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return key, ErrNoSource
	}
	p, err := load(c.frames[0].File)
	if err != nil {
		return key, err
	}
	v := visited{All: ingredients{Go: runtime.Version(), Arch: runtime.GOARCH,
		Result: typeName(result)}, Args: os.Args[1:]}
	var kinds []reflect.Type
	if v.All.Inputs, kinds, err = snapshot.DigestTypes(inputs); err != nil {
		return key, err
	}
	r, whole := p.before(c.frames)
	var imports []string
	for _, t := range named(append(kinds, result)) {
		v.All.Types = append(v.All.Types, typeName(t))
		if t.PkgPath() == "main" {
			name, _, _ := strings.Cut(t.Name(), "[")
			r.object(p.pkg.Scope().Lookup(name))
		} else {
			imports = append(imports, t.PkgPath())
		}
	}
	slices.Sort(v.All.Types)
	for n := range r.nodes {
		v.All.Code = append(v.All.Code, p.tokens(n))
		v.Files = append(v.Files, filesOf(n)...)
	}
	slices.Sort(v.All.Code)
	slices.Sort(v.Files)
	v.Files = slices.Compact(v.Files)
	for path := range r.imports {
		imports = append(imports, path)
	}
	slices.Sort(imports)
	v.All.Packages, v.All.Versions, err = packages(imports, sourcePath(c.frames[0].File), info)
	if err != nil {
		return key, err
	}
	v.All.Build = settings(info)
	if !whole {
		v.Count = c.count
	}
	return snapshot.Digest(v)
}

// before collects the code that has an influence on a call. It is whole if this is a function
// without parameters.
func (p *program) before(frames []runtime.Frame) (r reach, whole bool) {
	fresh := func() reach {
		return reach{p, Call{}, nil, map[types.Object]bool{}, map[ast.Node]bool{}, map[string]bool{}}
	}
	for _, f := range frames {
		d, ok := p.declared[p.pkg.Scope().Lookup(shortName(f.Function))].(*ast.FuncDecl)
		if ok && shortName(f.Function) != "main" && len(d.Type.Params.List) == 0 &&
			d.Type.TypeParams == nil {
			r = fresh()
			r.from(d)
			if r.changed() == nil {
				return r, true
			}
		}
	}
	r = fresh()
	last := frames[len(frames)-1]
	for _, f := range p.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "init" && d.Recv == nil {
					r.from(d)
				} else if d.Name.Name == "main" && d.Recv == nil {
					p.upTo(&r, d.Body.List, last.Line)
				}
			case *ast.GenDecl: // a variable that is only there for what it does
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR && v.Names[0].Name == "_" {
						r.from(v)
					}
				}
			}
		}
	}
	return r, false
}

// upTo follows statements down to the one that holds the line.
func (p *program) upTo(r *reach, list []ast.Stmt, line int) {
	for _, s := range list {
		if p.fset.Position(s.Pos()).Line > line {
			return
		}
		r.from(s)
	}
}

// largestNamed is the size above which the time of a file counts, and not what is in it.
const largestNamed = 64 << 20

// filesOf describes the files and folders that texts in the code name.
func filesOf(n ast.Node) (all []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		name, err := strconv.Unquote(lit.Value)
		if err != nil || name == "" || len(name) > 4096 {
			return true
		}
		info, err := os.Stat(name)
		if err != nil {
			return true
		}
		said := name + " " + strconv.FormatInt(info.Size(), 10)
		switch {
		case info.IsDir():
			entries, _ := os.ReadDir(name)
			for _, e := range entries {
				if i, err := e.Info(); err == nil {
					said += " " + e.Name() + i.ModTime().String()
				}
			}
		case info.Mode().IsRegular() && info.Size() <= largestNamed:
			if f, err := os.Open(name); err == nil {
				h := sha256.New()
				io.Copy(h, f)
				f.Close()
				said += " " + string(h.Sum(nil))
			}
		default:
			said += " " + info.ModTime().String()
		}
		all = append(all, said)
		return true
	})
	return all
}
