package farm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"gibbslab/sampler"
)

// nameOf begins the name of a job's folder: what a part can compute again, to see that it came to
// the right call with the same data.
func nameOf(job sampler.Job) string {
	return fmt.Sprintf("%s-%x-", job.Name, job.Key[:6])
}

// suffix ends the name of a job's folder. Parts do not compute it, because the source may not be on
// their machine.
func suffix(job sampler.Job, code string) string {
	return digest(string(job.Key[:]), library(), code)[:12]
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// library identifies the code of this library: the version of Go, the architecture, and the source
// as it lies on the disk, with its go.mod. The modules of the program do not count, because each
// cell of a notebook has others.
var library = sync.OnceValue(func() string {
	var b strings.Builder
	fmt.Fprintln(&b, runtime.Version(), runtime.GOARCH)
	_, file, _, _ := runtime.Caller(0)
	found, root := 0, filepath.Dir(filepath.Dir(filepath.Dir(file)))
	for _, dir := range []string{"go.mod", "sampler", "internal"} {
		filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			ending := filepath.Ext(path)
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") ||
				ending != ".go" && ending != ".s" && ending != ".mod" {
				return nil
			}
			if source, err := os.ReadFile(path); err == nil {
				found++
				fmt.Fprintf(&b, "%s %x\n", strings.TrimPrefix(path, root), sha256.Sum256(source))
			}
			return nil
		})
	}
	if found == 0 {
		b.WriteString(executable())
	}
	return digest(b.String())
})

// moduleOf is the version of the module that a package comes from; empty for the standard library.
func moduleOf(imported string) string {
	var longest debug.Module
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if strings.HasPrefix(imported+"/", m.Path+"/") && len(m.Path) > len(longest.Path) {
				longest = *m
			}
		}
	}
	return strings.Join([]string{longest.Path, longest.Version, longest.Sum}, " ")
}

// executable is a digest of the program.
var executable = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return digest(string(program))
})
