package licences

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write licences.txt again")

func TestLicences(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}",
		"gibbslab/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(modules)
	var list strings.Builder
	for _, module := range slices.Compact(modules) {
		fields := strings.SplitN(module, " ", 3)
		if len(fields) == 3 {
			fmt.Fprintf(&list, "%s %s %s\n", fields[0], fields[1], strings.Join(licencesIn(fields[2]), ", "))
		}
	}
	list.WriteString("font Latin Modern Math 1.959, a part LPPL (GUST Font License)\n" + scripts(t))
	if *update {
		if err := os.WriteFile("licences.txt", []byte(list.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("licences.txt")
	if err != nil || list.String() != string(want) {
		t.Errorf("%v; the linked modules are now\n%s\nand licences.txt lists\n%s\n"+
			"check the new licences, then run go test ./internal/licences -update", err, &list, want)
	}
	if strings.Contains(list.String(), "unknown") {
		t.Error("a licence is unknown: teach phrases its words, or leave the module out")
	}
}

// scripts lists the modules of JavaScript in the page of topics, from the lock file of its bundle.
// (The bundle itself has the texts of their licences.)
func scripts(t *testing.T) string {
	text, err := os.ReadFile("../../sampler/lda/browser/page/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev              bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	var list []string
	for path, p := range lock.Packages {
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok && !p.Dev {
			list = append(list, fmt.Sprintf("npm %s %s %s\n", name, p.Version, cmp.Or(p.License, "unknown")))
		}
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// phrases are words that occur in only one licence.
var phrases = map[string]string{
	"BSD":                 "Redistributions of source code must retain the",
	"MIT":                 "to deal in the Software without restriction",
	"Apache-2.0":          "Apache License Version 2.0",
	"CC-BY-4.0":           "Creative Commons Attribution 4.0",
	"FTL or GPL (choice)": "Use of the Freetype-Go software is subject to your choice",
	"OFL-1.1":             "SIL OPEN FONT LICENSE Version 1.1",
	"GPL":                 "GNU GENERAL PUBLIC LICENSE",
	"MPL-2.0":             "Mozilla Public License Version 2.0",
}

// licencesIn names the licences whose words occur in the licence files of a folder, or in its
// README.
func licencesIn(dir string) []string {
	var names []string
	for _, pattern := range []string{"LICEN[SC]E*", "COPYING*", "README*"} {
		paths, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			words := strings.Join(strings.Fields(string(text)), " ")
			for name, phrase := range phrases {
				if strings.Contains(words, phrase) && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		if len(names) > 0 {
			slices.Sort(names)
			return names
		}
	}
	return []string{"unknown"}
}
