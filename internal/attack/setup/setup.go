// Package setup attacks `make setup` and `make lab`: settings of the user's that are meant for
// other programs, folders with odd names or in odd places, tools that are missing, and no network.
// Each attack works in a copy of this checkout.
package setup

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Attacks on the set-up. Most need the .venv that `make setup` makes.
var Attacks = slices.Concat(places, surroundings, servers)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// root is the folder of this checkout.
func root() string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "../../..")
}

// checkout copies this checkout to a folder, without .venv.
func checkout(to string) string {
	to, err := filepath.Abs(to)
	must(err)
	from := root()
	must(filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		must(err)
		name, err := filepath.Rel(from, path)
		must(err)
		switch {
		case d.IsDir() && slices.Contains([]string{".git", ".venv", ".venv.aside", "export", ".memo"}, d.Name()):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o777)
		case d.Type().IsRegular():
			clone(path, filepath.Join(to, name))
		}
		return nil
	}))
	return to
}

// installed is checkout with a .venv that works but for its paths, as in a folder that was renamed.
// What pip has installed is not copied but linked to.
func installed(to string) string {
	to = checkout(to)
	from := filepath.Join(root(), ".venv")
	must(filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		must(err)
		name, err := filepath.Rel(from, path)
		must(err)
		copied := filepath.Join(to, ".venv", name)
		switch {
		case name == "lib" || name == "lib64" || name == "include":
			must(os.Symlink(path, copied))
			if d.IsDir() {
				return filepath.SkipDir
			}
		case d.IsDir():
			return os.MkdirAll(copied, 0o777)
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			must(err)
			must(os.Symlink(target, copied))
		default:
			clone(path, copied)
		}
		return nil
	}))
	return to
}

// clone copies a file with its permissions.
func clone(from, to string) {
	info, err := os.Stat(from)
	must(err)
	data, err := os.ReadFile(from)
	must(err)
	must(os.WriteFile(to, data, info.Mode().Perm()))
}

// forget makes the next set-up build the tools again, and the kernel with them.
func forget(dir string) {
	state := filepath.Join(dir, ".venv/setup.json")
	data, err := os.ReadFile(state)
	must(err)
	must(os.WriteFile(state, []byte(strings.Replace(string(data), `"build_tools"`, `"once"`, 1)), 0o666))
}

// environment is what a user's shell has, and these settings. What the make that runs the attacks
// has added is left out.
func environment(settings ...string) []string {
	ours := []string{"MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "GOFLAGS=", "GO111MODULE="}
	return append(slices.DeleteFunc(os.Environ(), func(s string) bool {
		return slices.ContainsFunc(ours, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
	}), settings...)
}

// run runs a command in a folder and returns what it printed.
func run(dir string, env []string, command ...string) string {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(strings.ReplaceAll(string(out), dir, "DIR"))
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		return text + err.Error()
	}
	return text
}

// setUp runs the set-up, and returns the last line of what it says, or all of that if it failed.
func setUp(dir string, env []string) string {
	said := run(dir, env, "make", "-s", "setup")
	last := said[strings.LastIndex(said, "\n")+1:]
	if strings.HasPrefix(last, "Set-up complete") {
		return last
	}
	return said
}
