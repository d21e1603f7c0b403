package slips

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// required remembers the packages that requiredPackages has found, and from what. Modules that are
// required do not change.
var required struct {
	sync.Mutex
	from     string
	packages map[string]string
}

// requiredPackages finds the packages of the modules that the modules of go.work require
// themselves: names with their paths. It leaves out a name that two packages share, and one that
// the standard library has, too.
func requiredPackages(folder string) map[string]string {
	modules := requiredModules(folder)
	if len(modules) == 0 {
		return nil
	}
	required.Lock()
	defer required.Unlock()
	from := folder + strings.Join(modules, " ")
	if required.from == from {
		return required.packages
	}
	list := exec.Command("go", append([]string{"list", "-e", "-m", "-f", "{{.Dir}}"}, modules...)...)
	list.Dir = folder
	folders, _ := list.Output()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil
	}
	packages := modulePackages(strings.Split(strings.TrimSpace(string(folders)), "\n"))
	standard := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	eachSource([]string{standard}, func(importPath, _ string) {
		delete(packages, baseName(importPath))
	})
	required.from, required.packages = from, packages
	return packages
}

// requiredModules lists the modules that the modules of go.work require themselves.
func requiredModules(folder string) (modules []string) {
	for _, root := range workFolders(folder) {
		text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
		for _, m := range requireLine.FindAllStringSubmatch(string(text), -1) {
			modules = append(modules, m[1])
		}
	}
	return modules
}
